import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkSentenceByRules } from '../../features/citation-checks/check-by-rules.ts';
import { readManuscript } from '../../features/citation-checks/manuscript/citations.ts';
import { readDocx } from '../../features/citation-checks/manuscript/docx.ts';
import type { Services } from '../../features/services.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { reviewCommand } from '../review.ts';

describe('a review of quotations that is exported to Word and checked as a manuscript', () => {
  for (const topic of ['Metformin in type 2 diabetes', '二甲双胍治疗2型糖尿病'])
    it(`has no deviating sentence and no study name read as a sentence: ${topic}`, async (t) => {
      const file = join(temporaryFolder(t), 'review.docx');
      const services = {
        literature: { remote: [scriptedRetriever('pubmed', reviewArticles)], library: undefined },
        clock: { now: () => Date.UTC(2026, 10, 21) },
        log: () => {},
        close: async () => {},
      } as unknown as Services;
      const io = {
        ...{ out: () => {}, write: async () => {}, err: () => {}, environment: {} },
        onInterrupt: () => () => {},
      } as unknown as Parameters<typeof reviewCommand>[1];
      assert.equal(await reviewCommand([topic, '-o', file], io, async () => services), 0);
      const { sentences } = readManuscript(readDocx(readFileSync(file)), { wraps: false });
      const verdicts = sentences.flatMap(({ sentence, citations }) =>
        citations.map(({ pmid }) => {
          const article = reviewArticles.find((each) => each.pmid === pmid);
          assert.ok(article, `${pmid}`);
          return { sentence, ...checkSentenceByRules({ sentence, article: toCheckedArticle(article) }) };
        }),
      );
      assert.ok(verdicts.length >= 15, `${verdicts.length}`);
      const deviating = verdicts.filter(({ verdict }) => verdict === 'deviates');
      assert.deepEqual(
        deviating.map(({ sentence }) => sentence),
        [],
      );
      assert.deepEqual(
        sentences.filter(({ sentence }) => /^Doe J/.test(sentence)),
        [],
      );
    });
});
