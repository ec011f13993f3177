import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { headingLength } from '../../../literature/ranking/select-passages.ts';
import { fullTextLabel } from '../../../literature/sources/full-text/full-text-label.ts';
import type { Unit } from './units.ts';
import { reviewWords } from './words.ts';

/**
 * Quotes a sentence as it stands in its abstract, behind the heading that may stand before it, with its marker; one of a full
 * text behind its place.
 */
export function quoted(unit: Unit, language: Language): string {
  const said = unit.text.slice(headingLength(unit.text));
  const text = escapeCitationMarkers(said).replace(/\s+/g, ' ').trim();
  const { quote, beforeMark } = reviewWords[language];
  const place = unit.fullText ? `${fullTextLabel(unit.fullText, language)} ` : '';
  return `${place}${quote(text)}${beforeMark}${renderEvidenceMarker(unit.id)}`;
}

/** Quotations as a list; what several papers say in the same words stands once, with all their markers. */
export function quotedList(units: readonly Unit[], language: Language): string[] {
  const same = Map.groupBy(units, ({ text }) => text.toLowerCase());
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [`- ${quoted(first, language)}${others.map(({ id }) => renderEvidenceMarker(id)).join('')}`] : [],
  );
}
