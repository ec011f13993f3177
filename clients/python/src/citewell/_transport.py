"""Transport of the blocking client: everything that waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import httpx

from ._attempts import Attempts, error_of, json_of, require_event_stream
from ._request import Request
from ._settings import Settings
from .errors import CitewellError
from .sse import SseMessage, SseParser

Event = TypeVar("Event")


class Transport:
    """Sends requests through httpx, and retries them if that can help."""

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
        return json_of(self._whole(request))

    def text(self, request: Request) -> str:
        """Return the reply as text.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        return self._whole(request).text

    def open(self, request: Request) -> OpenStream:
        """Return the reply to a request for a stream; it must be closed.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        attempts = Attempts(self._settings, request)
        response = self._send(attempts)
        try:
            require_event_stream(response)
        except CitewellError:
            response.close()
            raise
        return OpenStream(response, attempts)

    def _whole(self, request: Request) -> httpx.Response:
        attempts = Attempts(self._settings, request)
        response = self._send(attempts)
        try:
            with attempts.reading(response):
                response.read()
        finally:
            response.close()
        return response

    def _send(self, attempts: Attempts) -> httpx.Response:
        """Send, and retry if that can help, but never once a reply has begun."""
        while True:
            try:
                return self._attempt(attempts)
            except CitewellError as failure:
                delay = attempts.delay_after(failure)
            time.sleep(delay)

    def _attempt(self, attempts: Attempts) -> httpx.Response:
        with attempts.sending():
            request = self._http.build_request(**attempts.options)
            # A redirect would carry the API key wherever it points.
            response = self._http.send(request, stream=True, follow_redirects=False)
            if response.is_success:
                return response
            try:
                response.read()
            finally:
                response.close()
        raise error_of(response)


class OpenStream:
    """A stream that has begun."""

    def __init__(self, response: httpx.Response, attempts: Attempts) -> None:
        self._response = response
        self._attempts = attempts
        self.request_id: str | None = response.headers.get("x-request-id")

    def events(self, read: Callable[[SseMessage], Event | None]) -> Iterator[Event]:
        """Yield the events up to the end of the stream, without those that ``read`` ignores.

        Raises:
            ConnectionFailedError: If the connection breaks, or is silent for too long.
        """
        parser = SseParser()
        with self._attempts.reading(self._response):
            for chunk in self._response.iter_bytes():
                for message in parser.feed(chunk):
                    event = read(message)
                    if event is not None:
                        yield event

    def close(self) -> None:
        """End the request, if it is still running."""
        self._response.close()
