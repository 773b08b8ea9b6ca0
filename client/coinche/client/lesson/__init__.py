"""The lessons: deals with explanations.

`script` has the form of a lesson, `conditions` the situations that its pages name; `first_lesson` and `second_lesson`
have the deals and pages themselves. `runtime.lesson` plays them.
"""
