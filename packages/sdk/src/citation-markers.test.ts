import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  citedEvidence,
  citedNumbers,
  escapeCitationMarkers,
  escapeEvidenceMarkers,
  findCitationMarkers,
  isUnfinishedMarker,
  leadingBracketsLength,
  leadingMarkersLength,
  parseCitationMarker,
  removeCitationMarkers,
  removeCitations,
  renderCitationMarker,
  renderEvidenceMarker,
  replaceCitationMarkers,
  splitAtCitations,
} from './citation-markers.ts';

describe('citation markers', () => {
  it('are read in order and survive rendering', () => {
    assert.deepEqual(citedNumbers('It fell [2][1]. 它下降[2]。 [a] [12345]'), [2, 1, 2]);
    assert.deepEqual(citedNumbers(renderCitationMarker(7)), [7]);
  });

  it('are replaced one at a time', () => {
    const doubled = replaceCitationMarkers('A [1], B [2].', (number) => renderCitationMarker(2 * number));
    assert.equal(doubled, 'A [2], B [4].');
    assert.equal(
      replaceCitationMarkers('A [1]', (_, whole) => ' '.repeat(whole.length)),
      'A    ',
    );
  });

  it('are parsed as evidence in any brackets, or rejected', () => {
    assert.deepEqual(parseCitationMarker('E1, E3-E4'), ['E3', 'E4', 'E1']);
    assert.deepEqual(parseCitationMarker('1-3'), []);
    assert.equal(parseCitationMarker('95% CI 0.7-0.9'), undefined);
  });

  it('lose their brackets in quotations and where they are not evidence', () => {
    assert.equal(
      escapeCitationMarkers('as shown [3] in 【4】 of [18F]FDG'),
      'as shown (3) in (4) of [18F]FDG',
    );
    assert.equal(escapeEvidenceMarkers('see [E3] and ［ e4 ］'), 'see (E3) and (e4)');
    // Every bracket that is read as evidence, and none that is not.
    assert.equal(
      escapeEvidenceMarkers('[E1, E2] 〔E1〕 [E1-E3] ［E 1］ [3] [18F]FDG'),
      '(E1, E2) (E1) (E1-E3) (E 1) [3] [18F]FDG',
    );
  });

  it('are removed with the space before them', () => {
    assert.equal(removeCitationMarkers('It does so [1] [2]. 是的[3]。[a]'), 'It does so. 是的。[a]');
    assert.equal(removeCitations('It fell [E1, E2]. 是的【3】。[18F]FDG'), 'It fell . 是的。[18F]FDG');
  });

  it('are found with their offsets and the space before them', () => {
    const text = 'It fell  [2][1].';
    const found = findCitationMarkers(text);
    assert.deepEqual(
      found.map(({ number, space, start, end }) => [number, space, text.slice(start, end)]),
      [
        [2, '  ', '  [2]'],
        [1, '', '[1]'],
      ],
    );
  });

  it('are recognized at the beginning of a text and while incomplete', () => {
    assert.equal(leadingMarkersLength(' [1][23] It'), 8);
    assert.equal(leadingMarkersLength('It [1]'), 0);
    assert.equal(leadingBracketsLength('[E1]【2】 It [3]'), 7);
    assert.deepEqual(['[', '[12', '[12]', '[a'].map(isUnfinishedMarker), [true, true, false, false]);
  });

  it('split a text into pieces that concatenate to it', () => {
    const text = 'A [1], B [2, 4–6] and 费用[7]；[x]';
    const pieces = splitAtCitations(text);
    assert.equal(pieces.map((piece) => piece.text).join(''), text);
    assert.deepEqual(
      pieces.flatMap(({ numbers }) => (numbers ? [numbers] : [])),
      [[1], [2, 4, 5, 6], [7]],
    );
    // No list of references is cited by a range this long: its ends are what was meant.
    assert.deepEqual(splitAtCitations('[1-999]'), [{ text: '[1-999]', numbers: [1, 999] }]);
  });

  it('of evidence survive rendering, in any brackets', () => {
    assert.deepEqual(citedEvidence(`It fell ${renderEvidenceMarker('E3')}【e1】[7].`), ['E3', 'E1']);
  });
});
