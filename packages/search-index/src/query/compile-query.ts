import type { Condition, SearchField } from '@citewell/core/records/library.ts';
import { readSearchValue, withoutQuotes } from '@citewell/core/search/search-value.ts';
import { stemsOfBeginning } from '@citewell/core/search/stems-of-beginning.ts';
import { commonGram, commonNumber } from '../analysis/common-grams.ts';
import { normalDoi } from '../analysis/doi.ts';
import { abstractMask, anyField, keywordMask, type Space, spaces, titleMask } from '../analysis/fields.ts';
import { cutTerm, type PlacedTerm, placedTerms, wholeTerm } from '../analysis/terms.ts';

/**
 * Clause for a word, or several at these distances, in one field. Keys: the letter of the space, then the term; a pair
 * of common words is one of them. `scored`: the words that measure relevance.
 */
export type TermClause = {
  kind: 'words';
  parts: { key: string; offset: number }[];
  mask: number;
  scored: string[];
};

/**
 * Clause for any word with this prefix, in one field: terms that begin with `prefix`, and `stems`, those of words that
 * begin so before they are stemmed, at the distance `offset` from the words `before` them, of which there are mostly
 * none. It does not affect the order by relevance.
 */
export type PrefixClause = {
  kind: 'prefix';
  before: TermClause['parts'];
  prefix: string;
  stems: string[];
  offset: number;
  mask: number;
};

/** Condition that a record must meet. */
export type QueryClause =
  | TermClause
  | PrefixClause
  | { kind: 'pmid'; pmid: number }
  | { kind: 'doi'; doi: string }
  /** Value without any word, which no record has. */
  | { kind: 'nothing' };

const places: Record<Exclude<SearchField, 'pmid' | 'doi' | 'language'>, { space: Space; mask: number }> = {
  title: { space: 'text', mask: titleMask },
  abstract: { space: 'text', mask: abstractMask },
  title_abstract: { space: 'text', mask: titleMask | abstractMask },
  keyword: { space: 'text', mask: keywordMask },
  author: { space: 'author', mask: anyField },
  journal: { space: 'journal', mask: anyField },
  publication_type: { space: 'type', mask: anyField },
};

/** Compiles conditions into clauses, all of which are required, each once. */
export function compileQuery(conditions: readonly Condition[]): QueryClause[] {
  const clauses = conditions.flatMap(clausesOf);
  return [...new Map(clauses.map((each) => [JSON.stringify(each), each])).values()];
}

function clausesOf({ field, value }: Condition): QueryClause[] {
  const unquoted = withoutQuotes(value);
  if (field === 'pmid') {
    const pmid = /^0*([1-9]\d{0,9})$/.exec(unquoted)?.[1];
    return [pmid ? { kind: 'pmid', pmid: Number(pmid) } : { kind: 'nothing' }];
  }
  if (field === 'doi') {
    const doi = normalDoi(unquoted);
    return [doi ? { kind: 'doi', doi } : { kind: 'nothing' }];
  }
  if (field === 'language') {
    const term = wholeTerm(unquoted);
    const key = spaces.language + (languageCodes[term] ?? term);
    return [{ kind: 'words', parts: [{ key, offset: 0 }], mask: anyField, scored: [] }];
  }
  const { space, mask } = places[field];
  const clauses = readSearchValue(value, field === 'author').flatMap(({ text, beginning }): QueryClause[] =>
    beginning === undefined ? wordClauses(space, mask, text) : prefixClause(space, mask, text, beginning),
  );
  return clauses.length > 0 ? clauses : [{ kind: 'nothing' }];
}

/** Builds the clause for adjacent words of which the last is a beginning. */
function prefixClause(space: Space, mask: number, text: string, beginning: string): PrefixClause[] {
  const terms = placedTerms(space, text);
  const last = terms.pop();
  if (!last) return [];
  const letter = spaces[space];
  const offset = last.position - (terms[0] ?? last).position;
  const prefix = letter + cutTerm(beginning);
  // Words of names are not stemmed.
  const stems = space === 'author' ? [] : stemsOfBeginning(beginning).map((stem) => letter + stem);
  return [{ kind: 'prefix', before: partsOf(space, terms), prefix, stems, offset, mask }];
}

/** Builds the clause for adjacent words, in any field of the mask; none if there is no word. */
export function wordClauses(space: Space, mask: number, text: string): TermClause[] {
  const terms = placedTerms(space, text);
  if (terms.length === 0) return [];
  const keys = terms.map(({ term }) => spaces[space] + term);
  const scored = space === 'text' ? [...new Set(keys)] : [];
  return [{ kind: 'words', parts: partsOf(space, terms), mask, scored }];
}

/** Returns every pair of common words, and the words that are in none. */
function partsOf(space: Space, terms: readonly PlacedTerm[]): TermClause['parts'] {
  const begin = terms[0]?.position ?? 0;
  const common = terms.map(({ term }) => (space === 'text' ? commonNumber(term) : 0));
  const isPair = (at: number) => {
    const [left, right] = [terms[at], terms[at + 1]];
    if (!left || !right || !common[at] || !common[at + 1]) return false;
    return right.position === left.position + 1;
  };
  return terms.flatMap(({ term, position }, at) => {
    const offset = position - begin;
    if (isPair(at)) return [{ key: spaces.pair + commonGram(common[at] ?? 0, common[at + 1] ?? 0), offset }];
    return at > 0 && isPair(at - 1) ? [] : [{ key: spaces[space] + term, offset }];
  });
}

/** PubMed uses MARC codes; people write these. */
const languageCodes: Record<string, string> = Object.fromEntries(
  Object.entries({
    eng: ['en', 'english', '英语', '英文'],
    chi: ['zh', 'zho', 'chinese', '中文', '汉语'],
    fre: ['fr', 'fra', 'french', '法语'],
    ger: ['de', 'deu', 'german', '德语'],
    spa: ['es', 'spanish', '西班牙语'],
    jpn: ['ja', 'japanese', '日语'],
    rus: ['ru', 'russian', '俄语'],
    por: ['pt', 'portuguese', '葡萄牙语'],
    ita: ['it', 'italian', '意大利语'],
    kor: ['ko', 'korean', '韩语'],
    pol: ['pl', 'polish', '波兰语'],
  }).flatMap(([code, names]) => names.map((name) => [name, code])),
);
