import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createThinkTags } from './think-tags.ts';

type How = { opensInThought?: boolean; isComplete?: boolean };

function split(deltas: string[], { opensInThought = false, isComplete = true }: How = {}) {
  const ended: boolean[] = [];
  const seen = { thinking: '', text: '' };
  const reread = (as: 'thinking' | 'text') => {
    const all = seen.thinking + seen.text;
    Object.assign(seen, { thinking: '', text: '', [as]: all });
  };
  const tags = createThinkTags({ opensInThought, onThoughtEnd: () => ended.push(true), reread });
  const emit = (type: 'thinking' | 'text', text: string) => {
    assert.notEqual(text, '');
    seen[type] += text;
  };
  for (const delta of deltas.filter(Boolean)) tags.push(delta, emit);
  tags.end(emit, isComplete);
  return { ...seen, learned: ended.length > 0 };
}

function whereverCut(whole: string, how: How, expected: ReturnType<typeof split>): void {
  assert.deepEqual(split([whole], how), expected);
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length)), (places) => {
      const cuts = [0, ...places.sort((a, b) => a - b), whole.length];
      const deltas = cuts.slice(1).map((end, index) => whole.slice(cuts[index], end));
      assert.deepEqual(split(deltas, how), expected);
    }),
  );
}

describe('think tags', () => {
  for (const [name, whole, thinking, text] of [
    ['reasoning before the answer', '<think>\nso</think>\n\nYes.', '\nso', 'Yes.'],
    ['no reasoning', 'p < 0.05 [E1] <th', '', 'p < 0.05 [E1] <th'],
    ['empty reasoning', '<think></think>Yes.', '', 'Yes.'],
    ['white space before the tag', '\n <think>a</think>b', 'a', 'b'],
    ['a tag that never closes', '<think>on and on </thin', 'on and on </thin', ''],
    ['something that only begins like a tag', '<thin', '', '<thin'],
    ['a comparison at the start', '< 5 %', '', '< 5 %'],
    ['reasoning after the beginning of the answer', 'Yes. <think>so</think> No.', 'so', 'Yes.  No.'],
    ['a second pair', '<think>a</think>b<think>c</think>d', 'ac', 'bd'],
    ['the tags of Gemma', '<thought>a</thought>b', 'a', 'b'],
    ['the tags of Granite', 'So <reasoning>a</reasoning>b', 'a', 'So b'],
    ['the tags of Seed', '<seed:think>a</seed:think>b', 'a', 'b'],
    ['the tags of Magistral', '[THINK]a[1][/THINK]\nb [E1]', 'a[1]', 'b [E1]'],
    ['another tag inside', '<think>a <b>c</b> </thought>d</think>e', 'a <b>c</b> </thought>d', 'e'],
  ] as const) {
    it(`${name}: gives the same result wherever the deltas are split`, () => {
      whereverCut(whole, {}, { thinking, text, learned: false });
    });
  }

  it('treats text before a lone end tag as reasoning, and remembers it', () => {
    whereverCut('Okay, so.</think>\n\nYes.', {}, { thinking: 'Okay, so.', text: 'Yes.', learned: true });
  });

  describe('of a model known to begin with reasoning', () => {
    const known = { opensInThought: true };
    it('treat everything before the end tag as reasoning', () => {
      whereverCut('Okay, so.</think>\n\nYes.', known, { thinking: 'Okay, so.', text: 'Yes.', learned: true });
    });

    it('treat a complete reply without reasoning as text', () => {
      whereverCut('Yes. <', known, { thinking: '', text: 'Yes. <', learned: false });
    });

    it('treat a reply cut at its limit as reasoning', () => {
      const cut = { ...known, isComplete: false };
      whereverCut('Okay, so </thi', cut, { thinking: 'Okay, so </thi', text: '', learned: false });
    });

    it('trust a server that separates the reasoning itself', () => {
      const tags = createThinkTags({
        ...{ opensInThought: true, onThoughtEnd: () => assert.fail(), reread: () => assert.fail() },
      });
      const seen: string[] = [];
      const emit = (type: string, text: string) => void seen.push(`${type} ${text}`);
      tags.noteSeparated();
      tags.push('Yes.', emit);
      tags.end(emit, true);
      assert.deepEqual(seen, ['text Yes.']);
    });
  });
});
