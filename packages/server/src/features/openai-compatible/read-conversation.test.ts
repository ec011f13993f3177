import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { historyMaxBytes } from '@citewell/sdk';
import type { ChatMessage } from './chat-completion-schema.ts';
import { readConversation } from './read-conversation.ts';
import { referenceSection } from './reference-section.ts';

type Content = NonNullable<ChatMessage['content']> | null;

const user = (content: Content): ChatMessage => ({ role: 'user', content });
const assistant = (content: Content): ChatMessage => ({ role: 'assistant', content });

describe('readConversation', () => {
  it('reads the question and the rounds before it', () => {
    const { question, field, history, system } = readConversation([
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'In verse.' }] },
      user('one'),
      assistant('first'),
      user([
        { type: 'text', text: 'two' },
        { type: 'text', text: 'lines' },
      ]),
      assistant(null),
      { role: 'tool', content: 'found' },
      assistant('second'),
      user('three'),
      user('four'),
    ]);
    assert.deepEqual([question, field, system], ['four', 'messages[9].content', 'Be brief.\n\nIn verse.']);
    assert.deepEqual(history, [
      { q: 'one', a: 'first' },
      { q: 'two\nlines', a: 'second' },
      { q: 'three', a: '' },
    ]);
  });

  it('keeps the last six rounds within the limit of ask_stream', () => {
    const rounds = Array.from({ length: 9 }, (_, nth) => [user(`q${nth}`), assistant(`a${nth}`)]).flat();
    assert.deepEqual(
      readConversation([...rounds, user('now')]).history.map(({ q }) => q),
      ['q3', 'q4', 'q5', 'q6', 'q7', 'q8'],
    );
    const long = assistant('药'.repeat(historyMaxBytes / 3));
    assert.deepEqual(readConversation([user('a'), long, user('b'), assistant('c'), user('now')]).history, [
      { q: 'b', a: 'c' },
    ]);
  });

  it('removes trailing reference lists and replaces lone surrogates', () => {
    const references = [{ pmid: '1', title: 'T', authors: 'A', journal: 'J', year: '2020' }];
    for (const language of ['en', 'zh'] as const) {
      const said = assistant(`It works [1].\ud800${referenceSection(references, language)}`);
      assert.deepEqual(readConversation([user('x'), said, user('y')]).history, [
        { q: 'x', a: 'It works [1].\ufffd' },
      ]);
    }
  });

  it('skips parts of other types in earlier messages and rejects them in the last one', () => {
    const thought = { type: 'thinking', thinking: 'Is it?' };
    const said = assistant([thought, { type: 'refusal' }, { type: 'text', text: 'first' }]);
    assert.deepEqual(readConversation([user('one'), said, user('two')]).history, [{ q: 'one', a: 'first' }]);
    for (const type of ['input_audio', 'refusal', 'thinking', ''])
      assert.throws(() => readConversation([user([{ type: 'text', text: 'x' }, { type }])]), {
        field: 'messages[0].content',
      });
  });

  it('takes the last user message as the question, whatever follows it', () => {
    const brief = { role: 'system', content: 'Be brief.' } as const;
    const tool = { role: 'tool', content: 'x' } as const;
    for (const following of [[tool], [assistant('x')], [assistant(null), tool, brief]]) {
      const { question, field, history } = readConversation([user('y'), ...following]);
      assert.deepEqual([question, field, history], ['y', 'messages[0].content', []]);
    }
    for (const none of [[brief], [assistant('x'), tool]])
      assert.throws(() => readConversation(none), { field: 'messages' });
    const { question, field, history, system } = readConversation([
      ...[user('one'), assistant('first'), user('two'), brief],
      { role: 'developer', content: 'In verse.' },
    ]);
    assert.deepEqual([question, field, system], ['two', 'messages[2].content', 'Be brief.\n\nIn verse.']);
    assert.deepEqual(history, [{ q: 'one', a: 'first' }]);
  });
});
