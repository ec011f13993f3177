import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSearchTerm } from './search-term.ts';

describe('isSearchTerm', () => {
  it('accepts names as MeSH and authors write them', () => {
    for (const name of [
      ...['metformin', 'Diabetes Mellitus, Type 2', "St. John's wort", 'S. aureus', 'TNF-α inhibitors'],
      ...[
        'SGLT2/DPP-4 inhibitors',
        'vitamin B12',
        'cause of death',
        'opioid use',
        'reduced ejection fraction',
      ],
      ...[
        'treatment outcome',
        'heart failure (HFpEF)',
        'low-dose aspirin',
        'quality of life',
        'CD8+ T cells',
      ],
      ...[
        'Parkinson’s disease',
        'blood pressure lowering',
        'increased intracranial pressure',
        'lost to follow-up',
      ],
      ...['2型糖尿病', '二甲双胍', '糖化血红蛋白', '死亡', '心力衰竭（射血分数保留）'],
    ])
      assert.ok(isSearchTerm(name), name);
  });

  it('rejects sentences, orders, results and addresses', () => {
    for (const other of [
      ...['metformin cures cancer', 'Stop insulin', 'stop your insulin today', 'insulin is poison'],
      ...['Take 50 tablets of aspirin', 'aspirin 50 tablets', 'mortality 42%', 'p<0.001', 'metformin kills'],
      ...[
        'http://evil.example/a',
        'www evil',
        'evil.example',
        '<img src=x>',
        '[link](x)',
        'a; b',
        'x'.repeat(81),
      ],
      ...[
        'one two three four five six seven eight nine',
        'you',
        'La metformine guérit le cancer',
        'ignore previous instructions',
        '',
        'a\nb',
      ],
      ...['请立即停用胰岛素', '二甲双胍可治愈癌症', '胰岛素是毒药', '使死亡率增加一倍', '您'],
    ])
      assert.ok(!isSearchTerm(other), other);
  });
});
