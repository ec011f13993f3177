import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { discussFindings } from '../../../testing/app/discuss-findings.ts';

describe('possible mechanisms of a discussion without a model', () => {
  for (const [question, title, kept, others] of [
    [
      'Aspirin and colorectal cancer',
      'Aspirin and the growth of colorectal cancer',
      'Aspirin slowed the growth of colorectal cancer cells through inhibition of the COX-2 pathway.',
      [
        'The precise mechanism underlying the effect of aspirin on colorectal cancer requires further investigation.',
        'We developed an assay to measure the expression of COX-2 in colorectal cancer treated with aspirin.',
        'This review highlights the mechanisms of aspirin in colorectal cancer.',
        'In receptor (ER)-positive colorectal cancer, aspirin reduces mortality.',
      ],
    ],
    [
      '阿司匹林与结直肠癌',
      '阿司匹林与结直肠癌的生长',
      '阿司匹林通过抑制COX-2通路减缓结直肠癌细胞的生长。',
      [
        '阿司匹林影响结直肠癌的确切机制有待进一步研究。',
        '我们建立了检测阿司匹林处理后结直肠癌COX-2表达的方法。',
      ],
    ],
  ] as const)
    it(`are sentences that explain, and no plans, open questions or methods: ${question}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const records = [[title, kept] as const, ...others.map((text) => [title, text] as const)];
      const { comparison, mechanisms } = await discussFindings(t, { question, records });
      // The comparison has quoted the sentence before, so that its marker represents it.
      const [, marker] = comparison.slice(comparison.indexOf(kept)).match(/^[^[]*(\[\d+\])/) ?? [];
      assert.ok(comparison.includes(kept) && marker, comparison);
      assert.deepEqual(mechanisms.match(/\[\d+\]/g), [marker], mechanisms);
    });
});
