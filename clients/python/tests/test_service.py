from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from citewell import (
    AsyncCitewell,
    AuthenticationError,
    Citewell,
    CitewellError,
    ConflictError,
    InsufficientBalanceError,
    InvalidRequestError,
    PermissionDeniedError,
    QuotaExceededError,
    slice_utf16,
)

QUESTION = "Does zelparin prevent stroke in atrial fibrillation?"
TRIAL = "990000001"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU"
    b"\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82"
)


def test_an_answer_has_its_references_and_supplements(citewell: Citewell) -> None:
    reply = citewell.ask(QUESTION, max_refs=3, include=["trust", "run", "verification"])
    assert "[1]" in reply["answer"]
    assert reply["references"][0]["pmid"] == TRIAL
    assert reply["trust"][0]["design"] == "randomized_trial"
    assert reply["run"]["query"]["max_refs"] == 3
    evidence = reply["run"]["evidence"][0]
    assert len(evidence["text"]) > 10
    assert any(each["verdict"] for each in reply["verification"]["sentences"])


def test_a_repeated_idempotency_key_returns_the_same_reply_and_is_billed_once(
    citewell: Citewell,
) -> None:
    key = secrets.token_hex(8)
    before = citewell.usage()["totals"]["requests"]
    first = citewell.ask(QUESTION, idempotency_key=key)
    assert citewell.ask(QUESTION, idempotency_key=key) == first
    assert citewell.usage()["totals"]["requests"] == before + 1
    with pytest.raises(ConflictError) as refused:
        citewell.ask("Another question about metformin?", idempotency_key=key)
    assert not refused.value.retryable


def test_a_stream_has_typed_events_and_a_folded_answer(citewell: Citewell) -> None:
    stream = citewell.ask_stream(QUESTION, lang="en", include=["trust"])
    names, text = [], ""
    for event in stream:
        names.append(event.event)
        if event.event == "answer_chunk":
            text += event.data["text"]
        elif event.event == "tool_result":
            assert event.data["total"] >= len(event.data["items"])
        elif event.event == "thinking":
            assert event.data["message"]
    assert names[-1] == "done" and names.count("done") == 1
    assert {"thinking", "tool_call", "tool_result", "references", "trust"} <= set(names)
    whole = stream.final()
    assert whole["answer"] == text
    assert whole["references"][0]["pmid"] == TRIAL
    assert len(whole["trust"]) == len(whole["references"])
    assert stream.request_id
    steps = citewell.usage_steps(stream.request_id)["steps"]
    assert {step["kind"] for step in steps} >= {"write"}


def test_a_chinese_question_accepts_history_and_an_image(citewell: Citewell) -> None:
    history: Any = [{"q": QUESTION, "a": "Yes [1]."}]
    whole = citewell.ask_stream(
        "二甲双胍能降低血糖吗？", lang="zh", history=history, images=[PIXEL]
    ).final()
    assert any("\u4e00" <= character <= "\u9fff" for character in whole["answer"])


def test_discussion_mode_writes_the_discussion_of_findings(citewell: Citewell) -> None:
    findings = "Zelparin reduced stroke compared with warfarin (2.1% against 3.4%)."
    named: Any = {"mode": "discussion", "file_content": findings, "idempotency_key": "discussion"}
    whole = citewell.ask_stream(QUESTION, **named).final()
    assert "#" in whole["answer"]
    assert citewell.ask_stream(QUESTION, **named).final()["answer"] == whole["answer"]


def test_leaving_a_stream_ends_the_call(citewell: Citewell) -> None:
    stream = citewell.ask_stream(QUESTION)
    for _ in stream:
        break
    assert stream.request_id
    with pytest.raises(CitewellError, match="left before its end"):
        stream.final()


def test_a_review_comes_as_one_reply_or_as_a_stream(citewell: Citewell) -> None:
    topic = "Zelparin for stroke prevention in atrial fibrillation"
    reply = citewell.review(topic, max_refs=5, include=["comparison", "figures", "screening"])
    assert reply["review"].startswith("# ")
    assert reply["screening"][0]["decision"]
    assert reply["figures"]["flow"]["identified"] > 0
    for row in reply["comparison"]:
        for span in (row["population"], row["effect"]):
            if span is not None and span["field"] == "title":
                assert slice_utf16(span["sentence"], span["start"], span["end"]) == span["text"]
    whole = citewell.review_stream(topic, max_refs=5, include=["screening"]).final()
    assert whole["answer"].startswith("# ")
    assert whole["screening"]


def test_citations_are_checked_one_by_one_and_in_a_batch(citewell: Citewell) -> None:
    right = "Zelparin reduced stroke compared with warfarin."
    check = citewell.check_citation(right, TRIAL, include=["verification"])
    assert check["pmid"] == TRIAL
    for span in check["verification"]["evidence"]:
        assert slice_utf16(check["abstract"], span["start"], span["end"]) == span["text"]
    pairs: Any = [{"sentence": right, "pmid": TRIAL}, {"sentence": right, "pmid": "999999999"}]
    verdicts = list(citewell.check_citations(pairs))
    assert [verdict["index"] for verdict in verdicts] == [0, 1]
    assert "consistent" in verdicts[0]
    second: Any = verdicts[1]
    assert second["code"] == "article_not_found"


def test_the_library_is_searched_page_by_page(of_library: Citewell) -> None:
    terms: Any = [{"field": "title_abstract", "value": "metformin"}]
    first = of_library.search(terms=terms, limit=2, year_from=1990, sort="relevance")
    assert first["total"] > 2 and first["next_offset"] == 2
    second = of_library.search(terms=terms, limit=2, offset=2, year_from="1990", sort="relevance")
    pmids = [article["pmid"] for page in (first, second) for article in page["articles"]]
    assert len(set(pmids)) == 4


def test_a_text_is_polished(of_library: Citewell) -> None:
    whole = of_library.polish("The patients was given 500mg daily.", insert_refs=False).final()
    assert "500 mg" in whole["answer"]


def test_a_persona_answers(citewell: Citewell) -> None:
    personas = citewell.personas()["personas"]
    assert [persona["default"] for persona in personas].count(True) == 1
    reply = citewell.avatar_chat(QUESTION, persona=personas[-1]["id"], lang="en")
    assert reply["reply"]
    whole = citewell.avatar_chat_stream(QUESTION, lang="en").final()
    assert whole["answer"]


def test_categories_restrict_a_question(citewell: Citewell) -> None:
    categories = citewell.categories()["categories"]
    assert "cardiology" in {category["id"] for category in categories}
    assert citewell.ask(QUESTION, category_id="cardiology")["answer"]
    with pytest.raises(InvalidRequestError, match="category_id"):
        citewell.ask(QUESTION, category_id="astrology")


def test_usage_is_returned_as_json_and_csv(citewell: Citewell) -> None:
    citewell.ask(QUESTION)
    page = citewell.usage(limit=1, group_by="endpoint", endpoint="ask")
    assert page["balance"]["available"] > 0
    assert page["records"][0]["endpoint"] == "ask"
    following = citewell.usage(cursor=page["next_cursor"], limit=1, endpoint="ask")
    assert following["records"][0]["request_id"] != page["records"][0]["request_id"]
    day = page["window"]["to"]
    rows = list(csv.DictReader(io.StringIO(citewell.usage_csv(from_day=day, to_day=day))))
    assert page["records"][0]["request_id"] in {row["request_id"] for row in rows}


def test_anybody_can_apply_for_a_key(service_url: str) -> None:
    with Citewell(service_url, "") as nobody:
        applied = nobody.apply(
            name="Li Wei", email="li.wei@example.org", purpose="A journal club", lang="zh"
        )
        status = nobody.application_status(applied["status_token"])
    assert (applied["state"], status["state"]) == ("submitted", "submitted")


@pytest.mark.parametrize(
    ("reason", "error_class", "code"),
    [
        ("unknown", AuthenticationError, "invalid_key"),
        ("disabled", AuthenticationError, "key_disabled"),
        ("expired", AuthenticationError, "key_expired"),
        ("module", PermissionDeniedError, "no_permission:ask_agent"),
        ("quota", QuotaExceededError, "quota_exceeded:0/0"),
        ("balance", InsufficientBalanceError, "insufficient_balance:1/"),
    ],
)
def test_each_error_response_raises_its_class(
    service_url: str,
    keys: dict[str, str],
    reason: str,
    error_class: type[CitewellError],
    code: str,
) -> None:
    with Citewell(service_url, keys[reason], language="zh") as client:
        calls: list[Callable[[], object]] = [
            lambda: client.ask(QUESTION),
            client.ask_stream(QUESTION).final,
        ]
        for call in calls:
            with pytest.raises(error_class) as caught:
                call()
            assert str(caught.value.code).startswith(code)
            assert caught.value.request_id
            assert not caught.value.retryable
            assert any("\u4e00" <= character <= "\u9fff" for character in caught.value.message)


@pytest.mark.anyio
async def test_the_asynchronous_client_does_the_same(async_citewell: AsyncCitewell) -> None:
    client = async_citewell
    assert (await client.ask(QUESTION))["references"][0]["pmid"] == TRIAL
    async with client.ask_stream(QUESTION) as stream:
        names = [event.event async for event in stream]
    assert names[-1] == "done"
    assert (await stream.final())["references"]
    verdicts = [
        verdict
        async for verdict in client.check_citations(
            [{"sentence": "Zelparin reduced stroke.", "pmid": TRIAL}]
        )
    ]
    assert len(verdicts) == 1
    assert (await client.check_citation("Zelparin reduced stroke.", TRIAL))["pmid"] == TRIAL
    assert (await client.search(limit=1))["total"] == 0
    assert (await client.polish("The patients was treated.", insert_refs=False).final())["answer"]
    async with client.review_stream("Zelparin and stroke", max_refs=5) as review:
        assert (await review.final())["answer"]
    assert (await client.avatar_chat(QUESTION))["reply"]
    assert (await client.avatar_chat_stream(QUESTION).final())["answer"]
    assert (await client.categories())["categories"]
    assert (await client.personas())["personas"]
    usage = await client.usage(limit=1)
    assert (await client.usage_steps(usage["records"][0]["request_id"]))["request_id"]
    assert (await client.usage_csv()).startswith("request_id,")
    applied = await client.apply(
        name="Wei Li", email="wei.li@example.org", purpose="A journal club"
    )
    assert (await client.application_status(applied["status_token"]))["state"] == "submitted"
