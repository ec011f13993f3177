import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createThinkTags } from './think-tags.ts';

function split(deltas: string[]): { thinking: string; text: string } {
  const seen = { thinking: '', text: '' };
  const tags = createThinkTags();
  const emit = (type: 'thinking' | 'text', text: string) => {
    assert.notEqual(text, '');
    seen[type] += text;
  };
  for (const delta of deltas.filter(Boolean)) tags.push(delta, emit);
  tags.end(emit);
  return seen;
}

describe('think tags', () => {
  for (const [name, whole, thinking, text] of [
    ['reasoning before the answer', '<think>\nso</think>\n\nYes.', '\nso', 'Yes.'],
    ['no reasoning', 'Yes. <think>no</think>', '', 'Yes. <think>no</think>'],
    ['empty reasoning', '<think></think>Yes.', '', 'Yes.'],
    ['white space before the tag', '\n <think>a</think>b', 'a', 'b'],
    ['a tag that never closes', '<think>on and on </thin', 'on and on </thin', ''],
    ['something that only begins like a tag', '<thin', '', '<thin'],
    ['a comparison at the start', '< 5 %', '', '< 5 %'],
    ['a second pair, which is text', '<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
  ] as const) {
    it(`${name}: the same wherever the deltas are cut`, () => {
      assert.deepEqual(split([whole]), { thinking, text });
      fc.assert(
        fc.property(fc.array(fc.nat(whole.length)), (places) => {
          const cuts = [0, ...places.sort((a, b) => a - b), whole.length];
          const deltas = cuts.slice(1).map((end, index) => whole.slice(cuts[index], end));
          assert.deepEqual(split(deltas), { thinking, text });
        }),
      );
    });
  }
});
