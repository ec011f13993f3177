import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { readHistory, saveConversation } from './history.ts';
import { type Asked, newTurn } from './turn.ts';

function store(t: TestContext, kept: Record<string, string>): void {
  const storage = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
}

it("keeps the attachment's name of questions stored by an earlier version", (t) => {
  const turn = { asked: { question: 'Does it agree?', images: [], attachment: { name: 'a.pdf', text: '' } } };
  store(t, { 'citewell.history': JSON.stringify([{ id: '1', at: 0, turns: [turn] }]) });
  const [read] = readHistory();
  assert.deepEqual(read?.turns[0]?.asked, {
    question: 'Does it agree?',
    images: [],
    findings: '',
    attachments: [{ name: 'a.pdf', text: '' }],
  });
});

it('reports that findings and files of a question were not kept, and drops the name of a discussion without them', (t) => {
  store(t, {});
  const asked = {
    ...{ question: 'Metformin', dateFrom: '', dateTo: '', categoryId: '', answerLanguage: '' as const },
    ...{ findings: '', attachments: [], images: [], excluded: [] },
  };
  const attachments = [{ name: 'a.pdf', text: 'Mortality was lower.' }];
  for (const [mode, given, call] of [
    ['answer', {}, 'named'],
    ['answer', { attachments }, undefined],
    ['discussion', {}, 'named'],
    ['discussion', { findings: 'Mortality was lower.' }, undefined],
    ['discussion', { attachments }, undefined],
    ['discussion', { images: [{ name: 'a.png', data: 'data:' }] }, undefined],
    ['review', { attachments }, 'named'],
  ] as const) {
    const turn = { ...newTurn({ ...asked, ...given, mode } as Asked, 0), call: 'named' };
    saveConversation({ id: '1', at: 0, turns: [turn] });
    // Storing it again changes nothing.
    for (const kept of [readHistory(), readHistory()]) {
      assert.equal(kept[0]?.turns[0]?.call, call, JSON.stringify(given));
      assert.equal(kept[0]?.turns[0]?.lost, call === undefined ? true : undefined);
      if (kept[0]) saveConversation(kept[0]);
    }
  }
});
