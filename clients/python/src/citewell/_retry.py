"""Decides when to try again."""

from __future__ import annotations

from collections.abc import Callable

from .errors import CitewellError

# A longer wait is for the caller to decide on.
_MAX_WAIT = 60.0


def retry_delay(
    error: CitewellError, attempt: int, max_retries: int, random: Callable[[], float]
) -> float | None:
    """Return the seconds before the next attempt, or ``None`` if there should be none.

    A delay requested by the service is a minimum, increased by up to a quarter so that callers
    rejected together do not return together. Otherwise it is 0.5 s, doubled with each attempt up
    to 8 s, and reduced by up to a quarter.

    Args:
        attempt: Number of the attempt that failed, from 0.
        random: Returns numbers in [0, 1).
    """
    if not error.retryable or attempt >= max_retries:
        return None
    if error.retry_after is None:
        # The cap comes before the power, which a generous max_retries could make too large.
        return float(min(0.5 * 2 ** min(attempt, 10), 8)) * (1 - random() / 4)
    return error.retry_after * (1 + random() / 4) if error.retry_after <= _MAX_WAIT else None
