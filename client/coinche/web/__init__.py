"""The browser client: a page of ES modules that a server gives out as it is, without a build step.

Python imports nothing here; `coinche.server` is given the folder as the files of a package.
"""
