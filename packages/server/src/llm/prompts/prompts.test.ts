import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { escapeEvidenceMarkers } from '@citewell/sdk/citation-markers';
import { toCitable } from '../../literature/ranking/passage.ts';
import type { WriteInput } from '../engine.ts';
import { sectionNames } from '../review-writer-port.ts';
import { answerPrompt } from './answer.ts';
import { checkPrompt } from './check.ts';
import { dataBlock, removeMarkers } from './data-block.ts';
import { imagePrompt } from './image.ts';
import type { ChatMessage } from './message.ts';
import { planPrompt } from './plan.ts';
import {
  reviewOutlinePrompt,
  reviewScopePrompt,
  reviewSectionPrompt,
  reviewStudiesPrompt,
} from './review.ts';
import { scoreRecordsPrompt } from './score-records.ts';
import { secondSearchPrompt } from './second-search.ts';

/** Changing a prompt changes behaviour: run `node --test --test-update-snapshots`, and state the improvement. */
function snapshot(t: TestContext, messages: ChatMessage[]): void {
  const text = messages
    .map(({ role, text, images = [] }) =>
      [`── ${role} ──`, text, ...images.map(({ mediaType }) => `(${mediaType})`)].join('\n'),
    )
    .join('\n\n');
  t.assert.snapshot(text, { serializers: [(value) => value] });
}

const boundary = '0123456789abcdef';
const trial = toCitable(
  anArticle('38000001', {
    title: 'Metformin in type 2 diabetes: a randomized trial.',
    journal: 'Lancet',
    year: '2021',
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
  }),
);
const retracted = toCitable(
  anArticle('38000002', {
    title: 'Metformin cures all.',
    journal: 'J Doubt',
    year: '2015',
    retracted: true,
  }),
);

const cohort = toCitable(
  anArticle('38000003', { title: 'Metformin and mortality.', journal: 'BMJ', year: '2016' }),
);

const full: Record<'en' | 'zh', WriteInput> = {
  en: {
    question: 'And in children?',
    history: [{ q: 'Does metformin lower HbA1c?', a: 'Yes, by about 1 % [1][2].' }],
    language: 'en',
    passages: [
      {
        id: 'E1',
        article: trial,
        text: 'HbA1c fell by 1.1 %.',
        label: 'RESULTS',
        start: 0,
        end: 20,
        score: 3,
      },
      { id: 'E2', article: retracted, text: 'All were cured.', start: 0, end: 15, score: 2 },
      { id: 'E3', article: trial, text: 'Nausea was more common.', start: 30, end: 53, score: 1 },
      {
        ...{ id: 'E5', article: cohort, text: 'Mortality was lower.', start: 40, end: 60, score: 1 },
        study: {
          kind: 'cohort',
          group: { en: 'women', zh: '女性', classifier: '名', kind: 'people' },
          n: 2_512,
          year: '2016',
        },
      },
      { id: 'E4', article: cohort, text: 'We followed women.', start: 0, end: 18, score: 0, isContext: true },
    ],
    attachment: [{ text: 'Ward protocol: start with 500 mg [E1].', start: 0, end: 38, score: 1 }],
    imageDescription: 'A laboratory report: HbA1c 8.2 %.',
  },
  zh: {
    question: '儿童呢？',
    history: [{ q: '二甲双胍能降低糖化血红蛋白吗？', a: '能，约下降 1 % [1][2]。' }],
    language: 'zh',
    passages: [
      {
        id: 'E1',
        article: trial,
        text: 'HbA1c fell by 1.1 %.',
        label: 'RESULTS',
        start: 0,
        end: 20,
        score: 3,
      },
      { id: 'E2', article: retracted, text: 'All were cured.', start: 0, end: 15, score: 2 },
    ],
    attachment: [{ text: '科室方案：起始剂量 500 mg［E1］。', start: 0, end: 22, score: 1 }],
    imageDescription: '检验报告：糖化血红蛋白 8.2 %。',
  },
};

for (const language of ['en', 'zh'] as const) {
  describe(`prompts in ${language}`, () => {
    it('answer', (t) => {
      const { question, passages } = full[language];
      snapshot(t, answerPrompt({ question, history: [], language, passages, attachment: [] }, boundary));
    });
    it('answer with history, attachment and image', (t) => {
      snapshot(t, answerPrompt(full[language], boundary));
    });
    it('answer from an attachment alone', (t) => {
      snapshot(t, answerPrompt({ ...full[language], passages: [], history: [] }, boundary));
    });
    it('plan', (t) => {
      snapshot(t, planPrompt({ question: full[language].question, history: [], language }, boundary));
    });
    it('second search', (t) => {
      const titles = ['Metformin in adults.', 'Metformin cures all.'];
      snapshot(t, secondSearchPrompt({ ...full[language], language, titles }, boundary));
    });
    it('order of records', (t) => {
      const records = [
        { title: 'Metformin in adults.', conclusion: 'HbA1c fell.' },
        { title: 'Metformin: a letter.', conclusion: '' },
      ];
      snapshot(t, scoreRecordsPrompt({ question: full[language].question, language, records }, boundary));
    });
    it('plan of a follow-up question', (t) => {
      snapshot(t, planPrompt({ ...full[language], language }, boundary));
    });
    it('check of a citation, and asked again', (t) => {
      const sentence = { en: 'Metformin cured 90 % [E1].', zh: '二甲双胍治愈了 90 %［E1］。' }[language];
      const abstract = 'RESULTS: HbA1c fell by 1.1 %.';
      const claim = language === 'zh' ? '治愈' : 'cured';
      const alignment = {
        verdict: 'undetermined' as const,
        passages: ['HbA1c fell by 1.1 %.'],
        differences: [
          { claim: '90 %', evidence: '1.1 %' },
          { claim, evidence: undefined },
        ],
      };
      snapshot(t, checkPrompt({ sentence, title: 'Metformin.', abstract, language, alignment }, boundary));
      snapshot(t, checkPrompt({ sentence, title: '', abstract, language, alignment }, boundary, true));
    });
    it('review: scope, outline, studies', (t) => {
      const { question: topic, passages } = full[language];
      snapshot(t, reviewScopePrompt({ topic, language }, boundary));
      snapshot(t, reviewOutlinePrompt({ topic, language, passages }, boundary));
      const studies = [{ pmid: '38000001', title: 'Metformin [E9].', abstract: 'HbA1c fell.' }];
      snapshot(t, reviewStudiesPrompt({ language, studies }, boundary));
    });
    it('review: each section', (t) => {
      const { question: topic, passages } = full[language];
      for (const section of sectionNames) {
        const input = { topic, language, passages, section, heading: 'HbA1c', outline: ['HbA1c', 'Nausea'] };
        snapshot(t, reviewSectionPrompt(input, boundary));
      }
      const findings = 'HbA1c fell by 0.9 % [E1].';
      const given = { topic, language, findings, passages: [], heading: '', outline: [] };
      snapshot(t, reviewSectionPrompt({ ...given, section: 'principal' }, boundary));
    });
    it('image', (t) => {
      const images = [{ mediaType: 'image/png' as const, base64: 'AAAA' }];
      snapshot(t, imagePrompt({ question: full[language].question, language, images }, boundary));
    });
  });
}

describe('external material in a prompt', () => {
  it('is enclosed by two lines with the boundary', () => {
    assert.equal(dataBlock('FILE', 'b1', 'text'), '<<<FILE b1\ntext\nFILE b1>>>');
  });

  it('cannot imitate an evidence marker, in any brackets or width', () => {
    assert.equal(escapeEvidenceMarkers('[E1] ［e2］【E3】[ E4 ] [E] [1]'), '(E1) (e2)(E3)(E4) [E] [1]');
  });

  it('loses the citation numbers of an earlier answer', () => {
    assert.equal(removeMarkers('Yes [1][2]. 是的［E1］[3]。'), 'Yes. 是的(E1)。');
  });
});
