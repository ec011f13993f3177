import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { countingMeter } from '../accounting/meter.ts';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { answerMessages } from '../features/answers/answer-messages.ts';
import { VerifiedCitations } from '../features/answers/verification/verify-answer.ts';
import { writeCited } from '../features/answers/write-cited.ts';
import { auditCitations } from '../features/citation-checks/audit-citations.ts';
import { checkCitations } from '../features/citation-checks/check-citations.ts';
import { checkSentence } from '../features/citation-checks/check-sentence.ts';
import { toCitable } from '../literature/ranking/passage.ts';
import { identityText } from '../platform/text/original-text.ts';
import { scriptedModel } from '../testing/app/scripted.ts';

/** Counts the turns of the event loop while a test runs: work with the same number ran without yielding. */
function countTurns(t: TestContext): () => number {
  let turn = 0;
  let next = setImmediate(count);
  function count() {
    turn++;
    next = setImmediate(count);
  }
  t.after(() => clearImmediate(next));
  return () => turn;
}

const abstract = 'Metformin reduced the risk of myocardial infarction by 25% in adults with type 2 diabetes.';
const sentence = 'Metformin reduced the risk of myocardial infarction by 52%.';
const trial = anArticle('101', { abstract: [{ text: abstract }] });
const log = () => {};
const literature = {
  remote: [{ source: 'pubmed' as const, search: async () => assert.fail(), fetch: async () => [trial] }],
  library: undefined,
};
const dependencies = { literature, clock: { now: () => 0 }, log };
const apart = (turns: readonly number[]) => assert.equal(new Set(turns).size, turns.length, `${turns}`);

describe('a check', () => {
  it('runs in a separate turn of the event loop during concurrent checks', async (t) => {
    const turn = countTurns(t);
    const turns: number[] = [];
    const one = (signal: AbortSignal) => {
      let isBegun = false;
      // Read when the check begins, and again during it.
      const article = {
        title: '',
        abstract,
        get publicationTypes() {
          if (!isBegun) turns.push(turn());
          isBegun = true;
          return undefined;
        },
      };
      return checkSentence(
        { sentence, article },
        { log },
        { requestId: 'r', signal, meter: countingMeter(), work: inlineWork },
      );
    };
    await Promise.all(Array.from({ length: 12 }, () => one(new AbortController().signal)));
    assert.equal(turns.length, 12);
    apart(turns);
  });

  it('is skipped if its call ends before its turn, and others still run', async () => {
    const leaving = new AbortController();
    const task = (signal: AbortSignal) => inlineWork('polishByRules', 'A text.', signal);
    const [left, stayed] = [task(leaving.signal), task(new AbortController().signal)];
    leaving.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    await stayed;
  });
});

describe('a batch', () => {
  const checks = Array.from({ length: 20 }, () => ({
    sentence,
    pmid: '101' as Pmid,
    abstract: identityText(abstract),
    fullText: true,
    verification: false,
  }));

  it('yields to the event loop between pairs', async (t) => {
    const turn = countTurns(t);
    const turns: number[] = [];
    const openCall = async () => ({ meter: countingMeter(), end: async () => void turns.push(turn()) });
    const context = { requestId: 'r', signal: new AbortController().signal, work: inlineWork, openCall };
    await checkCitations(checks, dependencies, context, () => undefined);
    assert.equal(turns.length, checks.length);
    apart(turns);
  });

  it('starts no pair after an abort, and settles pairs in progress as aborted', async () => {
    const leaving = new AbortController();
    const ends: unknown[] = [];
    let opened = 0;
    const openCall = async () => {
      assert.ok(!leaving.signal.aborted, 'no call is opened for who has left');
      opened++;
      return { meter: countingMeter(), end: async (error?: unknown) => void ends.push(error) };
    };
    const context = { requestId: 'r', signal: leaving.signal, work: inlineWork, openCall };
    let verdicts = 0;
    await assert.rejects(
      checkCitations(checks, dependencies, context, () => {
        verdicts++;
        leaving.abort(new Error('gone'));
        return undefined;
      }),
      /gone/,
    );
    assert.equal(ends.length, opened);
    const done = ends.filter((error) => error === undefined).length;
    assert.ok(done >= verdicts && done < checks.length / 2, `${done} of ${checks.length} were checked`);
  });
});

describe('an audit', () => {
  it('yields between the citations of a sentence, and stops there on an abort', async (t) => {
    const turn = countTurns(t);
    const turns: number[] = [];
    const leaving = new AbortController();
    const model = scriptedModel({
      verifies: async () => {
        turns.push(turn());
        if (turns.length === 3) leaving.abort(new Error('gone'));
        return undefined;
      },
    });
    const vague = 'Metformin shields the hearts of people whose sugar is high.';
    const citations = Array.from({ length: 9 }, (_, n) => ({ label: `[${n}]`, pmid: '101' as Pmid }));
    const context = {
      requestId: 'r',
      signal: leaving.signal,
      meter: countingMeter(),
      work: inlineWork,
      atOnce: 1,
    };
    await assert.rejects(
      auditCitations(
        [{ sentence: vague, line: 1, citations }],
        { ...dependencies, model },
        context,
        () => undefined,
      ),
      /gone/,
    );
    assert.equal(turns.length, 3);
    apart(turns);
  });
});

describe('an answer that a provider sends in one piece', () => {
  it('is sent sentence by sentence, yielding to the event loop between them', async (t) => {
    const turn = countTurns(t);
    const passages = [{ id: 'E1', article: toCitable(trial), text: abstract, start: 0, end: 9, score: 1 }];
    const han = '二甲双胍使2型糖尿病成人患者的心肌梗死风险降低25%';
    for (const [own, text] of [
      [abstract, `${abstract.slice(0, -1)} [E1]. `.repeat(8)],
      [`${han}。`, `${han}[E1]。`.repeat(8)],
    ] as const) {
      const article = { title: '', abstract: own, publicationTypes: undefined };
      const turns: number[] = [];
      const worker = { work: inlineWork, signal: new AbortController().signal };
      const model = scriptedModel({ writes: () => [text] });
      const cite = () =>
        new VerifiedCitations(
          passages,
          new Map([[trial.pmid, article]]),
          { keep: false, sliceMs: 0 },
          worker,
        );
      const emit = () => void turns.push(turn());
      await writeCited(
        { question: '', language: 'en', passages, attachment: [], history: [] },
        cite,
        answerMessages.en,
        { ...dependencies, model },
        { requestId: 'r', meter: countingMeter(), ...worker, emit },
      );
      assert.ok(turns.length >= 8, `${turns.length} events`);
      apart(turns.slice(0, 7));
    }
  });
});
