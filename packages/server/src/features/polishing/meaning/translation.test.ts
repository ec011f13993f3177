import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMeaningChanges } from './find-meaning-changes.ts';

describe('a translation', () => {
  const translated = { length: true, language: true };
  const text = '二甲双胍使HbA1c降低1.1%（95% CI 0.8–1.4）[1]。恩格列净降低2.5 kg体重[2]。';
  const english =
    'Metformin lowered HbA1c by 1.1% (95% CI 0.8–1.4) [1]. Empagliflozin lowered body weight by 2.5 kg [2].';

  it('keeps every number and marker, and the order of the markers', () => {
    assert.deepEqual(findMeaningChanges(text, english, translated), []);
    assert.deepEqual(findMeaningChanges(english, text, translated), []);
    for (const [version, kind] of [
      [english.replace('1.1%', '1.2%'), 'number'],
      [english.replace('2.5 kg', '2.5 g'), 'number'],
      [english.replace(' [2]', ''), 'citation'],
      [english.replace('[1]', '[x]').replace('[2]', '[1]').replace('[x]', '[2]'), 'order'],
      [english.replace('HbA1c', 'glucose'), 'abbreviation'],
    ] as const)
      assert.ok(
        findMeaningChanges(text, version, translated).some((change) => change.kind === kind),
        version,
      );
  });
});
