import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEvidence } from './evidence.ts';

const key = 'cw_k3YBr9ZtP0aQmWvE7nXcLsU2dHfGjK5iO8yTe1R';

describe('the search for leaks', () => {
  const forms: [string, Buffer | string][] = [
    ['in clear', `{"label":"${key}"}`],
    ['in hexadecimal', `\\x${Buffer.from(`x${key}y`).toString('hex')}`],
    ['in capital hexadecimal', Buffer.from(key).toString('hex').toUpperCase()],
    ['in Base64', Buffer.from(`${key}:password`).toString('base64')],
    ['in Base64, one byte on', Buffer.from(`:${key}`).toString('base64')],
    ['in Base64, two bytes on', Buffer.from(`u:${key}`).toString('base64url')],
    ['in UTF-16', Buffer.from(`…${key}…`, 'utf16le')],
    ['in clear', `only its second half: ${key.slice(18)}`],
  ];
  for (const [form, left] of forms)
    it(`finds a key ${form}${left.length < 50 ? ', halved' : ''}`, () => {
      const evidence = createEvidence();
      evidence.secret('the key', key);
      evidence.place('a file', left);
      assert.deepEqual(evidence.leaks(), [`the key in a file, ${form}`]);
    });

  it('finds escaped Chinese words', () => {
    const evidence = createEvidence();
    const password = evidence.secret('the password', '正确的马电池订书钉不太容易猜到');
    const escaped = [...password].map((each) => `\\u${each.charCodeAt(0).toString(16)}`).join('');
    evidence.place('a log', escaped);
    evidence.place('a URL', encodeURIComponent(password));
    assert.deepEqual(evidence.leaks(), [
      'the password in a log, in JSON’s escapes',
      'the password in a URL, percent-encoded',
    ]);
  });

  it('allows intended places only, and a key’s hint', () => {
    const evidence = createEvidence();
    const reply = evidence.place('the reply that shows it', key);
    evidence.secret('the key', key, reply);
    evidence.place('a list', `${key.slice(0, 7)}…${key.slice(-4)}`);
    assert.deepEqual(evidence.leaks(), []);
    evidence.place('another reply', key);
    assert.deepEqual(evidence.leaks(), ['the key in another reply, in clear']);
  });

  it('rejects a secret too short to be distinguished from chance', () => {
    assert.throws(() => createEvidence().secret('short', 'hunter2'), /too short/);
  });
});
