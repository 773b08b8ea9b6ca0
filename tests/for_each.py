"""Many quick cases in one test.

`pytest.mark.parametrize` makes a test of each case, for which pytest and xdist take some four milliseconds of
processor. Where there are hundreds of cases of a fraction of that, they are one test, which tries all of them and names
each that fails.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def for_each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Call the test for each case. The names are the parameters that a case stands for, as in `parametrize`."""
    listed = tuple(cases)
    assert listed

    def within(test: Test) -> Test:
        def all_cases(**given: Any) -> None:
            wrong = []
            for case in listed:
                try:
                    test(**given, **({names: case} if isinstance(names, str) else dict(zip(names, case, strict=True))))
                except Exception as error:
                    error.add_note(f"with {names} = {case!r}")
                    wrong.append(error)
            if wrong:
                raise ExceptionGroup(f"{len(wrong)} of {len(listed)} cases", wrong)

        signature = inspect.signature(test)
        taken = {names} if isinstance(names, str) else set(names)
        others = [parameter for name, parameter in signature.parameters.items() if name not in taken]
        vars(all_cases).update(vars(test), __signature__=signature.replace(parameters=others))  # with its marks
        for part in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(all_cases, part, getattr(test, part))
        return all_cases

    return within
