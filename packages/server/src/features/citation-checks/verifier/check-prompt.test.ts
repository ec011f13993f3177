import { describe, it } from 'node:test';
import { boundary, comparePrompt } from '../../../testing/app/prompt-snapshot.ts';
import { checkPrompt } from './check-prompt.ts';

for (const language of ['en', 'zh'] as const)
  describe(`prompts in ${language}`, () => {
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
      comparePrompt(
        t,
        checkPrompt({ sentence, title: 'Metformin.', abstract, language, alignment }, boundary),
      );
      comparePrompt(t, checkPrompt({ sentence, title: '', abstract, language, alignment }, boundary, true));
    });
  });
