"""The lesson: one deal with explanations. `script` has the deal, `pages` the explanations and their conditions."""
