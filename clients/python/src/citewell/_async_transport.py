"""Transport of the asynchronous client: ``_transport`` with await."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import anyio
import httpx

from ._attempts import Attempts, error_of, json_of, require_event_stream
from ._request import Request
from ._settings import Settings
from .errors import CitewellError
from .sse import SseMessage, SseParser

Event = TypeVar("Event")


class AsyncTransport:
    """Sends requests through httpx, and retries them if that can help."""

    def __init__(self, settings: Settings, http_client: httpx.AsyncClient | None) -> None:
        self._settings = settings
        self._owns_client = http_client is None
        self._http = http_client or httpx.AsyncClient()

    async def close(self) -> None:
        """Close the connections, unless they belong to the caller's own httpx client."""
        if self._owns_client:
            await self._http.aclose()

    async def json(self, request: Request) -> Any:
        """Return the reply as JSON.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        return json_of(await self._whole(request))

    async def text(self, request: Request) -> str:
        """Return the reply as text.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        return (await self._whole(request)).text

    async def open(self, request: Request) -> AsyncOpenStream:
        """Return the reply to a request for a stream; it must be closed.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        attempts = Attempts(self._settings, request)
        response = await self._send(attempts)
        try:
            require_event_stream(response)
        except CitewellError:
            await response.aclose()
            raise
        return AsyncOpenStream(response, attempts)

    async def _whole(self, request: Request) -> httpx.Response:
        attempts = Attempts(self._settings, request)
        response = await self._send(attempts)
        try:
            with attempts.reading(response):
                await response.aread()
        finally:
            await response.aclose()
        return response

    async def _send(self, attempts: Attempts) -> httpx.Response:
        """Send, and retry if that can help, but never once a reply has begun."""
        while True:
            try:
                return await self._attempt(attempts)
            except CitewellError as failure:
                delay = attempts.delay_after(failure)
            await anyio.sleep(delay)

    async def _attempt(self, attempts: Attempts) -> httpx.Response:
        with attempts.sending():
            request = self._http.build_request(**attempts.options)
            # A redirect would carry the API key wherever it points.
            response = await self._http.send(request, stream=True, follow_redirects=False)
            if response.is_success:
                return response
            try:
                await response.aread()
            finally:
                await response.aclose()
        raise error_of(response)


class AsyncOpenStream:
    """A stream that has begun."""

    def __init__(self, response: httpx.Response, attempts: Attempts) -> None:
        self._response = response
        self._attempts = attempts
        self.request_id: str | None = response.headers.get("x-request-id")

    async def events(self, read: Callable[[SseMessage], Event | None]) -> AsyncIterator[Event]:
        """Yield the events up to the end of the stream, without those that ``read`` ignores.

        Raises:
            ConnectionFailedError: If the connection breaks, or is silent for too long.
        """
        parser = SseParser()
        with self._attempts.reading(self._response):
            async for chunk in self._response.aiter_bytes():
                for message in parser.feed(chunk):
                    event = read(message)
                    if event is not None:
                        yield event

    async def close(self) -> None:
        """End the request, if it is still running."""
        await self._response.aclose()
