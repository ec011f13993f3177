import assert from 'node:assert/strict';
import { it } from 'node:test';
import { preferredLanguage } from './language.ts';

it('picks the preferred language of Accept-Language, Chinese or English', () => {
  const expectations: [header: string | undefined, language: 'zh' | 'en' | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['fr, de;q=0.9', undefined],
    ['zh', 'zh'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['ZH-Hant-TW', 'zh'],
    ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
    ['fr, zh;q=0.2, en;q=0.1', 'zh'],
    ['en;q=0.3, zh;q=0.7', 'zh'],
    ['en;q=0, zh;q=0', undefined],
    ['zha', undefined],
    ['en, zh', 'en'],
    [`${'fr,'.repeat(5_000)}zh`, undefined],
  ];
  for (const [header, language] of expectations)
    assert.equal(preferredLanguage(header), language, String(header).slice(0, 40));
});
