import { describe, it } from 'node:test';
import { boundary, comparePrompt } from '../../../testing/app/prompt-snapshot.ts';
import { writeInputs } from '../../../testing/app/write-inputs.ts';
import {
  reviewOutlinePrompt,
  reviewScopePrompt,
  reviewSectionPrompt,
  reviewStudiesPrompt,
} from './review-prompts.ts';
import { sectionNames } from './review-writer.ts';

for (const language of ['en', 'zh'] as const)
  describe(`prompts in ${language}`, () => {
    it('review: scope, outline, studies', (t) => {
      const { question: topic, passages } = writeInputs[language];
      comparePrompt(t, reviewScopePrompt({ topic, language }, boundary));
      comparePrompt(t, reviewOutlinePrompt({ topic, language, passages }, boundary));
      const studies = [{ pmid: '38000001', title: 'Metformin [E9].', abstract: 'HbA1c fell.' }];
      comparePrompt(t, reviewStudiesPrompt({ language, studies }, boundary));
    });
    it('review: each section', (t) => {
      const { question: topic, passages } = writeInputs[language];
      for (const section of sectionNames) {
        const input = { topic, language, passages, section, heading: 'HbA1c', outline: ['HbA1c', 'Nausea'] };
        comparePrompt(t, reviewSectionPrompt(input, boundary));
      }
      const findings = 'HbA1c fell by 0.9 % [E1].';
      const given = { topic, language, findings, passages: [], heading: '', outline: [] };
      comparePrompt(t, reviewSectionPrompt({ ...given, section: 'principal' }, boundary));
    });
  });
