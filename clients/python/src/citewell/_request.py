"""Requests before they are sent: the same for both clients."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import types

# A review in one reply is silent until it is whole, and the service gives it ten minutes.
_REVIEW_TIMEOUT = 620.0


@dataclass(frozen=True)
class Request:
    """A request, without what all requests of a client have in common."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    # Seconds of silence allowed if they are more than the client's own.
    timeout_at_least: float = 0.0
    may_retry: bool = True


def ask(question: str, options: types.AskOptions, key: str | None) -> Request:
    """POST /ai/api/ask."""
    return _post("/ai/api/ask", {"question": question, **_literature(options)}, _key(key))


def ask_stream(question: str, options: types.AskStreamOptions, key: str | None) -> Request:
    """POST /ai/api/ask_stream, with a key only where the caller names one."""
    body = {"question": question, **_literature(options), "images": _images(options.get("images"))}
    return _post("/ai/api/ask_stream", body, key)


def review(question: str, options: types.ReviewOptions, key: str | None) -> Request:
    """POST /ai/api/expert."""
    body = {"question": question, **_literature(options)}
    return _post("/ai/api/expert", body, _key(key), timeout_at_least=_REVIEW_TIMEOUT)


def review_stream(question: str, options: types.ReviewOptions, key: str | None) -> Request:
    """POST /ai/api/expert_stream, with a key only where the caller names one."""
    return _post("/ai/api/expert_stream", {"question": question, **_literature(options)}, key)


def check_citation(
    sentence: str, pmid: str, options: types.CheckOptions, key: str | None
) -> Request:
    """POST /ai/api/factcheck_verify."""
    body = {"sentence": sentence, "pmid": pmid, **options}
    return _post("/ai/api/factcheck_verify", body, _key(key))


def check_citations(pairs: Sequence[types.CitationPair], options: types.BatchOptions) -> Request:
    """POST /ai/api/factcheck_batch."""
    return _post("/ai/api/factcheck_batch", {"pairs": pairs, **options})


def search(options: types.SearchOptions, key: str | None) -> Request:
    """POST /ai/api/local_advanced_search."""
    years = {name: _year(options.get(name)) for name in ("year_from", "year_to")}
    return _post("/ai/api/local_advanced_search", {**options, **years}, _key(key))


def polish(text: str, options: types.PolishOptions) -> Request:
    """POST /ai/api/polish."""
    return _post("/ai/api/polish", {"text": text, **options})


def avatar_chat(message: str, options: types.ChatOptions, key: str | None) -> Request:
    """POST /ai/api/avatar_chat."""
    return _post("/ai/api/avatar_chat", {"message": message, **options}, _key(key))


def avatar_chat_stream(message: str, options: types.ChatOptions) -> Request:
    """POST /ai/api/avatar_chat, streamed."""
    return _post("/ai/api/avatar_chat", {"message": message, **options, "stream": True})


def categories() -> Request:
    """GET /ai/api/categories."""
    return Request("GET", "/ai/api/categories")


def personas() -> Request:
    """GET /ai/api/personas."""
    return Request("GET", "/ai/api/personas")


def usage(options: types.UsageOptions) -> Request:
    """GET /ai/api/my_usage."""
    return _get("/ai/api/my_usage", _days(options))


def usage_csv(options: types.UsageFilter) -> Request:
    """GET /ai/api/my_usage as CSV."""
    return _get("/ai/api/my_usage", {**_days(options), "format": "csv"})


def usage_steps(request_id: str) -> Request:
    """GET /ai/api/my_usage/steps."""
    return _get("/ai/api/my_usage/steps", {"request_id": request_id})


def apply(name: str, email: str, purpose: str, options: types.ApplyOptions) -> Request:
    """POST /apply, sent once: a second request would be another application."""
    body = {"name": name, "email": email, "purpose": purpose, **options}
    return _post("/apply", body, may_retry=False)


def application_status(token: str) -> Request:
    """GET /apply/status, which answers with a page to those who prefer one."""
    query, headers = {"token": token}, {"accept": "application/json"}
    return Request("GET", "/apply/status", query=query, headers=headers)


def _key(given: str | None) -> str:
    """Return one key for all attempts, so that a reply lost in transit is not billed twice."""
    return secrets.token_hex(16) if given is None else given


def _literature(options: types.LiteratureOptions) -> dict[str, object]:
    years = {name: _year(options.get(name)) for name in ("date_from", "date_to")}
    return {**options, **years}


def _days(options: types.UsageFilter) -> dict[str, object]:
    names = {"from_day": "from", "to_day": "to"}
    return {names.get(name, name): value for name, value in options.items()}


def _year(value: object) -> str | None:
    """Return a year as the wire has it: text of four digits."""
    return None if value is None else str(value)


def _images(images: Sequence[str | bytes] | None) -> list[str] | None:
    """Return images as Base64 text; bytes are encoded, text is taken as it is."""
    if images is None:
        return None
    return [
        image if isinstance(image, str) else base64.b64encode(image).decode("ascii")
        for image in images
    ]


def _post(
    path: str,
    body: Mapping[str, object],
    key: str | None = None,
    *,
    timeout_at_least: float = 0.0,
    may_retry: bool = True,
) -> Request:
    return Request(
        "POST",
        path,
        body=_given(body),
        headers={} if key is None else {"idempotency-key": key},
        timeout_at_least=timeout_at_least,
        may_retry=may_retry,
    )


def _get(path: str, query: Mapping[str, object]) -> Request:
    given = _given(query)
    return Request("GET", path, query={name: str(value) for name, value in given.items()})


def _given(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}
