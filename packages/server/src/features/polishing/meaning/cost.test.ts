import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cpuMs } from '@citewell/core/testing/cpu-cost.ts';
import { alignSentences } from './align.ts';
import { findMeaningChanges } from './find-meaning-changes.ts';
import { splitSegments } from './segments.ts';

const ordinary =
  'Metformin lowered HbA1c by 1.1% (95% CI 0.9 to 1.3; p<0.001) in 120 patients. Two of 60 patients had nausea [1]. ';

/** Compares as polishing does: every segment, with its sentences in reverse order. */
function compare(text: string): void {
  for (const { kind, body } of splitSegments(text)) {
    if (kind === 'kept') continue;
    findMeaningChanges(body, body, { language: false, length: false });
    const turned = body.split(/(?<=[.。])/).toReversed();
    findMeaningChanges(body, turned.join(' '), { language: false, length: false });
  }
}

const textOf = (unit: (index: number) => string): string =>
  Array.from({ length: 20_000 / unit(1).length }, (_, index) => unit(index)).join('');

const han = (index: number): string => String.fromCharCode(0x4e00 + (index % 2_000));
const hostile: Record<string, string> = {
  'short Chinese sentences': textOf((index) => `药${han(index)}降1。`),
  'groups by their numbers': textOf(() => '第1组'),
  'a list of references': textOf(() => '1. Smith J. Title. J. 2019;1:1-2.\n'),
  'estimates without an end': textOf(() => 'RR 0.8, OR 1.2, HR 0.9 '),
  'figures that open a bracket': textOf(() => '(Fig. 1'),
};

describe('comparing a text of 20,000 characters with its version', () => {
  const usual = textOf(() => ordinary);
  compare(usual);
  for (const [name, text] of Object.entries(hostile))
    it(`costs at most fifteen times an ordinary text: ${name}`, () => {
      const [took, unit] = [cpuMs(() => compare(text)), cpuMs(() => compare(usual))];
      assert.ok(took < 15 * unit, `${took} ms of CPU, where an ordinary text takes ${unit}`);
    });
});

describe('alignSentences', () => {
  it('pairs unchanged sentences, repeated ones too', () => {
    const sentences = ['A fell.', 'A fell.', '', '5', 'A fell. A fell.'];
    assert.deepEqual(
      alignSentences(sentences, sentences),
      sentences.map((sentence) => ({ was: [sentence], is: [sentence] })),
    );
  });

  it('matches a split sentence and two joined ones', () => {
    assert.deepEqual(
      alignSentences(
        [
          'Metformin lowered glucose, and patients lost weight.',
          'Nausea was common.',
          'Lactate did not rise.',
        ],
        [
          'Metformin lowered glucose.',
          'Patients lost weight.',
          'Nausea was common, and lactate did not rise.',
        ],
      ),
      [
        {
          was: ['Metformin lowered glucose, and patients lost weight.'],
          is: ['Metformin lowered glucose.', 'Patients lost weight.'],
        },
        {
          was: ['Nausea was common.', 'Lactate did not rise.'],
          is: ['Nausea was common, and lactate did not rise.'],
        },
      ],
    );
  });
});
