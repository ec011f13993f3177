import { describe, it } from 'node:test';
import { boundary, comparePrompt } from '../../testing/app/prompt-snapshot.ts';
import { writeInputs } from '../../testing/app/write-inputs.ts';
import { planPrompt } from './plan-prompt.ts';
import { scorePrompt } from './score-prompt.ts';
import { secondSearchPrompt } from './second-search-prompt.ts';

for (const language of ['en', 'zh'] as const) {
  describe(`prompts for a search in ${language}`, () => {
    it('plan', (t) => {
      comparePrompt(
        t,
        planPrompt({ question: writeInputs[language].question, history: [], language }, boundary),
      );
    });
    it('second search', (t) => {
      const titles = ['Metformin in adults.', 'Metformin cures all.'];
      comparePrompt(t, secondSearchPrompt({ ...writeInputs[language], language, titles }, boundary));
    });
    it('order of records', (t) => {
      const records = [
        { title: 'Metformin in adults.', conclusion: 'HbA1c fell.' },
        { title: 'Metformin: a letter.', conclusion: '' },
      ];
      comparePrompt(
        t,
        scorePrompt({ question: writeInputs[language].question, language, records }, boundary),
      );
    });
    it('plan of a follow-up question', (t) => {
      comparePrompt(t, planPrompt({ ...writeInputs[language], language }, boundary));
    });
  });
}
