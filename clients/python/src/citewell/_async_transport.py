"""Transport of the asynchronous client: the same as ``_transport``, awaited."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import anyio
import httpx

from ._request import Request
from ._retry import retry_delay
from ._settings import Settings, is_event_stream, lost, silent, unreachable, unreadable
from .errors import CitewellError, error_of_reply
from .sse import SseMessage, SseParser

Event = TypeVar("Event")


class AsyncTransport:
    """Sends requests through httpx, and sends them again where that can help."""

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
        response = await self._whole(request)
        try:
            return json.loads(response.content)
        except ValueError:
            raise unreadable(response) from None

    async def text(self, request: Request) -> str:
        """Return the reply as text.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        return (await self._whole(request)).text

    async def open(self, request: Request) -> httpx.Response:
        """Return the reply to a request for a stream; it must be closed.

        Raises:
            CitewellError: Of the class that the reply maps to.
        """
        response = await self._send(request)
        if not is_event_stream(response):
            await response.aclose()
            raise unreadable(response)
        return response

    async def read_events(
        self, response: httpx.Response, read: Callable[[SseMessage], Event | None]
    ) -> AsyncIterator[Event]:
        """Yield the events of a stream up to its end, without those that ``read`` does not know.

        Raises:
            ConnectionFailedError: If the connection breaks, or is silent for too long.
        """
        parser = SseParser()
        try:
            async for chunk in response.aiter_bytes():
                for message in parser.feed(chunk):
                    event = read(message)
                    if event is not None:
                        yield event
        except httpx.TimeoutException as error:
            raise silent(self._settings.timeout) from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise lost(response) from error

    async def _whole(self, request: Request) -> httpx.Response:
        response = await self._send(request)
        try:
            await response.aread()
        except httpx.TimeoutException as error:
            raise silent(self._settings.timeout_of(request)) from error
        except httpx.HTTPError as error:
            raise lost(response) from error
        finally:
            await response.aclose()
        return response

    async def _send(self, request: Request) -> httpx.Response:
        """Send, and send again where that can help; not any more once a reply has begun."""
        retries = self._settings.retries_of(request)
        attempt = 0
        while True:
            outcome = await self._attempt(request)
            if isinstance(outcome, httpx.Response):
                return outcome
            delay = retry_delay(outcome, attempt, retries, self._settings.random)
            if delay is None:
                raise outcome
            await anyio.sleep(delay)
            attempt += 1

    async def _attempt(self, request: Request) -> httpx.Response | CitewellError:
        built = self._http.build_request(**self._settings.options_of(request))
        try:
            # A redirect would carry the API key wherever it points.
            response = await self._http.send(built, stream=True, follow_redirects=False)
            if response.is_success:
                return response
            try:
                await response.aread()
            finally:
                await response.aclose()
        except httpx.TimeoutException as error:
            raise silent(self._settings.timeout_of(request)) from error
        except httpx.HTTPError as cause:
            failure = unreachable()
            failure.__cause__ = cause
            return failure
        return error_of_reply(response.status_code, response.headers, response.text, time.time())
