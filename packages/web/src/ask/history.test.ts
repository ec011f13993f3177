import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readHistory } from './history.ts';

it('questions kept by an earlier version keep the name of their attachment', (t) => {
  const turn = { asked: { question: 'Does it agree?', images: [], attachment: { name: 'a.pdf', text: '' } } };
  const kept = { 'citewell.history': JSON.stringify([{ id: '1', at: 0, turns: [turn] }]) };
  const storage = { getItem: (name: keyof typeof kept) => kept[name] ?? null };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  const [read] = readHistory();
  assert.deepEqual(read?.turns[0]?.asked, {
    question: 'Does it agree?',
    images: [],
    findings: '',
    attachments: [{ name: 'a.pdf', text: '' }],
  });
});
