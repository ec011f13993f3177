import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeEvidenceMarkers } from '@citewell/sdk/citation-markers';
import { dataBlock, removeMarkers } from './data-block.ts';

describe('external material in a prompt', () => {
  it('is enclosed by two lines with the boundary', () => {
    assert.equal(dataBlock('FILE', 'b1', 'text'), '<<<FILE b1\ntext\nFILE b1>>>');
  });

  it('cannot imitate an evidence marker, in any brackets or width', () => {
    assert.equal(escapeEvidenceMarkers('[E1] ［e2］【E3】[ E4 ] [E] [1]'), '(E1) (e2)(E3)(E4) [E] [1]');
  });

  it('loses the citation numbers of an earlier answer', () => {
    assert.equal(removeMarkers('Yes [1][2]. 是的［E1］[3]。'), 'Yes. 是的(E1)。');
  });
});
