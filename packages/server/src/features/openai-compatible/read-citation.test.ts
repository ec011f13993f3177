import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { readCitation } from './read-citation.ts';

describe('readCitation', () => {
  it('reads a sentence and a PMID in any usual form', () => {
    for (const [message, sentence] of [
      ['Aspirin lowers fever. [PMID 123]', 'Aspirin lowers fever.'],
      ['Aspirin lowers fever [PMID: 123].', 'Aspirin lowers fever.'],
      ['Aspirin lowers fever (pmid:123).', 'Aspirin lowers fever.'],
      ['PMID 123\nAspirin lowers fever.', 'Aspirin lowers fever.'],
      ['Aspirin [PMID 123] lowers fever [PMID 123].', 'Aspirin lowers fever.'],
      ['Aspirin lowers fever. https://pubmed.ncbi.nlm.nih.gov/123/', 'Aspirin lowers fever.'],
      ['阿司匹林可退热【PMID：123】。', '阿司匹林可退热。'],
      ['阿司匹林可退热（PMID 123）', '阿司匹林可退热'],
    ] as const)
      assert.deepEqual(readCitation(message, 'm'), { sentence, pmid: '123' }, message);
  });

  it('rejects a message without a PMID, with several or without a sentence, in both languages', () => {
    for (const [message, english, chinese] of [
      ['Aspirin lowers fever.', /got a message without a PMID/, /不含 PMID 的消息/],
      ['Aspirin [PMID 1] lowers [PMID 2] fever.', /got 2 PMIDs/, /2 个 PMID/],
      ['[PMID 123]', /got "\[PMID 123\]"/, /收到的是 "\[PMID 123\]"/],
      ['Aspirin lowers fever. [PMID 12345678901]', /without a PMID/, /不含 PMID/],
      ['XPMID 123', /without a PMID/, /不含 PMID/],
    ] as const)
      assert.throws(
        () => readCitation(message, 'messages[2].content'),
        (error) => {
          assert.ok(error instanceof ServiceError && error.field === 'messages[2].content');
          assert.match(error.body('en').error, english);
          assert.match(error.body('zh').error, chinese);
          return true;
        },
      );
  });
});
