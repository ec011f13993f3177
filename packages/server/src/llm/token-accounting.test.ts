import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingMeter } from '../testing/accounting/recording-meter.ts';
import { ProviderError, type ProviderPart } from './providers/provider.ts';
import { openTokenAccount } from './token-accounting.ts';

const prompt = {
  messages: () => [{ role: 'user' as const, text: 'Does aspirin help? 阿司匹林有用吗？' }],
  imageTokens: 0,
};
/** Counts words: the tokenizer's counts do not matter here. */
const counter = { count: async (text: string) => text.split(' ').length, close: async () => {} };
const usage = (completionTokens: number): ProviderPart => ({
  type: 'usage',
  promptTokens: 20,
  completionTokens,
});
const text = (words: number): ProviderPart => ({
  type: 'text',
  text: Array(words).fill('阿司匹林').join(' '),
});
const finish: ProviderPart = { type: 'finish', reason: 'stop' };

async function settled(parts: ProviderPart[], broken = false) {
  const meter = recordingMeter();
  const step = await meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 1_000 });
  const account = openTokenAccount(prompt);
  for (const part of parts) account.take(part);
  const seen = account.seen();
  await account.settle(step, counter, broken);
  return { seen, finished: meter.steps[0]?.finished };
}

describe('the usage of a provider request', () => {
  it('is the provider’s if it was reported after the finish reason or just before it', async () => {
    for (const parts of [
      [text(50), finish, usage(7)],
      [text(50), usage(7), finish],
      [usage(1), text(50), usage(7), finish],
    ])
      assert.deepEqual((await settled(parts)).finished, {
        promptTokens: 20,
        completionTokens: 7,
        source: 'provider',
      });
  });

  it('ignores an interim usage report: a caller who disconnects is charged for what had arrived', async () => {
    const { seen, finished } = await settled([usage(1), text(50)]);
    assert.deepEqual(finished, { promptTokens: 20, completionTokens: 50, source: 'estimated' });
    assert.ok(seen.completionTokens > 1);
  });

  it('treats a zero as unknown if a prompt was sent or text arrived', async () => {
    const counted = { promptTokens: 4, completionTokens: 50, source: 'estimated' };
    const zero = (completionTokens: number): ProviderPart => ({
      type: 'usage',
      promptTokens: 0,
      completionTokens,
    });
    assert.deepEqual((await settled([text(50), finish, zero(0)])).finished, counted);
    assert.deepEqual((await settled([usage(7), zero(9), text(50), finish])).finished, {
      ...{ promptTokens: 20, completionTokens: 9, source: 'provider' },
    });
    const prompted = (await settled([text(50), zero(40), finish])).finished;
    assert.equal(prompted?.completionTokens, 40);
    assert.ok(prompted.promptTokens > 0, 'of a prompt in the cache');
  });

  it('is zero for a failed request that reported zeros', async () => {
    const failed: ProviderPart = { type: 'failed', error: new ProviderError('provider_error') };
    const zeros: ProviderPart = { type: 'usage', promptTokens: 0, completionTokens: 0 };
    const { finished } = await settled([zeros, failed], true);
    assert.deepEqual(finished, { promptTokens: 0, completionTokens: 0, source: 'estimated' });
  });

  it('trusts an interim usage ahead of the text, because a model may reason unseen', async () => {
    const { seen, finished } = await settled([text(5), usage(400)]);
    assert.deepEqual(finished, { promptTokens: 20, completionTokens: 400, source: 'estimated' });
    assert.deepEqual(seen, { promptTokens: 20, completionTokens: 400 });
  });
});
