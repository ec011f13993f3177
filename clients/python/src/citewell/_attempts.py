"""Steps shared by both transports: recognize failures, retry, read replies."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from ._request import Request
from ._retry import retry_delay
from ._settings import Settings
from .errors import CitewellError, ConnectionFailedError, error_of_reply


class Attempts:
    """Attempts at one request, and the reading of its reply."""

    def __init__(self, settings: Settings, request: Request) -> None:
        self._settings = settings
        self._timeout = settings.timeout_of(request)
        self._retries = settings.retries_of(request)
        self._failed = 0
        self.options = settings.options_of(request)

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Convert failures of httpx while sending to those of the client."""
        try:
            yield
        except httpx.TimeoutException as error:
            raise _silent(self._timeout) from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ConnectionFailedError("base_url is no address that begins with http.") from error
        except httpx.HTTPError as error:
            raise ConnectionFailedError(
                "The service could not be reached.", retryable=True
            ) from error

    @contextmanager
    def reading(self, response: httpx.Response) -> Iterator[None]:
        """Convert failures while the body of a reply is read, which is not retried."""
        try:
            yield
        except httpx.TimeoutException as error:
            raise _silent(self._timeout) from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise ConnectionFailedError(
                "The connection to the service was lost.",
                request_id=response.headers.get("x-request-id"),
            ) from error

    def delay_after(self, failure: CitewellError) -> float:
        """Return the seconds before the next attempt.

        Raises:
            CitewellError: The failure itself, if there is to be none.
        """
        settings = self._settings
        delay = retry_delay(failure, self._failed, self._retries, settings.random)
        if delay is None:
            raise failure
        self._failed += 1
        return delay


def error_of(response: httpx.Response) -> CitewellError:
    """Return the failure that a reply reports, whose body has been read."""
    return error_of_reply(response.status_code, response.headers, response.text, time.time())


def json_of(response: httpx.Response) -> Any:
    """Return the body of a reply as JSON.

    Raises:
        ConnectionFailedError: If it is anything else.
    """
    try:
        return json.loads(response.content)
    except ValueError:
        raise _unreadable(response) from None


def require_event_stream(response: httpx.Response) -> None:
    """Check that a reply is a stream of events.

    Raises:
        ConnectionFailedError: If it is anything else.
    """
    if not response.headers.get("content-type", "").startswith("text/event-stream"):
        raise _unreadable(response)


def _silent(seconds: float) -> ConnectionFailedError:
    """Return the failure of a call that received nothing for this long. It is not retried."""
    return ConnectionFailedError(f"Nothing was heard from the service for {seconds:g} s.")


def _unreadable(response: httpx.Response) -> ConnectionFailedError:
    """Return the failure for a success status on another reply: a login page, another service."""
    return ConnectionFailedError(
        "What answered is not this service; check base_url.",
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
    )
