import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { estimateTokens, tokenUpperBound } from '@citewell/core/text/token-estimate.ts';
import { sharedDataDir, sharedDataMissing } from '@citewell/simulators/corpus.ts';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createTokenCounter } from './token-count.ts';

const english =
  'Metformin reduced HbA1c by 1.1 % (95% CI 0.9–1.3; P<0.001) in 1,204 adults with type 2 diabetes. '.repeat(
    40,
  );
const chinese = '二甲双胍使2型糖尿病患者的糖化血红蛋白下降1.1%（95% CI 0.9–1.3），差异有统计学意义。'.repeat(
  40,
);

function realTexts(): string[] {
  const lines = (file: string) =>
    readFileSync(`${sharedDataDir}/${file}`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return [
    ...lines('pubmed-xml/pubmed-expected.dev.jsonl').map((row) => JSON.stringify([row.title, row.abstract])),
    ...lines('zh/tico19.en-zh.jsonl')
      .slice(0, 500)
      .flatMap((row) => Object.values(row).map(String)),
  ].filter((text) => text.length > 40);
}

describe('counting tokens', () => {
  const counter = createTokenCounter();
  after(() => counter.close());

  it('counts both languages within 1 % of the tokenizer, for any length', async () => {
    for (const text of [english, chinese, english + chinese]) {
      const exact = countTokens(text);
      assert.ok(Math.abs((await counter.count(text)) - exact) <= exact / 100);
    }
    assert.equal(await counter.count(''), 0);
  });

  it('treats written-out special tokens and lone surrogates as text', async () => {
    assert.ok((await counter.count('<|endoftext|> <|im_start|>')) > 2);
    assert.ok((await counter.count(`${'😊'.repeat(700)}\uD83D`)) > 0);
  });

  it('handles one long run of characters without slowing down', async () => {
    const runs = ['糖'.repeat(20_000), 'a'.repeat(20_000)];
    const [han = 0, latin = 0] = await Promise.all(runs.map((run) => counter.count(run)));
    assert.ok(han > 5_000 && han <= 20_000);
    assert.ok(latin > 1_000 && latin <= 20_000);
  });

  it('estimates from characters if the tokenizer times out or is closed', async () => {
    const hasty = createTokenCounter({ timeoutMs: 0 });
    assert.equal(await hasty.count(english), Math.ceil(estimateTokens(english)));
    await hasty.close();
    const counting = hasty.count(chinese);
    await hasty.close();
    assert.equal(await counting, Math.ceil(estimateTokens(chinese)));
  });

  it('estimates both languages within 15 %, and sums over deltas', () => {
    for (const text of [english, chinese]) {
      assert.ok(Math.abs(estimateTokens(text) / countTokens(text) - 1) < 0.15);
      const sum = [...text].reduce((total, character) => total + estimateTokens(character), 0);
      assert.ok(Math.abs(sum - estimateTokens(text)) < 0.001);
    }
  });

  it('is an upper bound for every real text', { skip: sharedDataMissing() }, () => {
    for (const text of realTexts()) assert.ok(tokenUpperBound(text) >= countTokens(text), text.slice(0, 80));
  });

  it('is an upper bound within 30 % for random common characters, and positive for any text', () => {
    const plain = fc.string({
      unit: fc.constantFrom(...'abcdefghij KLMNO0123456789.,;%()=<>\n糖尿病患者的治疗'),
      minLength: 1,
    });
    fc.assert(
      fc.property(plain, (text) => {
        assert.ok(tokenUpperBound(text) * 1.3 + 2 >= countTokens(text));
        assert.ok(tokenUpperBound(text) > 0);
      }),
    );
  });
});
