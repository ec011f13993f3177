import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/** A short form in capitals ("AF", "MS") is also a word of another meaning: only as it is written does it count. */
const shortForm = /^[A-Z][A-Z0-9-]{0,5}s?$/;

let headings: Map<string, string> | undefined;
let phrases: Set<string> | undefined;
let typedFor: Map<string, string[]> | undefined;

/**
 * The MeSH heading for a term, by its own words or by what people type for it; undefined where our table has none. The
 * table holds some hundred of the commonest headings: PubMed maps the others itself in its untagged search.
 */
export function meshHeading(term: string): string | undefined {
  load();
  return headings?.get(keyOf(term));
}

/** The heading of a term and what people type for it, without the term; empty where our table has none. */
export function meshWordings(term: string): readonly string[] {
  load();
  const heading = headings?.get(keyOf(term));
  return heading ? (typedFor?.get(heading) ?? []).filter((each) => each !== term) : [];
}

/** Headings and what people type for them, of more than one word, in lower case. */
export function meshPhrases(): ReadonlySet<string> {
  load();
  return phrases ?? new Set();
}

function load(): void {
  if (headings) return;
  headings = new Map();
  phrases = new Set();
  typedFor = new Map();
  const lines = readLexicon(new URL('./mesh.tsv', import.meta.url));
  // A heading's own name comes before what others are also called.
  for (const [heading, ...typed] of lines) {
    headings.set(keyOf(heading), heading);
    typedFor.set(heading, [heading, ...typed.filter(Boolean)]);
  }
  for (const [heading, ...typed] of lines)
    for (const term of typed.filter(Boolean)) {
      const key = keyOf(term);
      if (!headings.has(key)) headings.set(key, heading);
    }
  for (const term of lines.flat())
    if (/[ -]/.test(term) && !term.includes(',')) phrases.add(term.toLowerCase());
}

function keyOf(term: string): string {
  return shortForm.test(term) ? term : indexTerms(term).join(' ');
}
