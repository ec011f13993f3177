import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerEvent } from '@citewell/sdk';
import type { Text } from '../lib/language.tsx';
import { type Asked, foldEvents, newTurn, type Turn } from './turn.ts';
import { waitingText } from './waiting.ts';

const asked = { question: 'q', mode: 'answer' } as Asked;
const call = (tool: string): AnswerEvent => ({ event: 'tool_call', data: { tool, input: {} } });
const result = (tool: string): AnswerEvent => ({ event: 'tool_result', data: { tool, total: 0, items: [] } });
const english: Text = (en) => en;
const chinese: Text = (_en, zh) => zh;

/** Creates a turn that received these events at one second, and describes its wait `seconds` later. */
function afterwards(events: readonly AnswerEvent[], seconds: number, { t = english, hasModel = true } = {}) {
  const turn: Turn = foldEvents(newTurn(asked, 0), events, 1_000);
  return waitingText(turn, { now: 1_000 + seconds * 1_000, hasModel, t });
}

describe('an answer that is silent', () => {
  const searching = [call('library_search'), call('pubmed_search'), result('library_search')];

  it('shows no notice at once', () => {
    assert.equal(afterwards(searching, 1.9), undefined);
  });

  it('names the sources that have not replied, and for how long, in both languages', () => {
    assert.equal(afterwards(searching, 4.2), 'Waiting for PubMed (4 s)…');
    assert.equal(afterwards(searching, 4.2, { t: chinese }), '正在等待 PubMed（4 秒）……');
    const both = [call('pubmed_search'), call('europepmc_search')];
    assert.equal(afterwards(both, 2), 'Waiting for PubMed and Europe PMC (2 s)…');
  });

  it('names the model once every source has replied, and during a pause in the text', () => {
    const searched = [...searching, result('pubmed_search')];
    const writing: AnswerEvent[] = [...searched, { event: 'answer_chunk', data: { text: 'Metformin' } }];
    for (const events of [searched, writing])
      assert.equal(afterwards(events, 12), 'Waiting for the language model (12 s)…');
    assert.equal(afterwards(searched, 12, { t: chinese }), '正在等待语言模型（12 秒）……');
  });

  it('names the service before any step, and without a model', () => {
    assert.equal(afterwards([], 3), 'Waiting for the service (3 s)…');
    assert.equal(
      afterwards([...searching, result('pubmed_search')], 3, { hasModel: false, t: chinese }),
      '正在等待服务（3 秒）……',
    );
  });

  it('counts the time since the last new message; a repeated message is no progress', () => {
    const again: AnswerEvent = {
      event: 'thinking',
      data: { message: 'Searching (10 s so far).', elapsed_seconds: 10 },
    };
    const turn = foldEvents(foldEvents(newTurn(asked, 0), searching, 1_000), [again], 11_000);
    assert.equal(
      waitingText(turn, { now: 13_000, hasModel: true, t: english }),
      'Waiting for PubMed (12 s)…',
    );
    assert.equal(turn.steps.length, 2);
  });

  it('shows no notice once it is over', () => {
    assert.equal(afterwards([...searching, { event: 'done', data: {} }], 60), undefined);
  });
});
