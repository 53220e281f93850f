"""FIDE's rating tables (Handbook B.02, 8.1.1 and 8.1.2) as whole hundredths, so that sums of them are exact.

They are the only copy: tie-breaks, rating changes, norms (whose table B.01 1.4.9 is 8.1.1 again) and code that draws
results by rating read them.

`DIFFERENCE[p]` is the rating difference for a score of p hundredths, from 50 up; below it is the negative of 100 - p.
`REACHES` has the greatest difference that still gives 50, 51, 52 ... hundredths.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),  # .50 to .59
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),  # .60
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),  # .70
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),  # .80
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),  # .90
    800,
)
REACHES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),  # .50 to .59
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),  # .60
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),  # .70
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),  # .80
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),  # .90
)


def hundredths(share: Fraction) -> int:
    """Return a share of points as whole hundredths, rounded half up (B.01 1.4.9)."""
    return (200 * share.numerator + share.denominator) // (2 * share.denominator)


def rating_difference(hundredths: int) -> int:
    """Return the rating difference for a share of 0 to 100 hundredths."""
    return DIFFERENCE[hundredths - 50] if hundredths >= 50 else -DIFFERENCE[50 - hundredths]


def expected_hundredths(difference: int) -> int:
    """Return the expected share for a rating difference, on the full scale."""
    upper = 50 + bisect_left(REACHES, abs(difference))
    return upper if difference >= 0 else 100 - upper
