import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type Passage, toCitable } from '../../literature/ranking/passage.ts';
import type { WriteInput } from './model/answer-prompt.ts';
import { quoteEvidence } from './quote-evidence.ts';

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

function write(input: Partial<WriteInput>): string {
  return [...quoteEvidence({ language: 'en', passages: [], attachment: [], ...input })].join('');
}

describe('quotations of the evidence', () => {
  it('groups quotations by study design, strongest first, each with its citation marker', () => {
    const passages = [
      passage('E1', '1', 'A trial says so.', ['Randomized Controlled Trial']),
      passage('E2', '2', 'A case says so.'),
      passage('E3', '3', 'All trials say so.', ['Meta-Analysis']),
    ];
    assert.equal(
      write({ passages }),
      'This answer quotes the abstracts found, word for word; it does not synthesize them.\n\n' +
        '**Systematic reviews and meta-analyses**\n- “All trials say so.” [E3]\n\n' +
        '**Clinical trials**\n- “A trial says so.” [E1]\n\n**Other studies**\n- “A case says so.” [E2]',
    );
    assert.match(
      write({ passages, language: 'zh' }),
      /^以下回答逐字摘录[\s\S]*\*\*系统评价与荟萃分析\*\*[\s\S]*\*\*临床试验\*\*/,
    );
  });

  it('quotes all selected sentences of the first paper, and of the others one if there are many papers, the paper’s conclusion first', () => {
    const two = (pmid: number) => [
      passage(`E${pmid * 2}`, `${pmid}`, 'Second.'),
      passage(`E${pmid * 2 - 1}`, `${pmid}`, 'First.'),
    ];
    assert.match(write({ passages: two(1) }), /“Second\.” \[E2\] “First\.” \[E1\]/);
    const many = write({ passages: [1, 2, 3, 4, 5].flatMap(two) });
    assert.equal(many.match(/“/g)?.length, 6);
  });

  it('writes a line of Chinese directly below its quotation, and none without one below the first', () => {
    const withLine = (id: string, text: string, chinese?: string) => ({
      ...passage(id, '1', text),
      ...(chinese && { chinese }),
    });
    const one = withLine('E1', 'Aspirin reduced stroke.', '阿司匹林减少脑卒中。');
    const two = withLine('E2', 'Bleeding was similar.', '出血相似。');
    const plain = withLine('E3', 'More was said.');
    const quoted = (passages: Passage[]) => write({ language: 'zh', passages }).split('- ')[1];
    assert.equal(
      quoted([one, plain, two]),
      '“Aspirin reduced stroke.” [E1]\n  阿司匹林减少脑卒中[E1]。\n' +
        '  “More was said.” [E3] “Bleeding was similar.” [E2]\n  出血相似[E2]。',
    );
    assert.equal(
      quoted([plain, one]),
      '“More was said.” [E3] “Aspirin reduced stroke.” [E1]\n  *术语：aspirin 阿司匹林、stroke 脑卒中*',
    );
    assert.doesNotMatch(write({ passages: [plain, one] }), /术语/, 'in an English answer');
  });

  it('labels a retracted paper, in both languages', () => {
    const passages = [passage('E1', '1', 'So.', [], { retracted: true })];
    assert.match(write({ passages }), /- RETRACTED: “So\.” \[E1\]/);
    assert.match(write({ passages, language: 'zh' }), /- 【已撤稿】 “So\.” \[E1\]/);
  });

  it('replaces brackets in a quotation that look like citation markers by parentheses, and no others', () => {
    const passages = [passage('E1', '1', 'As shown [12], [3-5] and [95% CI 0.7-0.9].')];
    assert.match(write({ passages }), /“As shown \(12\), \(3-5\) and \[95% CI 0\.7-0\.9\]\.” \[E1\]/);
  });
});
