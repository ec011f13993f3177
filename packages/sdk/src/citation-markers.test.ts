import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  citedNumbers,
  escapeCitationMarkers,
  escapeEvidenceMarkers,
  parseCitationMarker,
  renderCitationMarker,
  replaceCitationMarkers,
} from './citation-markers.ts';

describe('citation markers', () => {
  it('are read in their order, and rendered as they are read', () => {
    assert.deepEqual(citedNumbers('It fell [2][1]. 它下降[2]。 [a] [12345]'), [2, 1, 2]);
    assert.deepEqual(citedNumbers(renderCitationMarker(7)), [7]);
  });

  it('are replaced one by one', () => {
    const doubled = replaceCitationMarkers('A [1], B [2].', (number) => renderCitationMarker(2 * number));
    assert.equal(doubled, 'A [2], B [4].');
    assert.equal(
      replaceCitationMarkers('A [1]', (_, whole) => ' '.repeat(whole.length)),
      'A    ',
    );
  });

  it('name evidence in any brackets, or nothing', () => {
    assert.deepEqual(parseCitationMarker('E1, E3-E4'), ['E3', 'E4', 'E1']);
    assert.deepEqual(parseCitationMarker('1-3'), []);
    assert.equal(parseCitationMarker('95% CI 0.7-0.9'), undefined);
  });

  it('lose their brackets in what is quoted or is no evidence', () => {
    assert.equal(
      escapeCitationMarkers('as shown [3] in 【4】 of [18F]FDG'),
      'as shown (3) in (4) of [18F]FDG',
    );
    assert.equal(escapeEvidenceMarkers('see [E3] and ［ e4 ］'), 'see (E3) and (e4)');
  });
});
