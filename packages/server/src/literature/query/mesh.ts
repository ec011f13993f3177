import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/** A short form in capitals ("AF", "MS") is also a word of another meaning: only as it is written does it count. */
const shortForm = /^[A-Z][A-Z0-9-]{0,5}s?$/;

let headings: Map<string, string> | undefined;
let phrases: Set<string> | undefined;
let typedFor: Map<string, string[]> | undefined;
let narrowerOf: Map<string, string[]> | undefined;
let classOf: Map<string, string> | undefined;

/**
 * The MeSH heading for a term, by its own words or by what people type for it; undefined where our table has none. The
 * table holds some thousand of the commonest headings: PubMed maps the others itself in its untagged search.
 */
export function meshHeading(term: string): string | undefined {
  load();
  return headings?.get(keyOf(term));
}

/**
 * The heading of a term and what people type for it, without the term, and the members of a class: what holds "citalopram"
 * is about antidepressants. Empty where our table has none.
 */
export function meshWordings(term: string): readonly string[] {
  load();
  const heading = headings?.get(keyOf(term));
  if (!heading) return [];
  const all = [...(typedFor?.get(heading) ?? []), ...(narrowerOf?.get(heading) ?? [])];
  return all.filter((each) => each !== term);
}

/** True for a class of which the table lists members. */
export function isMeshClass(term: string): boolean {
  load();
  return narrowerOf?.has(headings?.get(keyOf(term)) ?? '') === true;
}

/** The heading of the class that a term is a member of: antipsychotics of aripiprazole. */
export function meshClass(term: string): string | undefined {
  load();
  return classOf?.get(keyOf(term));
}

/** Headings and what people type for them, of more than one word, in lower case. */
export function meshPhrases(): ReadonlySet<string> {
  load();
  return phrases ?? new Set();
}

/** Abbreviations among what people type, as they are written. */
export function shortForms(): readonly string[] {
  load();
  return [...(typedFor?.values() ?? [])].flat().filter((term) => shortForm.test(term));
}

/** Every heading, and what people type for it. */
export function meshTerms(): Iterable<string> {
  load();
  return [...(typedFor?.values() ?? [])].flat();
}

function load(): void {
  if (headings) return;
  headings = new Map();
  phrases = new Set();
  typedFor = new Map();
  narrowerOf = new Map();
  classOf = new Map();
  const lines: string[][] = [];
  for (const [heading, ...all] of readLexicon(new URL('./mesh.tsv', import.meta.url))) {
    const members = all.filter((each) => each.startsWith('>')).map((each) => each.slice(1));
    if (members.length > 0) narrowerOf.set(heading, members);
    for (const member of members) if (!classOf.has(keyOf(member))) classOf.set(keyOf(member), heading);
    lines.push([heading, ...all.filter((each) => each !== '' && !each.startsWith('>'))]);
  }
  // A heading's own name comes before what others are also called.
  for (const [heading = '', ...typed] of lines) {
    headings.set(keyOf(heading), heading);
    typedFor.set(heading, [heading, ...typed]);
  }
  for (const [heading = '', ...typed] of lines)
    for (const term of typed) {
      const key = keyOf(term);
      if (!headings.has(key)) headings.set(key, heading);
    }
  for (const term of lines.flat())
    if (/[ -]/.test(term) && !term.includes(',')) phrases.add(term.toLowerCase());
}

function keyOf(term: string): string {
  return shortForm.test(term) ? term : indexTerms(inAmericanSpelling(term)).join(' ');
}
