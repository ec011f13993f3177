import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Language } from '@citewell/sdk';
import { answerOver } from '../../testing/app/answer-over.ts';

const statin = [
  'Atorvastatin for the prevention of postoperative atrial fibrillation: a randomised placebo-controlled trial',
  'We randomised 200 patients to atorvastatin or placebo before cardiac surgery.',
  'Atrial fibrillation occurred in 35% with atorvastatin and in 57% with placebo (P = 0.003).',
  'In conclusion, atorvastatin reduces postoperative atrial fibrillation.',
].join('\n');
const metformin = [
  'Metformin in adults with type 2 diabetes: a randomized, double-blind, placebo-controlled trial',
  'Randomization was stratified by center. HbA1c fell by 1.1% with metformin versus 0.1% with placebo.',
  'In conclusion, metformin lowers HbA1c.',
].join('\n');

const onMetformin = anArticle('31000011', {
  title: 'Metformin and glycemic control in type 2 diabetes.',
  abstract: [
    { text: 'Randomization was stratified by metformin use and baseline HbA1c in type 2 diabetes.' },
    { text: 'Metformin lowered HbA1c by 1.2% in adults with type 2 diabetes.' },
    { text: 'Trial Registration clinicaltrials.gov Identifier: NCT00000001 (metformin, HbA1c).' },
  ],
});
const onSitagliptin = anArticle('31000012', {
  title: 'Metformin combined with sitagliptin in type 2 diabetes.',
  abstract: [{ text: 'Metformin with sitagliptin lowered HbA1c by 1.9% in type 2 diabetes.' }],
});
const agrees: Record<Language, string> = {
  en: 'Does this trial agree with the literature?',
  zh: '这项试验与文献一致吗？',
};
const heading: Record<Language, string> = { en: '**From the attachment**', zh: '**来自附件**' };

describe('a question about an attachment', () => {
  for (const language of ['en', 'zh'] as const) {
    it(`says that no record is about its subject, what was searched, and what it says itself (${language})`, async () => {
      const { text, pmids } = await answerOver([onMetformin], {
        question: agrees[language],
        language,
        fileContent: statin,
      });
      const absent = {
        en: /^No record found is about “atorvastatin”/i,
        zh: /^没有检索到关于“atorvastatin”/i,
      };
      assert.match(text, absent[language]);
      assert.match(text, { en: /\nSearched:\n- /, zh: /\n已检索：\n- / }[language]);
      assert.ok(text.includes(heading[language]), text);
      assert.doesNotMatch(text, /quotes the abstracts|逐字摘录检索到的文献摘要/);
      assert.deepEqual(pmids, []);
    });

    it(`may name treatments and patients in general, and an outcome (${language})`, async () => {
      const asked: Record<Language, string[]> = {
        en: ['Is the treatment appropriate?', 'How did mortality change in these patients?'],
        zh: ['这种治疗合适吗？', '这些患者的死亡率怎么样？'],
      };
      for (const question of asked[language]) {
        const { text, thinking, pmids } = await answerOver([onMetformin], {
          ...{ question, language, fileContent: metformin },
        });
        assert.match(thinking.find((message) => /metformin/i.test(message)) ?? '', /type 2 diabetes/i);
        assert.ok(text.includes(heading[language]), text);
        assert.deepEqual(pmids, [onMetformin.pmid]);
      }
    });

    it(`searches its drug, disease and outcome, not how it was done (${language})`, async () => {
      const { thinking, text, pmids } = await answerOver([onMetformin], {
        question: agrees[language],
        language,
        fileContent: metformin,
      });
      const searched = thinking.find((message) => /metformin/i.test(message)) ?? '';
      assert.match(searched, /type 2 diabetes/i);
      assert.match(searched, /HbA1c/);
      assert.doesNotMatch(searched, /placebo|randomi/i);
      assert.deepEqual(pmids, [onMetformin.pmid]);
      const [literature = ''] = text.split(heading[language]).slice(-1);
      assert.ok(text.includes('“Metformin lowered HbA1c by 1.2%'), text);
      assert.doesNotMatch(literature, /Registration|stratified by metformin/);
    });

    it(`demands both drugs of a combination (${language})`, async () => {
      const { pmids } = await answerOver([onMetformin, onSitagliptin], {
        question: { en: 'Summarize the attachment', zh: '总结附件' }[language],
        language,
        fileContent:
          '二甲双胍联合西格列汀治疗2型糖尿病的随机对照试验\n结果：HbA1c下降1.2%。结论：联合治疗优于单药。',
      });
      assert.deepEqual(pmids, [onSitagliptin.pmid]);
    });

    it(`is told that an attachment has no words (${language})`, async () => {
      const { text } = await answerOver([onMetformin], {
        question: { en: 'Summarize the attachment', zh: '总结附件' }[language],
        language,
        fileContent: 'x '.repeat(50),
      });
      assert.match(
        text,
        { en: /^The attachment contains no readable words/, zh: /^附件中没有可读的文字/ }[language],
      );
      assert.ok(!text.includes(heading[language]), text);
    });
  }
});
