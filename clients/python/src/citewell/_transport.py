"""Transport of the blocking client: deadline, retries and errors."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import httpx

from ._request import Request
from ._retry import retry_delay
from ._settings import Settings, is_event_stream, lost, silent, unreachable, unreadable
from .errors import CitewellError, error_of_reply
from .sse import SseMessage, SseParser

Event = TypeVar("Event")


class Transport:
    """Sends requests through httpx, and sends them again where that can help."""

    def __init__(self, settings: Settings, http_client: httpx.Client | None) -> None:
        self._settings = settings
        self._owns_client = http_client is None
        self._http = http_client or httpx.Client()

    def close(self) -> None:
        """Close the connections, unless they belong to the caller's own httpx client."""
        if self._owns_client:
            self._http.close()

    def json(self, request: Request) -> Any:
        """Return the reply as JSON.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        response = self._whole(request)
        try:
            return json.loads(response.content)
        except ValueError:
            raise unreadable(response) from None

    def text(self, request: Request) -> str:
        """Return the reply as text.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        return self._whole(request).text

    def open(self, request: Request) -> httpx.Response:
        """Return the reply to a request for a stream; it must be closed.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        response = self._send(request)
        if not is_event_stream(response):
            response.close()
            raise unreadable(response)
        return response

    def read_events(
        self, response: httpx.Response, read: Callable[[SseMessage], Event | None]
    ) -> Iterator[Event]:
        """Yield the events of a stream up to its end, without those that ``read`` does not know.

        Raises:
            ConnectionFailedError: If the connection breaks, or is silent for too long.
        """
        parser = SseParser()
        try:
            for chunk in response.iter_bytes():
                for message in parser.feed(chunk):
                    event = read(message)
                    if event is not None:
                        yield event
        except httpx.TimeoutException as error:
            raise silent(self._settings.timeout) from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise lost(response) from error

    def _whole(self, request: Request) -> httpx.Response:
        response = self._send(request)
        try:
            response.read()
        except httpx.TimeoutException as error:
            raise silent(self._settings.timeout_of(request)) from error
        except httpx.HTTPError as error:
            raise lost(response) from error
        finally:
            response.close()
        return response

    def _send(self, request: Request) -> httpx.Response:
        """Send, and send again where that can help; not any more once a reply has begun."""
        retries = self._settings.retries_of(request)
        attempt = 0
        while True:
            outcome = self._attempt(request)
            if isinstance(outcome, httpx.Response):
                return outcome
            delay = retry_delay(outcome, attempt, retries, self._settings.random)
            if delay is None:
                raise outcome
            time.sleep(delay)
            attempt += 1

    def _attempt(self, request: Request) -> httpx.Response | CitewellError:
        built = self._http.build_request(**self._settings.options_of(request))
        try:
            # A redirect would carry the API key wherever it points.
            response = self._http.send(built, stream=True, follow_redirects=False)
            if response.is_success:
                return response
            try:
                response.read()
            finally:
                response.close()
        except httpx.TimeoutException as error:
            raise silent(self._settings.timeout_of(request)) from error
        except httpx.HTTPError as cause:
            failure = unreachable()
            failure.__cause__ = cause
            return failure
        return error_of_reply(response.status_code, response.headers, response.text, time.time())
