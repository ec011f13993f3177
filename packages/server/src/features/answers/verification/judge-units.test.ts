import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Article, emptyRecord, type Pmid } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { languageProgram } from '../../../app/language-tasks/language-program.ts';
import { createLanguagePool } from '../../../language-work/language-pool.ts';
import { KeptValue } from '../../../platform/threads/kept-value.ts';
import { toCheckedArticle } from '../../../retrieval/checked-article.ts';
import type { AnswerUnit } from '../citations/answer-units.ts';
import { type AnswerEvidence, type JudgedUnit, judgeUnits, type Reading } from './judge-units.ts';

const records = readFileSync(new URL('../../../library/demonstration.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .slice(0, 5)
  .map((line) => ({ ...emptyRecord, ...JSON.parse(line) }) as Article);
const evidence: AnswerEvidence = {
  articles: new Map(records.map((record) => [record.pmid, toCheckedArticle(record)])),
  given: ['The clinic treated 214 patients with metformin in 2023.', '本院2023年收治214例患者。'],
  question: 'Does metformin lower cardiovascular mortality in type 2 diabetes?',
};
const cited: Pmid[] = [...evidence.articles.keys()];

/** Sentences of the records in English and Chinese, quoted, changed, ascribed to another record and without a marker. */
const units: AnswerUnit[] = [...evidence.articles.values()].flatMap(({ abstract }, at) =>
  splitSentences(abstract).flatMap(({ text: sentence }, index) => {
    const [, body = '', stop = ''] = /^(.*?)([.。]?)$/s.exec(sentence) ?? [];
    const changed = body.replace(/\d+/, (digits) => String(Number(digits) + 1));
    const said = [
      `${body} [${at + 1}]${stop}`,
      `${changed} [${at + 1}]${stop}`,
      `${body} [${((at + 3) % cited.length) + 1}]${stop}`,
      `${body}${stop}`,
    ];
    return [{ before: index === 0 ? '\n\n' : ' ', text: said[index % said.length] ?? '' }];
  }),
);
const between: AnswerUnit[] = [
  { before: '\n\n', text: '## Findings' },
  { before: '\n\n', text: 'Two records speak of metformin.' },
  { before: ' ', text: '以下研究涉及二甲双胍。' },
  { before: ' ', text: 'You should take 500 mg twice daily.' },
  { before: ' ', text: 'As Smith et al. say (Smith et al., 2019), “it works [1].' },
  { before: ' ', text: '[2]' },
  { before: ' ', text: '本院2023年收治214例患者。' },
];
const all = units.flatMap((unit, at) => (at % 6 === 0 ? [...between.slice((at / 6) % 7, 3), unit] : [unit]));
const beginning: Reading = { inQuotation: false, lastText: '' };

/** Judges each sentence by itself, beside evidence that was never read before. */
function judgedSingly(): JudgedUnit[] {
  let reading = beginning;
  return all.flatMap((unit) => {
    const result = judgeUnits(
      { units: [unit], reading, cited, classify: true, forMs: 0 },
      structuredClone(evidence),
    );
    reading = result.reading;
    return result.judged;
  });
}

describe('judgeUnits', () => {
  it('judges sentences together as it does singly, in English and Chinese', async (t) => {
    const expected = judgedSingly();
    for (const outcome of ['kept', 'citations_replaced', 'omitted'])
      assert.ok(
        expected.some(({ judgment }) => judgment?.outcome === outcome),
        outcome,
      );
    assert.ok(expected.some(({ judgment }) => judgment === undefined));

    const forEver = Number.POSITIVE_INFINITY;
    const together = judgeUnits(
      { units: all, reading: beginning, cited, classify: true, forMs: forEver },
      evidence,
    );
    assert.deepEqual(together.judged, expected);

    const workers = createLanguagePool({ program: languageProgram, log: () => {}, threads: 2 });
    t.after(() => workers.close());
    const work = workers.workFor('one');
    const kept = new KeptValue(evidence);
    const judged: JudgedUnit[] = [];
    let reading = beginning;
    while (judged.length < all.length) {
      const argument = { units: all.slice(judged.length), reading, cited, classify: true, forMs: 4 };
      const result = await work('judgeUnits', argument, new AbortController().signal, kept);
      judged.push(...result.judged);
      reading = result.reading;
    }
    assert.deepEqual(judged, expected);
  });

  it('judges one sentence per call if no time is left', () => {
    const { judged } = judgeUnits(
      { units: all, reading: beginning, cited, classify: false, forMs: 0 },
      evidence,
    );
    assert.equal(judged.length, 1);
  });
});
