"""A finding of a paper, and whether it is found again."""

from dataclasses import dataclass

#: Stands at the top of a report that was made to see every step taken.
MEANS_NOTHING = "A quick run: these numbers mean nothing."


@dataclass(frozen=True)
class Claim:
    """One finding: whether it holds (None: not testable), and the numbers.

    It is close if the interval of a difference that decides contains 0.
    """

    id: str
    text: str
    holds: bool | None
    numbers: str
    is_close: bool = False

    @property
    def verdict(self) -> str:
        """The answer in words."""
        return {True: "holds", False: "does not hold", None: "not testable here"}[self.holds]


def summed_up(claims: list[Claim], *, is_quick: bool = False) -> str:
    """Say in a sentence which claims hold, and before it whether that means anything.

    Examples
    --------
    >>> summed_up([Claim("S1", "", True, ""), Claim("S5", "", None, "")])
    'Of 2 claims 1 hold (S1) and 0 do not.'
    >>> summed_up([], is_quick=True)
    'A quick run: these numbers mean nothing. Of 0 claims 0 hold and 0 do not.'
    """
    holding = [claim.id for claim in claims if claim.holds]
    failing = [claim.id for claim in claims if claim.holds is False]
    return (
        (f"{MEANS_NOTHING} " if is_quick else "")
        + f"Of {len(claims)} claims {len(holding)} hold"
        + (f" ({', '.join(holding)})" if holding else "")
        + f" and {len(failing)} do not"
        + (f" ({', '.join(failing)})." if failing else ".")
    )
