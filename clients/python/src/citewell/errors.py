"""Failures of calls, with one class for each kind of reaction."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import cast

from .types import Module


class CitewellError(Exception):
    """Any failure of a call.

    Attributes:
        message: What happened and what to do, in the language that the client asks for.
        status: HTTP status, where a reply came.
        code: Code as it was sent, including its tail: ``quota_exceeded:100/100``.
        request_id: Request id by which the operator finds the call.
        retry_after: Seconds that the service requests to wait before the next attempt.
        retryable: True if the same call may succeed a moment later.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        retryable: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.retryable = retryable


class AuthenticationError(CitewellError):
    """401: the key is missing, unknown, disabled or expired; ``code`` says which."""


class PermissionDeniedError(CitewellError):
    """403: the key is not authorized for ``module``."""

    @property
    def module(self) -> Module | None:
        """Module that the key lacks."""
        _, tail, _ = _split_code(self.code)
        return cast("Module | None", tail)


class InvalidRequestError(CitewellError):
    """400 and other statuses that say: this request, as it is, will never do.

    The message names the field and why.
    """


class ConflictError(CitewellError):
    """409: a call with this idempotency key still runs, lost its reply, or was another request."""


class QuotaExceededError(CitewellError):
    """429: today's requests are used up. ``retry_after`` reaches to the next day of the quota."""

    @property
    def used(self) -> int | None:
        """Requests counted today."""
        return _pair(self.code)[0]

    @property
    def limit(self) -> int | None:
        """Requests permitted per day."""
        return _pair(self.code)[1]


class InsufficientBalanceError(CitewellError):
    """403: the token balance is too low for this call."""

    @property
    def balance(self) -> int | None:
        """Tokens left."""
        return _pair(self.code)[0]

    @property
    def cost(self) -> int | None:
        """Tokens that the call needs."""
        return _pair(self.code)[1]


class RateLimitedError(CitewellError):
    """429: too many requests at once."""


class UpstreamError(CitewellError):
    """502: a source or model could not be reached. It says nothing about the evidence."""


class ServerError(CitewellError):
    """500, 503 and the like: the service itself failed, is busy or is restarting."""


class ConnectionFailedError(CitewellError):
    """Failure to receive a complete, readable reply.

    The connection was refused or reset, was silent for too long, or a stream broke off before
    ``done``.
    """


class StreamError(CitewellError):
    """The stream ended with an ``error`` event, whose message this is."""


# Codes before statuses: two errors share 403 and two share 429, and they ask for different things.
_BY_CODE: Mapping[str, type[CitewellError]] = {
    "no_permission": PermissionDeniedError,
    "insufficient_balance": InsufficientBalanceError,
    "quota_exceeded": QuotaExceededError,
}
_BY_STATUS: Mapping[int, type[CitewellError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    408: ConnectionFailedError,
    409: ConflictError,
    429: RateLimitedError,
    502: UpstreamError,
}


def error_of_reply(status: int, headers: Mapping[str, str], body: str, now: float) -> CitewellError:
    """Return the failure that an HTTP reply reports.

    Args:
        body: Anything: a proxy on the way answers with pages of its own.
        now: Seconds since 1970, with which a date in ``Retry-After`` is compared.
    """
    message, code = _read_body(body)
    by_status = _BY_STATUS.get(status) or (ServerError if status >= 500 else InvalidRequestError)
    name, _, _ = _split_code(code)
    error_class = _BY_CODE.get(name or "", by_status)
    # Tomorrow's quota is no matter of trying again; a conflict is one where it will be over.
    may_pass = status in (408, 429) or status >= 500 or (status == 409 and "retry-after" in headers)
    return error_class(
        message if message is not None else _describe(status, headers),
        status=status,
        code=code,
        request_id=headers.get("x-request-id"),
        retry_after=retry_after(headers, now),
        retryable=may_pass
        and error_class is not QuotaExceededError
        and headers.get("x-should-retry") != "false",
    )


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that ``retry-after-ms``, else ``Retry-After``, requests to wait.

    Args:
        now: Seconds since 1970.
    """
    exact = headers.get("retry-after-ms")
    if exact is not None and re.fullmatch(r"[0-9]+(\.[0-9]+)?", exact):
        return float(exact) / 1000
    rounded = headers.get("retry-after")
    if rounded is None:
        return None
    if re.fullmatch(r"[0-9]+", rounded):
        return float(rounded)
    try:
        date = parsedate_to_datetime(rounded)
    except ValueError:
        return None
    return max(0.0, date.replace(tzinfo=date.tzinfo or timezone.utc).timestamp() - now)


def _split_code(code: str | None) -> tuple[str | None, str | None, tuple[int, int] | None]:
    """``quota_exceeded:98/100`` → its name, its tail, and the numbers of the tail."""
    if code is None or ":" not in code:
        return code, None, None
    name, tail = code.split(":", 1)
    numbers = re.fullmatch(r"(-?[0-9]+)/(-?[0-9]+)", tail)
    return name, tail, (int(numbers[1]), int(numbers[2])) if numbers else None


def _pair(code: str | None) -> tuple[int | None, int | None]:
    return _split_code(code)[2] or (None, None)


def _describe(status: int, headers: Mapping[str, str]) -> str:
    """Describe a reply that did not come from the service itself."""
    if status < 300 or status >= 400:
        return f"The service answered with HTTP {status}."
    location = headers.get("location")
    target = f" to {location}" if location else ""
    return f"The service redirects{target}; give its real address as base_url."


def _read_body(text: str) -> tuple[str | None, str | None]:
    try:
        body = json.loads(text)
    except ValueError:
        return None, None
    if not isinstance(body, dict):
        return None, None
    error, code = body.get("error"), body.get("code")
    return error if isinstance(error, str) else None, code if isinstance(code, str) else None
