import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pmcid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import { fitWriteInput, fullTextRoom } from './fit-write-input.ts';

describe('fitting evidence into the prompt', () => {
  it('changes nothing that fits', () => {
    const text = 'HbA1c fell by 1.1 %.';
    const input = {
      question: 'q',
      history: [{ q: 'a', a: 'b' }],
      language: 'en' as const,
      passages: [
        { id: 'E1', article: toCitable(anArticle('1')), text, start: 0, end: text.length, score: 1 },
      ],
      attachment: [{ text, start: 0, end: text.length, score: 1 }],
    };
    assert.deepEqual(fitWriteInput(input, 32_000), input);
  });

  it('keeps as many of the best passages as the budget allows, in order', () => {
    for (const word of ['metformin ', '二甲双胍治疗']) {
      const text = word.repeat(50);
      const passages = Array.from({ length: 200 }, (_, index) => ({
        id: `E${index + 1}`,
        article: toCitable(anArticle('1')),
        text,
        start: 0,
        end: text.length,
        score: 200 - index,
      }));
      for (const contextTokens of [8_000, 16_000, 32_000]) {
        const given = { question: 'q', history: [], language: 'zh' as const, passages, attachment: [] };
        const kept = fitWriteInput(given, contextTokens).passages;
        assert.deepEqual(kept, passages.slice(0, kept.length));
        assert.ok(kept.length >= 10);
        assert.ok(kept.length * estimateTokens(text) <= contextTokens / 2);
      }
    }
  });

  it('keeps passages of full texts after all abstracts, best first per paper, within the remaining budget and a limit', () => {
    const text = 'Nausea occurred in 7.3% of adults with metformin. '.repeat(8);
    const at = (pmid: string, nth: number, isFullText: boolean) => ({
      ...{ id: `E${pmid}${nth}`, article: toCitable(anArticle(pmid)), text, score: 1 },
      ...{ start: nth * 1_000, end: nth * 1_000 + text.length },
      ...(isFullText && { fullText: { pmcid: 'PMC1' as Pmcid, sha256: '', section: 'Results' } }),
    });
    const pmids = Array.from({ length: 10 }, (_, index) => String(index + 1));
    const abstracts = pmids.map((pmid) => at(pmid, 0, false));
    const added = pmids.flatMap((pmid) => [1, 2, 3, 4].map((nth) => at(pmid, nth, true)));
    const given = { question: 'q', history: [], language: 'en' as const, attachment: [] };
    const fit = (contextTokens: number) =>
      fitWriteInput({ ...given, passages: [...abstracts, ...added] }, contextTokens).passages;
    const kept = fit(128_000);
    assert.deepEqual(kept.slice(0, 10), abstracts);
    assert.deepEqual(
      kept.slice(10, 20).map(({ id }) => id),
      pmids.map((pmid) => `E${pmid}1`),
    );
    const tokens = (kept.length - 10) * estimateTokens(text);
    assert.ok(tokens > 1_000 && tokens <= fullTextRoom(32_000), String(tokens));
    assert.ok(fit(4_000).every(({ fullText }) => fullText === undefined));
  });

  it('keeps the selected sentences of every paper before whole abstracts, and completes the best papers first', () => {
    const text = 'HbA1c fell by 1.1 % with metformin. '.repeat(4);
    const at = (pmid: string, nth: number, isContext: boolean) => ({
      id: `E${pmid}${nth}`,
      article: toCitable(anArticle(pmid)),
      text,
      start: nth * 1_000,
      end: nth * 1_000 + text.length,
      score: 1,
      ...(isContext && { isContext: true as const }),
    });
    const pmids = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
    const chosen = pmids.flatMap((pmid) => [at(pmid, 5, false), at(pmid, 3, false)]);
    const context = pmids.flatMap((pmid) => [0, 1, 2, 4, 6, 7].map((nth) => at(pmid, nth, true)));
    const given = { question: 'q', history: [], language: 'en' as const, attachment: [] };
    const kept = (contextTokens: number) =>
      fitWriteInput({ ...given, passages: [...chosen, ...context] }, contextTokens).passages;
    assert.deepEqual(kept(32_000), [...chosen, ...context]);
    const some = kept(9_000);
    assert.deepEqual(some.slice(0, chosen.length), chosen);
    const whole = some.slice(chosen.length);
    assert.deepEqual(whole, context.slice(0, whole.length));
    assert.ok(whole.length > 0 && whole.length < context.length);
    assert.equal(whole.length % 6, 0);
    assert.deepEqual(kept(4_000), chosen.slice(0, kept(4_000).length));
  });

  it('reserves room for instructions and reply in every context window', () => {
    const long = '糖'.repeat(20_000);
    for (const contextTokens of [4_000, 8_000, 16_000, 32_000, 200_000]) {
      const { passages, attachment, history } = fitWriteInput(
        {
          question: 'q',
          history: Array.from({ length: 20 }, () => ({ q: long, a: long })),
          language: 'zh',
          passages: Array.from({ length: 300 }, (_, nth) => ({
            ...{ id: `E${nth}`, article: toCitable(anArticle('1')), text: long.slice(0, 100) },
            ...{ start: nth, end: nth + 100, score: 1 },
          })),
          attachment: Array.from({ length: 100 }, () => ({
            ...{ text: long.slice(0, 200), start: 0, end: 200, score: 1 },
          })),
        },
        contextTokens,
      );
      const texts = [...passages, ...attachment].map(({ text }) => text);
      const spoken = history.flatMap(({ q, a }) => [q, a]);
      const tokens = estimateTokens([...texts, ...spoken].join('\n'));
      assert.ok(tokens <= contextTokens - 3_000, `${tokens} of ${contextTokens}`);
    }
  });
});
