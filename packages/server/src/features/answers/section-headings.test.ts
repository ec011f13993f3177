import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../testing/app/answer-over.ts';

const asked = {
  en: 'Does aspirin prevent colorectal adenomas?',
  zh: '阿司匹林能预防结直肠腺瘤吗？',
};
const headings: [heading: string, statement: string][] = [
  ['INTERPRETATION', '600 mg aspirin per day substantially reduced colorectal adenomas.'],
  ["AUTHORS' CONCLUSIONS", 'Aspirin reduces the incidence of colorectal adenomas.'],
  ['CONCLUSION', 'aspirin significantly reduces colorectal adenomas.'],
  ['DATA SYNTHESIS', 'Aspirin reduced the incidence of colorectal adenomas by 20%.'],
  ['INTERPRETATION', 'COX-based prevention with aspirin reduced colorectal adenomas.'],
];

describe('a quotation from an abstract whose headings are part of its text', () => {
  for (const language of ['en', 'zh'] as const)
    for (const [heading, statement] of headings)
      it(`begins after “${heading}” (${language}): ${statement.slice(0, 12)}`, async () => {
        const text = `We studied aspirin and colorectal adenomas in 500 adults. ${heading} ${statement}`;
        const article = anArticle('31000021', {
          title: 'Aspirin and colorectal adenomas.',
          abstract: [{ text }],
        });
        const answer = await answerOver([article], { question: asked[language] });
        assert.ok(answer.text.includes(`“${statement}”`), answer.text);
      });
});
