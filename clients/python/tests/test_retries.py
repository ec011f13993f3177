from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, get_args

import anyio
import httpx
import pytest

from citewell import (
    AsyncCitewell,
    AuthenticationError,
    Citewell,
    CitewellError,
    ConflictError,
    ConnectionFailedError,
    InsufficientBalanceError,
    InvalidRequestError,
    PermissionDeniedError,
    QuotaExceededError,
    RateLimitedError,
    ServerError,
    StreamedAnswer,
    StreamError,
    UpstreamError,
    types,
)
from citewell._retry import retry_delay
from citewell.errors import error_of_reply, retry_after

ANSWER: types.AskResponse = {"answer": "Yes [1].", "references": []}
Handler = Callable[[httpx.Request], httpx.Response]
Step = httpx.Response | Exception


class Script:
    """Replies in their order, and the requests that got them."""

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def client(self, **options: Any) -> Citewell:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Citewell("http://test/", "cw_key", http_client=http, random=lambda: 0.5, **options)

    def async_client(self, **options: Any) -> AsyncCitewell:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self))
        return AsyncCitewell(
            "http://test/", "cw_key", http_client=http, random=lambda: 0.5, **options
        )


def error_reply(status: int, code: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"error": "No.", "code": code}, headers=named)


def answer() -> httpx.Response:
    return httpx.Response(200, json=ANSWER)


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(anyio, "sleep", sleep)
    return waited


def test_a_call_is_retried_with_one_idempotency_key(waits: list[float]) -> None:
    script = Script(error_reply(503, "overloaded"), httpx.ConnectError("refused"), answer())
    assert script.client().ask("x") == ANSWER
    assert waits == [0.5 * 0.875, 1.0 * 0.875]
    first, *others = script.requests
    key = first.headers["idempotency-key"]
    assert len(key) == 32
    assert [each.headers["idempotency-key"] for each in others] == [key, key]
    assert first.headers["x-api-key"] == "cw_key"
    assert str(first.url) == "http://test/ai/api/ask"
    assert json.loads(first.content) == {"question": "x"}


@pytest.mark.anyio
async def test_an_asynchronous_call_is_retried_with_one_idempotency_key(waits: list[float]) -> None:
    script = Script(error_reply(429, "rate_limited", retry_after="2"), answer())
    assert await script.async_client().ask("x", idempotency_key="job 7") == ANSWER
    assert waits == [2 * 1.125]
    assert [each.headers["idempotency-key"] for each in script.requests] == ["job 7", "job 7"]


@pytest.mark.parametrize(
    "step",
    [
        error_reply(429, "quota_exceeded:100/100", retry_after="5"),
        error_reply(503, "overloaded", x_should_retry="false"),
        error_reply(503, "overloaded", retry_after="61"),
        error_reply(400, "invalid_request"),
        error_reply(409, "conflict"),
        httpx.Response(302, headers={"location": "https://elsewhere/"}),
        httpx.ReadTimeout("silent"),
    ],
)
def test_permanent_failures_are_not_retried(step: Step, waits: list[float]) -> None:
    script = Script(step)
    with pytest.raises(CitewellError):
        script.client().ask("x")
    assert waits == []
    assert len(script.requests) == 1


def test_attempts_end_with_the_last_failure() -> None:
    script = Script(*(error_reply(500, "internal_error", x_request_id=f"r{n}") for n in range(3)))
    with pytest.raises(ServerError) as caught:
        script.client().ask("x")
    assert caught.value.request_id == "r2"
    assert len(script.requests) == 3
    with pytest.raises(ServerError):
        Script(error_reply(500, "internal_error")).client(max_retries=0).ask("x")
    with pytest.raises(ServerError):
        Script(error_reply(500, "internal_error")).client().apply(name="a", email="b", purpose="c")


def test_the_delay_grows_to_eight_seconds_and_follows_retry_after() -> None:
    failure = CitewellError("x", retryable=True)
    delays = [retry_delay(failure, attempt, 99, lambda: 0.0) for attempt in range(6)]
    assert delays == [0.5, 1, 2, 4, 8, 8]
    assert retry_delay(failure, 2, 2, lambda: 0.0) is None
    asked = CitewellError("x", retryable=True, retry_after=60.0)
    assert retry_delay(asked, 0, 2, lambda: 0.5) == 67.5
    assert retry_delay(CitewellError("x"), 0, 2, lambda: 0.0) is None
    assert retry_after({"retry-after-ms": "1500", "retry-after": "9"}, 0) == 1.5
    assert retry_after({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 20) == 40
    assert retry_after({"retry-after": "soon"}, 0) is None


@pytest.mark.parametrize(
    ("status", "code", "error_class", "details"),
    [
        (401, "key_expired", AuthenticationError, {"code": "key_expired"}),
        (403, "no_permission:factcheck", PermissionDeniedError, {"module": "factcheck"}),
        (
            403,
            "insufficient_balance:5/3000",
            InsufficientBalanceError,
            {"balance": 5, "cost": 3000},
        ),
        (429, "quota_exceeded:98/100", QuotaExceededError, {"used": 98, "limit": 100}),
        (429, "rate_limited", RateLimitedError, {"retryable": True}),
        (400, "invalid_request", InvalidRequestError, {"retryable": False}),
        (404, "article_not_found", InvalidRequestError, {"status": 404}),
        (408, "request_timeout", ConnectionFailedError, {"retryable": True}),
        (409, "conflict", ConflictError, {"retryable": False}),
        (502, "upstream_unavailable", UpstreamError, {"retryable": True}),
        (503, "overloaded", ServerError, {"retryable": True}),
    ],
)
def test_each_error_code_raises_its_class(
    status: int, code: str, error_class: type[CitewellError], details: dict[str, object]
) -> None:
    error = error_of_reply(status, {}, json.dumps({"error": "No.", "code": code}), 0)
    assert type(error) is error_class
    assert (error.message, str(error), error.code) == ("No.", "No.", code)
    assert {name: getattr(error, name) for name in details} == details


@pytest.mark.parametrize("body", ["<html>", "[]", '{"error": 7}', ""])
def test_replies_of_other_services_are_described(body: str) -> None:
    error = error_of_reply(504, {}, body, 0)
    assert (type(error), error.message) == (ServerError, "The service answered with HTTP 504.")
    moved = error_of_reply(301, {"location": "https://elsewhere/"}, body, 0)
    assert "redirects to https://elsewhere/" in moved.message


def test_an_unexpected_reply_with_status_200_is_reported() -> None:
    page = httpx.Response(200, text="<html>", headers={"x-request-id": "r1"})
    with pytest.raises(ConnectionFailedError, match="check base_url") as caught:
        Script(page).client().ask("x")
    assert (caught.value.status, caught.value.request_id) == (200, "r1")
    with pytest.raises(ConnectionFailedError, match="check base_url"):
        Script(answer()).client().ask_stream("x").final()


class Chunks(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that tells whether it was closed, and may break off."""

    def __init__(self, *chunks: bytes, error: Exception | None = None) -> None:
        self.chunks, self.error, self.is_closed = chunks, error, False

    def __iter__(self) -> Iterator[bytes]:
        yield from self.chunks
        if self.error:
            raise self.error

    async def __aiter__(self) -> Any:
        for chunk in self:
            yield chunk

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def stream(body: Chunks) -> httpx.Response:
    headers = {"content-type": "text/event-stream; charset=utf-8", "x-request-id": "r9"}
    return httpx.Response(200, stream=body, headers=headers)


CHUNK = b'event: answer_chunk\ndata: {"text": "a"}\n\n'
LATER = b'event: invented\ndata: {"x": 1}\n\n'
FAILED = b'event: error\ndata: {"message": "Overloaded."}\n\n'
DONE = b"event: done\ndata: {}\n\n"


def test_final_folds_iterated_events_and_skips_unknown_ones() -> None:
    body = Chunks(CHUNK, LATER, CHUNK, DONE)
    answering = Script(stream(body)).client().ask_stream("x", images=[b"\x00\x01", "aGk="])
    assert [event.event for event in answering] == ["answer_chunk", "answer_chunk", "done"]
    whole: StreamedAnswer = {"answer": "aa", "references": []}
    assert answering.final() == whole
    assert answering.request_id == "r9"
    assert body.is_closed
    with pytest.raises(RuntimeError, match="once"):
        iter(answering)


def test_a_stream_is_sent_when_read_with_bytes_as_base64() -> None:
    script = Script(stream(Chunks(DONE)))
    answering = script.client().ask_stream("x", images=[b"\x00\x01", "aGk="], date_from=2015)
    assert script.requests == []
    answering.final()
    sent = json.loads(script.requests[0].content)
    assert sent == {"question": "x", "images": ["AAE=", "aGk="], "date_from": "2015"}
    assert "idempotency-key" not in script.requests[0].headers


def test_leaving_the_loop_ends_the_request() -> None:
    body = Chunks(CHUNK, CHUNK, DONE)
    answering = Script(stream(body)).client().ask_stream("x")
    for _ in answering:
        break
    assert body.is_closed
    with pytest.raises(ConnectionFailedError, match="left before its end"):
        answering.final()


@pytest.mark.anyio
async def test_leaving_async_with_ends_the_request() -> None:
    body = Chunks(CHUNK, CHUNK, DONE)
    async with Script(stream(body)).async_client().ask_stream("x") as answering:
        async for _ in answering:
            break
    assert body.is_closed
    with pytest.raises(ConnectionFailedError, match="left before its end"):
        await answering.final()


@pytest.mark.anyio
async def test_an_error_event_is_yielded_and_raised_by_final() -> None:
    answering = Script(stream(Chunks(CHUNK, FAILED, DONE))).async_client().ask_stream("x")
    assert [event.event async for event in answering] == ["answer_chunk", "error", "done"]
    with pytest.raises(StreamError, match=r"Overloaded\.") as caught:
        await answering.final()
    assert caught.value.request_id == "r9"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (Chunks(CHUNK), "broke off before its end"),
        (Chunks(CHUNK, error=httpx.ReadError("reset")), "connection to the service was lost"),
        (Chunks(CHUNK, error=httpx.ReadTimeout("silent")), "Nothing was heard .* for 7 s"),
        (Chunks(b"event: thinking\ndata: [1]\n\n"), "data of a thinking event cannot be read"),
    ],
)
def test_an_interrupted_stream_raises(body: Chunks, message: str) -> None:
    script = Script(stream(body))
    with pytest.raises(ConnectionFailedError, match=message):
        script.client(timeout=7).ask_stream("x").final()
    assert body.is_closed
    assert len(script.requests) == 1


def test_a_batch_yields_verdicts_up_to_its_failure() -> None:
    verdict = b'event: verdict\ndata: {"index": 0, "pmid": "1", "error": "x", "code": "y"}\n\n'
    pairs: Any = [{"sentence": "x", "pmid": "1"}]
    assert len(list(Script(stream(Chunks(verdict, DONE))).client().check_citations(pairs))) == 1
    found = Script(stream(Chunks(verdict, FAILED, DONE))).client().check_citations(pairs)
    assert next(found)["index"] == 0
    with pytest.raises(StreamError, match="Overloaded"):
        next(found)
    with pytest.raises(ConnectionFailedError, match="broke off"):
        list(Script(stream(Chunks(verdict))).client().check_citations(pairs))


def test_final_contains_every_supplement() -> None:
    supplements = StreamedAnswer.__optional_keys__
    wrapped = {"trust": "cards", "bibliography": "records", "comparison": "rows"}
    wrapped["screening"] = "records"
    body = ""
    for name in sorted(supplements):
        data = json.dumps({wrapped.get(name, "of"): [name]})
        body += f"event: {name}\ndata: {data}\n\n"
    body += "event: done\ndata: {}\n\n"
    stream = httpx.Response(200, text=body, headers={"content-type": "text/event-stream"})
    whole = Script(stream).client().review_stream("x").final()
    assert set(whole) == supplements | {"answer", "references"}
    known = set(get_args(types.Includable)) | set(get_args(types.ReviewIncludable))
    assert supplements == known


@pytest.mark.parametrize("url", ["127.0.0.1:8787", "ftp://test", "http://test:port", "test"])
def test_an_invalid_address_is_not_retried(url: str, waits: list[float]) -> None:
    with Citewell(url, "cw_key") as client:
        with pytest.raises(ConnectionFailedError, match="base_url"):
            client.ask("x")
        with pytest.raises(ConnectionFailedError, match="base_url"):
            client.ask_stream("x").final()
    assert waits == []


def test_the_line_end_after_a_key_is_removed() -> None:
    script = Script(answer())
    http = httpx.Client(transport=httpx.MockTransport(script))
    assert Citewell("http://test", "cw_key\r\n", http_client=http).ask("x") == ANSWER
    assert script.requests[0].headers["x-api-key"] == "cw_key"
    for key in ("cw_ключ", "cw_a\ncw_b"):
        with pytest.raises(ValueError, match="api_key"):
            Citewell("http://test", key)
