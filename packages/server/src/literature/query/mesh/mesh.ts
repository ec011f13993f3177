import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import { TermIndex } from '@citewell/core/lexicon/term-index.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import { informativeTerms } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import {
  type Descriptor,
  findDescriptor,
  findHeading,
  nameForm,
  narrowerNames,
  uninvertHeading,
} from './descriptors.ts';

/** Capitals of an abbreviation ("AF", "MS") that is also another word in lower case: only this form counts. */
const shortForm = /^[A-Z][A-Z0-9-]{0,5}s?$/;

let headings: TermIndex<string> | undefined;
let phrases: Set<string> | undefined;
let typedFor: Map<string, string[]> | undefined;
let narrowerOf: Map<string, string[]> | undefined;
let classOf: TermIndex<string> | undefined;

/**
 * Returns the MeSH heading of a term, or of what people type for it; undefined if there is none. Our own table, which has
 * a few thousand of the commonest headings, takes precedence over the list of all.
 */
export function meshHeading(term: string): string | undefined {
  const listed = findDescriptor(term);
  return ownHeading(term) ?? (listed?.trees.includes('S') ? undefined : listed?.heading);
}

/** The heading of our own table, by its words or by another name that the list of all headings has for it. */
function ownHeading(term: string): string | undefined {
  load();
  return headingNamed(term) ?? headingNamed(findDescriptor(term)?.heading ?? '');
}

/** Returns the heading of our own table with the words of a term: of fluorides and fluoridation, whose stem is one, that with its form. */
function headingNamed(term: string): string | undefined {
  const [first, ...others] = headings?.get(term) ?? [];
  if (others.every((heading) => heading === first)) return first;
  const form = nameForm(term);
  return [first, ...others].find((heading) => nameForm(heading ?? '') === form) ?? first;
}

/**
 * Returns true for what a question can be about: a heading of our own table, a disease, an organism, or a chemical whose name has
 * other than everyday words ("NADPH oxidase"). Broad groups of diseases ("birth defects"), procedures and single words for
 * chemicals are not certain to be.
 */
export function isMeshSubject(term: string): boolean {
  if (ownHeading(term) !== undefined) return true;
  const listed = findDescriptor(term);
  if (!listed) return false;
  const { trees } = listed;
  if (trees.includes('D')) return / /.test(term) && !term.split(' ').every(isEnglishWord);
  return trees.includes('B') || narrowerNames(listed) !== undefined;
}

/** Returns the names of the classes of which a term is a member: statins for simvastatin. Empty if the table has none. */
export function classesOf(term: string): string[] {
  load();
  const listed = findDescriptor(term)?.heading ?? term;
  return [term, listed]
    .flatMap((each) => classOf?.get(each) ?? [])
    .flatMap((heading) => typedFor?.get(heading) ?? []);
}

/**
 * Returns the heading of a term and its other wordings in our own table, and the members of a class: a record with "citalopram" is
 * about antidepressants. Empty if there are none.
 */
export function meshWordings(term: string): readonly string[] {
  const heading = ownHeading(term);
  if (!heading) return [];
  const all = [...(typedFor?.get(heading) ?? []), ...(narrowerOf?.get(heading) ?? [])];
  return all.filter((each) => each !== term);
}

/** Returns what the list of all headings adds to the wordings of one thing: its further names. */
export function furtherNames(wordings: readonly string[]): string[] {
  const names = wordings.flatMap((term) => {
    const heading = ownHeading(term);
    const listed = heading === undefined ? findDescriptor(term) : findHeading(heading);
    // Our table may read a name as another thing.
    return (listed?.names ?? []).filter((name) => (ownHeading(name) ?? heading) === heading);
  });
  return sayingMore(names, wordings);
}

/**
 * Returns the names of a thing that neither our table nor a list of wordings has, to rank by. Those of chemicals only if they are
 * single words: others describe ("Creutzfeldt-Jakob Disease Protein").
 */
export function namesFromList(term: string): string[] {
  load();
  if (headings?.get(term) !== undefined || otherWordings(term).length > 0) return [];
  const names = [...meshWordings(term), ...furtherNames([term, ...meshWordings(term)])];
  return findDescriptor(term)?.trees.includes('D') ? names.filter((name) => !name.includes(' ')) : names;
}

/** Returns the kinds of a disease: a record on ascariasis is one on helminthiasis. Empty if there are none, or too many. */
export function narrowerDiseases(term: string, wordings: readonly string[]): string[] {
  const listed = diseaseNamed(term);
  return listed ? sayingMore(narrowerNames(listed) ?? [], wordings) : [];
}

/**
 * Returns the heading that a term names in the list of all, or else the one by which our table reads it, if the term is another name for
 * all of it: TB is tuberculosis. Our table also reads narrower things by a broader heading, whose kinds are not theirs: a skin abscess
 * is an abscess, but none of the liver.
 */
function diseaseNamed(term: string): Descriptor | undefined {
  const heading = ownHeading(term);
  if (heading === undefined) return findDescriptor(term);
  return findHeading(term) ?? (isWholeOf(term, heading) ? findHeading(heading) : undefined);
}

/** Returns true if a heading has the words of a term, or a name of which the term is the abbreviation. */
function isWholeOf(term: string, heading: string): boolean {
  if (!shortForm.test(term)) return significantTerms(term).isSubsetOf(significantTerms(heading));
  return [uninvertHeading(heading), ...(typedFor?.get(heading) ?? [])].some(
    (name) => abbreviates(term, name) && findHeading(name)?.heading === heading,
  );
}

/** Returns true if a name written out has the letters of an abbreviation in order, the first as its own. */
function abbreviates(short: string, name: string): boolean {
  if (shortForm.test(name)) return false;
  const letters = short.replace(/s$/, '').toLowerCase().replaceAll('-', '');
  const written = name.toLowerCase();
  let at = -1;
  for (const letter of letters) {
    at = written.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return written[0] === letters[0];
}

/** Maximum number of diseases in a group: one with more, such as infections, says nothing of any of them. */
const groupMax = 600;

/** Tree numbers of tumours and malformations, which a group of diseases is not asked for: a liver disease is no liver cancer. */
const apart = /^C(?:04|16\.131)/;

/** Diseases of an organ that the name has as a noun: "liver disease", and not "coronary disease" or a name of a person. */
const ofOrgan = /^(?![a-z]+(?:al|ic|ar|ary|ory|ous|ive) )[a-z]{3,12} diseases?$/i;

/** Returns true for the diseases of an organ, of which its name alone says nothing. */
export function isDiseaseOfOrgan(term: string): boolean {
  return ofOrgan.test(term) && findDescriptor(term)?.heading.endsWith(' Diseases') === true;
}

/**
 * Returns the kinds of a disease, and the diseases of a group that has too many to be one thing, with what people type for them: stroke for
 * cardiovascular disease, preeclampsia for hypertensive disorders of pregnancy. Empty for any other term. Among the diseases of an
 * organ or a system are those that are also a consequence of others, such as cirrhosis.
 */
export function diseasesOf(term: string): string[] {
  const heading = ownHeading(term);
  const own = heading === undefined ? findDescriptor(term) : findHeading(term);
  // An infarction is a consequence, and a cardiovascular disease.
  const withConsequences = own?.heading.endsWith(' Diseases') === true;
  const options = { max: groupMax, withConsequences };
  // Neutropenia with fever is no agranulocytosis of any kind, though our table reads it so; an organism has no kinds of the disease.
  const listed = own && narrowerNames(own, options) ? own : heading && findHeading(heading);
  if (!listed) return [];
  return (narrowerNames(listed, options) ?? [])
    .filter((name) => !findHeading(name)?.trees.some((tree) => apart.test(tree)))
    .flatMap((name) => [
      name,
      ...(typedFor?.get(name) ?? []).filter((typed) => typed !== name && !shortForm.test(typed)),
    ]);
}

/**
 * Returns the names that a text may contain without containing a known one: "Epidemic Parotitis" adds nothing to
 * "parotitis", nor "Cupping Treatment" to "Cupping Therapy".
 */
function sayingMore(names: readonly string[], known: readonly string[]): string[] {
  const said = known.map(significantTerms);
  return names.filter((name) => {
    const terms = significantTerms(name);
    if (said.some((other) => other.isSubsetOf(terms))) return false;
    said.push(terms);
    return true;
  });
}

function significantTerms(name: string): Set<string> {
  return new Set(informativeTerms(indexTerms(inAmericanSpelling(name))));
}

/** Returns true for a class whose members the table lists. */
export function isMeshClass(term: string): boolean {
  load();
  return narrowerOf?.has(headingNamed(term) ?? '') === true;
}

/** Returns the heading of a term's class: antipsychotics for aripiprazole. */
export function meshClass(term: string): string | undefined {
  load();
  const listed = findDescriptor(term)?.heading ?? term;
  return classOf?.get(term)?.[0] ?? classOf?.get(listed)?.[0];
}

/**
 * Returns true for a heading or another wording of more than one word that a question can be about. The name of a chemical stays
 * whole only for the number at its end ("troponin I", "prostaglandin E2"): records say its other words apart.
 */
export function isMeshPhrase(phrase: string): boolean {
  load();
  if (phrases?.has(phrase.toLowerCase())) return true;
  if (!/[ -]/.test(phrase) || degree.test(phrase) || !isMeshSubject(phrase)) return false;
  return !findDescriptor(phrase)?.trees.includes('D') || endsInNumber.test(phrase);
}

/** Words of degree: records on severe obesity may say no more than obesity. */
const degree = /^(?:mild|moderate|severe|early|late)\b/i;
const endsInNumber = / (?:[a-z]|[a-z]?\d{1,3}[a-z]?)$/i;

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
  headings = new TermIndex(keyOf);
  phrases = new Set();
  typedFor = new Map();
  narrowerOf = new Map();
  classOf = new TermIndex(keyOf);
  const lines: string[][] = [];
  for (const [heading, ...all] of readLexicon(new URL('./mesh.tsv', import.meta.url))) {
    const members = all.filter((each) => each.startsWith('>')).map((each) => each.slice(1));
    if (members.length > 0) narrowerOf.set(heading, members);
    for (const member of members) classOf.add(member, heading);
    lines.push([heading, ...all.filter((each) => each !== '' && !each.startsWith('>'))]);
  }
  // A heading's own name takes precedence over synonyms of others.
  for (const [heading = '', ...typed] of lines) {
    headings.add(heading, heading);
    typedFor.set(heading, [heading, ...typed]);
  }
  for (const [heading = '', ...typed] of lines) for (const term of typed) headings.add(term, heading);
  for (const term of lines.flat())
    if (/[ -]/.test(term) && !term.includes(',')) phrases.add(term.toLowerCase());
}

function keyOf(term: string): string {
  return shortForm.test(term) ? term : indexTerms(inAmericanSpelling(term)).join(' ');
}
