import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { countingMeter } from '../../accounting/meter.ts';
import { type Passage, toCitable } from '../../literature/ranking/passage.ts';
import { EngineError, type WriteInput } from '../engine.ts';
import { extractiveEngine } from './extractive-engine.ts';

const context = { signal: new AbortController().signal, meter: countingMeter() };

function passage(id: string, pmid: string, text: string, types: string[] = [], more = {}): Passage {
  return {
    id,
    article: toCitable(anArticle(pmid, { publicationTypes: types, ...more })),
    text,
    start: Number(id.slice(1)),
    end: 0,
    score: 1,
  };
}

async function write(input: Partial<WriteInput>): Promise<string> {
  let text = '';
  await extractiveEngine.writeAnswer(
    { question: 'q', history: [], language: 'en', passages: [], attachment: [], ...input },
    context,
    (part) => {
      text += part.text;
      return undefined;
    },
  );
  return text;
}

describe('the extractive engine', () => {
  it('groups quotations by study design, strongest first, each with its citation marker', async () => {
    const passages = [
      passage('E1', '1', 'A trial says so.', ['Randomized Controlled Trial']),
      passage('E2', '2', 'A case says so.'),
      passage('E3', '3', 'All trials say so.', ['Meta-Analysis']),
    ];
    assert.equal(
      await write({ passages }),
      'This answer quotes the abstracts found, word for word; it does not synthesize them.\n\n' +
        '**Systematic reviews and meta-analyses**\n- “All trials say so.” [E3]\n\n' +
        '**Clinical trials**\n- “A trial says so.” [E1]\n\n**Other studies**\n- “A case says so.” [E2]',
    );
    assert.match(
      await write({ passages, language: 'zh' }),
      /^以下回答逐字摘录[\s\S]*\*\*系统评价与荟萃分析\*\*[\s\S]*\*\*临床试验\*\*/,
    );
  });

  it('quotes several sentences per paper if there are few papers, one if there are many, and the paper’s conclusion first', async () => {
    const two = (pmid: number) => [
      passage(`E${pmid * 2}`, `${pmid}`, 'Second.'),
      passage(`E${pmid * 2 - 1}`, `${pmid}`, 'First.'),
    ];
    assert.match(await write({ passages: two(1) }), /“Second\.” \[E2\] “First\.” \[E1\]/);
    const many = await write({ passages: [1, 2, 3, 4, 5].flatMap(two) });
    assert.equal(many.match(/“/g)?.length, 5);
  });

  it('labels a retracted paper, in both languages', async () => {
    const passages = [passage('E1', '1', 'So.', [], { retracted: true })];
    assert.match(await write({ passages }), /- RETRACTED: “So\.” \[E1\]/);
    assert.match(await write({ passages, language: 'zh' }), /- 【已撤稿】 “So\.” \[E1\]/);
  });

  it('replaces brackets in a quotation that look like citation markers by parentheses, and no others', async () => {
    const passages = [passage('E1', '1', 'As shown [12], [3-5] and [95% CI 0.7-0.9].')];
    assert.match(await write({ passages }), /“As shown \(12\), \(3-5\) and \[95% CI 0\.7-0\.9\]\.” \[E1\]/);
  });

  it('uses no tokens and accepts no images', async () => {
    await write({ passages: [passage('E1', '1', 'So.')] });
    assert.deepEqual(context.meter.total(), { promptTokens: 0, completionTokens: 0 });
    assert.equal(
      await extractiveEngine.planSearch({ question: 'q', history: [], language: 'en' }, context),
      undefined,
    );
    await assert.rejects(
      extractiveEngine.describeImages({ question: 'q', language: 'en', images: [] }, context),
      EngineError,
    );
  });
});
