import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const [comment = '', ...lines] = readFileSync(new URL('./zh-en.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const entries = lines.map((line) => line.split('\t') as [zh: string, en: string]);
const english = new Map(entries);

describe('the Chinese-English lexicon', () => {
  it('states its origin and licence in its first line', () => {
    assert.match(comment, /^# .*Apache-2\.0/);
  });

  it('has one Chinese and one English term per line, without stray spaces', () => {
    for (const line of lines) assert.match(line, /^[^\t\s](?:[^\t]*[^\t\s])?\t[!-~](?:[ -~]*[!-~])?$/, line);
  });

  it('lists each Chinese term once, sorted by code point', () => {
    const terms = entries.map(([zh]) => zh);
    assert.deepEqual(terms, [...new Set(terms)].sort());
    assert.ok(terms.length >= 1_000, `${terms.length} terms`);
  });

  it('gives common and formal names the same translation', () => {
    const synonyms = [
      ['心梗', '心肌梗死', 'myocardial infarction'],
      ['房颤', '心房颤动', 'atrial fibrillation'],
      ['慢阻肺', '慢性阻塞性肺疾病', 'chronic obstructive pulmonary disease'],
      ['乙肝', '乙型肝炎', 'hepatitis B'],
      ['甲减', '甲状腺功能减退', 'hypothyroidism'],
      ['中风', '脑卒中', 'stroke'],
      ['剖腹产', '剖宫产', 'cesarean section'],
    ] as const;
    for (const [common, formal, expected] of synonyms) {
      assert.equal(english.get(common), expected);
      assert.equal(english.get(formal), expected);
    }
  });
});
