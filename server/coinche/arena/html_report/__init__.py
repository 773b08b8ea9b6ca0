"""The result of a contest as one HTML file: nothing in it is fetched, and nothing runs.

`markup` escapes every text that is put into an element, so the names that authors choose are text. `plots` draws the
curves as SVG, `deals` the boards that cost most, `sections` the rest, and `page` puts them into one file with
`style.css`. The figures and sentences are those of the text report.
"""

from .page import page, write_page

__all__ = ["page", "write_page"]
