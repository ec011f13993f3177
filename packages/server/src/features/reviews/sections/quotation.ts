import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { escapeMarks } from '../../../documents/markdown.ts';
import { headingLength } from '../../../literature/ranking/sentences/best-sentences.ts';
import { fullTextLabel } from '../../../literature/sources/full-text/full-text-label.ts';
import type { EvidenceUnit } from './evidence-units.ts';
import { reviewWords } from './review-words.ts';

/**
 * Quotes a sentence as a page or a document shows it in its abstract's words, after its section heading if there is one, with its marker; one of a full text
 * after its location.
 */
export function quoted(unit: EvidenceUnit, language: Language): string {
  const said = unit.text.slice(headingLength(unit.text));
  const text = escapeMarks(withoutMarkers(said)).replace(/\s+/g, ' ').trim();
  const { quote, beforeMarker } = reviewWords[language];
  const place = unit.fullText ? `${fullTextLabel(unit.fullText, language)} ` : '';
  return `${place}${quote(text)}${beforeMarker}${renderEvidenceMarker(unit.id)}`;
}

/**
 * Returns a quotation without brackets that would be read as citation markers. Where one has to be round, all are: a mixture would
 * look as if the record had it.
 */
function withoutMarkers(said: string): string {
  const escaped = escapeCitationMarkers(said);
  return escaped === said ? said : said.replaceAll('[', '(').replaceAll(']', ')');
}

/** Formats quotations as a list; identical wording of several papers appears once, with all their markers. */
export function quotedList(units: readonly EvidenceUnit[], language: Language): string[] {
  const same = Map.groupBy(units, ({ text }) => text.toLowerCase());
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [`- ${quoted(first, language)}${others.map(({ id }) => renderEvidenceMarker(id)).join('')}`] : [],
  );
}
