import type { Language, Reference } from '@citewell/sdk';
import { findCitationMarkers } from '@citewell/sdk/citation-markers';
import { pubmedAddress, referencesHeading } from '../../documents/document.ts';
import { referenceList } from '../../documents/markdown.ts';
import type { Annotation } from './completion-schema.ts';

/** Returns the list of references at the end of a completion, or an empty text. */
export function referenceSection(references: readonly Reference[], language: Language): string {
  if (references.length === 0) return '';
  return `\n\n${headingOf(language)}${referenceList(references, language)}`;
}

function headingOf(language: Language): string {
  return `**${referencesHeading[language]}**\n\n`;
}

/** Removes the list of references at the end of a completion. */
export function withoutReferences(text: string): string {
  const at = Math.max(
    ...(['en', 'zh'] as const).map((language) => text.lastIndexOf(`\n\n${headingOf(language)}1. `)),
  );
  return at < 0 ? text : text.slice(0, at);
}

/** Returns the addresses of references, in order. */
export function citationsOf(references: readonly Reference[]): string[] {
  return references.map((reference) => pubmedAddress(reference) ?? `urn:pmid:${reference.pmid}`);
}

/** Returns a citation with its offsets for each `[n]` of a text; none for records that are not in PubMed. */
export function annotationsOf(text: string, references: readonly Reference[]): Annotation[] {
  return findCitationMarkers(text).flatMap(({ number, space, start, end }) => {
    const reference = references[number - 1];
    const url = reference && pubmedAddress(reference);
    if (!url) return [];
    const place = { start_index: start + space.length, end_index: end };
    return [{ type: 'url_citation', url_citation: { ...place, url, title: reference.title } }];
  });
}
