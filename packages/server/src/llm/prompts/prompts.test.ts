import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeEvidenceMarkers } from '@citewell/sdk/citation-markers';
import { boundary, comparePrompt } from '../../testing/app/prompt-snapshot.ts';
import { writeInputs } from '../../testing/app/write-inputs.ts';
import { dataBlock, removeMarkers } from './data-block.ts';
import { planPrompt } from './plan.ts';
import { scoreRecordsPrompt } from './score-records.ts';
import { secondSearchPrompt } from './second-search.ts';

for (const language of ['en', 'zh'] as const) {
  describe(`prompts in ${language}`, () => {
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
        scoreRecordsPrompt({ question: writeInputs[language].question, language, records }, boundary),
      );
    });
    it('plan of a follow-up question', (t) => {
      comparePrompt(t, planPrompt({ ...writeInputs[language], language }, boundary));
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
