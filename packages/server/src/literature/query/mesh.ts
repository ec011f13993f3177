import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/** Capitals of an abbreviation ("AF", "MS") that is also another word in lower case: only this form counts. */
const shortForm = /^[A-Z][A-Z0-9-]{0,5}s?$/;

let headings: Map<string, string> | undefined;
let phrases: Set<string> | undefined;
let typedFor: Map<string, string[]> | undefined;
let narrowerOf: Map<string, string[]> | undefined;
let classOf: Map<string, string> | undefined;

/**
 * Returns the MeSH heading of a term, or of what people type for it; undefined if our table has none. The table
 * contains a few thousand of the commonest headings: PubMed maps the others in its untagged search.
 */
export function meshHeading(term: string): string | undefined {
  load();
  return headings?.get(keyOf(term));
}

/**
 * Returns the heading of a term and its other wordings, and the members of a class: a record with "citalopram" is about
 * antidepressants. Empty if our table has none.
 */
export function meshWordings(term: string): readonly string[] {
  load();
  const heading = headings?.get(keyOf(term));
  if (!heading) return [];
  const all = [...(typedFor?.get(heading) ?? []), ...(narrowerOf?.get(heading) ?? [])];
  return all.filter((each) => each !== term);
}

/** Returns true for a class whose members the table lists. */
export function isMeshClass(term: string): boolean {
  load();
  return narrowerOf?.has(headings?.get(keyOf(term)) ?? '') === true;
}

/** Returns the heading of a term's class: antipsychotics for aripiprazole. */
export function meshClass(term: string): string | undefined {
  load();
  return classOf?.get(keyOf(term));
}

/** Headings and their wordings with more than one word, in lower case. */
export function meshPhrases(): ReadonlySet<string> {
  load();
  return phrases ?? new Set();
}

/** Abbreviations among the wordings, as written. */
export function shortForms(): readonly string[] {
  load();
  return [...(typedFor?.values() ?? [])].flat().filter((term) => shortForm.test(term));
}

/** Every heading with its wordings. */
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
  // A heading's own name takes precedence over synonyms of others.
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
