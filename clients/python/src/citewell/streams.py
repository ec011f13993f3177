"""Answers on their way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from types import TracebackType

import httpx

from ._async_transport import AsyncTransport
from ._compat import Self
from ._fold import AnswerFold, StreamedAnswer
from ._request import Request
from ._transport import Transport
from .errors import CitewellError
from .events import AnswerEvent, read_answer_event

_ITERATED = "An answer stream can be iterated once."


class AnswerStream:
    """An answer on its way.

    Iterate it once for its events, call ``final()`` for the whole, or do both: ``final()`` folds
    the very events that are iterated. Nothing is sent before one of the two. Leaving the loop ends
    the request, and with it any further charges; ``with`` makes certain of it.
    """

    def __init__(self, transport: Transport, request: Request) -> None:
        self._transport = transport
        self._request = request
        self._fold = AnswerFold()
        self._is_open = False
        self._response: httpx.Response | None = None

    @property
    def request_id(self) -> str | None:
        """Request id of the call, once its reply has begun."""
        return self._fold.request_id

    def __iter__(self) -> Iterator[AnswerEvent]:
        """Yield the events as they arrive.

        An ``error`` event is yielded like the others and raised by ``final()`` only.

        Raises:
            RuntimeError: If the stream was iterated before.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> for event in stream:  # doctest: +SKIP
            ...     if event.event == "answer_chunk":
            ...         print(event.data["text"], end="")
        """
        if self._is_open:
            raise RuntimeError(_ITERATED)
        self._is_open = True
        return self._iterate()

    def final(self) -> StreamedAnswer:
        """Return the whole answer, folded from the events.

        Raises:
            StreamError: If the stream reported an error.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> answer = citewell.ask_stream("Is aspirin safe?").final()  # doctest: +SKIP
        """
        if not self._is_open:
            try:
                for _ in self:
                    pass
            except CitewellError:
                # Kept by the fold, which knows whether the stream reported another one before.
                pass
        return self._fold.result()

    def close(self) -> None:
        """End the request, if it is still running."""
        if self._response is not None:
            self._response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _iterate(self) -> Iterator[AnswerEvent]:
        fold = self._fold
        try:
            self._response = self._transport.open(self._request)
            fold.request_id = self._response.headers.get("x-request-id")
            events: Iterator[AnswerEvent] = self._transport.read_events(
                self._response, read_answer_event
            )
            for event in events:
                fold.add(event)
                yield event
                if event.event == "done":
                    return
            raise fold.broken_off()
        except CitewellError as error:
            fold.fail(error)
            raise
        finally:
            self.close()


class AsyncAnswerStream:
    """An answer on its way: the same as ``AnswerStream``, awaited.

    ``async with`` makes certain that leaving the loop ends the request at once.
    """

    def __init__(self, transport: AsyncTransport, request: Request) -> None:
        self._transport = transport
        self._request = request
        self._fold = AnswerFold()
        self._is_open = False
        self._response: httpx.Response | None = None

    @property
    def request_id(self) -> str | None:
        """Request id of the call, once its reply has begun."""
        return self._fold.request_id

    def __aiter__(self) -> AsyncIterator[AnswerEvent]:
        """Yield the events as they arrive.

        An ``error`` event is yielded like the others and raised by ``final()`` only.

        Raises:
            RuntimeError: If the stream was iterated before.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> async for event in stream:  # doctest: +SKIP
            ...     if event.event == "answer_chunk":
            ...         print(event.data["text"], end="")
        """
        if self._is_open:
            raise RuntimeError(_ITERATED)
        self._is_open = True
        return self._iterate()

    async def final(self) -> StreamedAnswer:
        """Return the whole answer, folded from the events.

        Raises:
            StreamError: If the stream reported an error.
            CitewellError: If the request is rejected, or the connection breaks before ``done``.

        Example:
            >>> await citewell.ask_stream("Is aspirin safe?").final()  # doctest: +SKIP
        """
        if not self._is_open:
            try:
                async for _ in self:
                    pass
            except CitewellError:
                # Kept by the fold, which knows whether the stream reported another one before.
                pass
        return self._fold.result()

    async def close(self) -> None:
        """End the request, if it is still running."""
        if self._response is not None:
            await self._response.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _iterate(self) -> AsyncIterator[AnswerEvent]:
        fold = self._fold
        try:
            self._response = await self._transport.open(self._request)
            fold.request_id = self._response.headers.get("x-request-id")
            events: AsyncIterator[AnswerEvent] = self._transport.read_events(
                self._response, read_answer_event
            )
            async for event in events:
                fold.add(event)
                yield event
                if event.event == "done":
                    return
            raise fold.broken_off()
        except CitewellError as error:
            fold.fail(error)
            raise
        finally:
            await self.close()
