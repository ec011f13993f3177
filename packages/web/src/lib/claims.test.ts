import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPmid, readClaims } from './claims.ts';

describe('a pasted paragraph', () => {
  it('is split into sentences with their cited articles, by PMID or by the reference list below', () => {
    const text = `Dapagliflozin lowered the risk by 26% [1]. It was safe.[2, 3] Nobody knows why. Statins help too [PMID: 123456].

References
1. McMurray JJV, et al. N Engl J Med. 2019. PMID: 31535829
2. Zannad F. Lancet. 2020. https://pubmed.ncbi.nlm.nih.gov/32877652/
[3] Packer M. N Engl J Med. 2020. PMID 32865377`;
    assert.deepEqual(readClaims(text, 'en'), [
      { sentence: 'Dapagliflozin lowered the risk by 26%.', pmids: ['31535829'] },
      { sentence: 'It was safe.', pmids: ['32877652', '32865377'] },
      { sentence: 'Statins help too.', pmids: ['123456'] },
    ]);
  });

  it('may be Chinese', () => {
    const text =
      '达格列净使风险降低26%[1]。原因未明。总体安全（PMID：32877652）。\n参考文献\n[1] McMurray JJV, 等. N Engl J Med, 2019. PMID：31535829';
    assert.deepEqual(readClaims(text, 'zh'), [
      { sentence: '达格列净使风险降低26%。', pmids: ['31535829'] },
      { sentence: '总体安全。', pmids: ['32877652'] },
    ]);
  });

  it('without a PMID has nothing to check', () => {
    assert.deepEqual(readClaims('Nothing is cited [1].\n1. A book.', 'en'), []);
  });
});

it('finds a PMID in common pasted forms', () => {
  assert.equal(findPmid(' 31535829 '), '31535829');
  assert.equal(findPmid('https://pubmed.ncbi.nlm.nih.gov/31535829/?x'), '31535829');
  assert.equal(findPmid('McMurray. N Engl J Med. 2019;381:1995. PMID: 31535829; PMCID: PMC1'), '31535829');
  assert.equal(findPmid('McMurray. N Engl J Med. 2019'), undefined);
});
