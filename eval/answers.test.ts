import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sharedDataMissing } from '../packages/simulators/src/corpus.ts';
import {
  chineseLines,
  evaluateAnswersSet,
  loadAnswersRecords,
  readAnswersQuestions,
  tabulate,
} from './answers.ts';
import { pmidOf } from './collections.ts';

it('asks every kind of question of the committed set and reports the results', async (t) => {
  const records = loadAnswersRecords();
  if (!records) return t.skip(sharedDataMissing() ?? 'the collections are not in ../shared/data');
  const kinds = Map.groupBy(readAnswersQuestions(), ({ kind }) => kind);
  assert.equal(kinds.size, 6);
  const some = [...kinds.values()].flatMap((group) => group.slice(0, 4));
  const own = new Set(
    some.map(({ collection, record }) => (collection && record ? pmidOf(collection, record) : undefined)),
  );
  // A library of a tenth shows as well that the command works.
  const library = records.filter(({ pmid }, at) => own.has(pmid) || at % 10 === 0);
  const outcomes = await evaluateAnswersSet(some, library);
  assert.equal(outcomes.length, some.length);
  const [titles] = tabulate(outcomes);
  t.diagnostic(JSON.stringify(tabulate(outcomes)));
  assert.equal(titles?.cited, '1.000');
});

it('counts quoted English sentences, and the lines of Chinese and of terms below them', () => {
  const answer =
    '以下回答逐字摘录。\n\n**临床试验**\n- *随机试验：* 阿司匹林减少脑卒中[1]。\n  “Aspirin reduced stroke.” [1] “It was safe.” [1]\n  *术语：stroke 脑卒中*\n- “阿司匹林安全。” [2]\n- *2016年：* “It was dear.” [3]';
  assert.deepEqual(chineseLines(answer), { quoted: 3, lines: 1, papers: 1, terms: 1 });
  assert.deepEqual(chineseLines('“Aspirin reduced stroke.” [1]'), {
    quoted: 1,
    lines: 0,
    papers: 0,
    terms: 0,
  });
});
