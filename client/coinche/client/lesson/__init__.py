"""The lesson: one deal with somebody who explains. `script` is the deal, `pages` what is explained when."""
