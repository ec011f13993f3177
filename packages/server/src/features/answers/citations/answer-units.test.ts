import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitAnswer } from './answer-units.ts';

describe('splitting an answer into sentences', () => {
  for (const [first, second] of [
    ['- *2007:* “Risk fell by half (P<0.05)” [1]', '“The drug was safe.” [2]'],
    ['- *2007年：* “风险下降一半（P<0.05）”[1]', '“该药安全。”[2]'],
  ] as const)
    it(`ends a quotation without a full stop where the next begins: ${first}`, () => {
      const { units } = splitAnswer(`${first} ${second}`, true);
      assert.deepEqual(
        units.map(({ text }) => text),
        [first, second],
      );
    });

  it('keeps a quoted word within its sentence', () => {
    const text = 'Patients with “brain fog” improved, as did those with “tiredness” [1].';
    assert.deepEqual(
      splitAnswer(text, true).units.map((unit) => unit.text),
      [text],
    );
  });
});
