import { entryTerms, stopWords } from '../pubmed/pubmed-terms.ts';
import { type RecordSet, type SearchIndex, sets, type TextField, words } from '../pubmed/search-index.ts';

/** Matches of a Europe PMC query, and the words that rank them. */
export type EuropepmcSearch = { found: RecordSet; rankingWords: string[] };

type Token = { kind: 'open' | 'close' } | { kind: 'word' | 'quoted'; text: string };

/**
 * Runs a query in Europe PMC's syntax: words joined by AND, OR, NOT (AND binds tighter than OR), parentheses, quotes,
 * FIELD:value with a word, a phrase, parentheses or a range [a TO b]. With `synonyms`, MeSH entry terms also match
 * their heading. Returns undefined for an invalid query.
 */
export function searchEuropepmc(
  index: SearchIndex,
  query: string,
  synonyms: boolean,
): EuropepmcSearch | undefined {
  const tokens = tokenize(query);
  const rankingWords: string[] = [];
  let at = 0;
  let readable = true;

  function either(field: string | undefined, negated: boolean): RecordSet | undefined {
    let left = both(field, negated);
    while (isWord('OR')) {
      at += 1;
      left = join(sets.or, left, both(field, negated));
    }
    return left;
  }

  function both(field: string | undefined, negated: boolean): RecordSet | undefined {
    let left = single(field, negated);
    for (let token = tokens[at]; token && token.kind !== 'close' && !isWord('OR'); token = tokens[at]) {
      if (isWord('AND')) at += 1;
      left = join(sets.and, left, single(field, negated));
    }
    return left;
  }

  function single(field: string | undefined, negated: boolean): RecordSet | undefined {
    if (isWord('NOT')) {
      at += 1;
      const right = single(field, true);
      return (
        right &&
        sets.not(
          index.where(() => true),
          right,
        )
      );
    }
    const token = tokens[at];
    at += 1;
    if (token?.kind === 'open') {
      const inner = either(field, negated);
      if (tokens[at]?.kind !== 'close') readable = false;
      at += 1;
      return inner;
    }
    if (!token || !('text' in token)) {
      readable = false;
      return undefined;
    }
    if (token.kind === 'word') {
      const named = token.text.match(/^([A-Z][A-Z_]+):(.*)$/is);
      if (named?.[1] && isField(named[1])) {
        const name = named[1].toUpperCase();
        if (!named[2]) return single(name, negated);
        return value(named[2], name, negated);
      }
    }
    return value(token.text, field, negated);
  }

  function value(text: string, field: string | undefined, negated: boolean): RecordSet | undefined {
    const range = text.match(/^\[\s*(\S+)\s+TO\s+(\S+)\s*\]$/i);
    switch (field) {
      case undefined:
      case 'TITLE':
      case 'ABSTRACT':
      case 'TITLE_ABS':
      case 'KW':
      case 'MESH_TERM':
      case 'MESH_HEADING':
        return inText(text, textFields[field ?? 'ALL'] ?? [], negated);
      case 'PUB_YEAR':
      case 'FIRST_PDATE': {
        const from = (range?.[1] ?? text).replaceAll('-', '/');
        const to = (range?.[2] ?? text).replaceAll('-', '/');
        return index.where((number) => {
          const date = index.published[number] ?? '';
          return (
            date.slice(0, Math.max(4, from.length)) >= from && date.slice(0, Math.max(4, to.length)) <= to
          );
        });
      }
      case 'SRC':
        return index.where((number) => sourceOf(index.records[number]?.pmid ?? '') === text.toUpperCase());
      case 'EXT_ID':
        return index.exact('pmid', text);
      case 'DOI':
        return index.exact('doi', text);
      case 'PMCID':
        return index.exact('pmcid', text);
      case 'AUTH':
        return index.phrase(words(text), ['author']);
      case 'JOURNAL':
        return index.phrase(words(text), ['journal']);
      case 'PUB_TYPE':
        return index.exact('type', text);
      case 'LANG':
        return index.exact('language', text);
      case 'HAS_ABSTRACT':
        return index.where(
          (number) => (index.records[number]?.abstract?.length ?? 0) > 0 === (text.toUpperCase() === 'Y'),
        );
      default:
        return undefined; // OPEN_ACCESS:, IN_EPMC:, sort_date: … have no effect on the results here.
    }
  }

  function inText(text: string, fields: readonly TextField[], negated: boolean): RecordSet | undefined {
    const phrase = words(text);
    if (phrase.length === 0 || (phrase.length === 1 && stopWords.has(phrase[0] ?? ''))) return undefined;
    if (text.endsWith('*')) {
      const endings = index.withPrefix(phrase.at(-1) ?? '', fields);
      const before = phrase.slice(0, -1);
      return endings
        .map((ending) => index.phrase([...before, ending], fields))
        .reduce(sets.or, index.empty());
    }
    if (!negated) rankingWords.push(...phrase);
    const found = index.phrase(phrase, fields);
    const heading = synonyms ? entryTerms.get(phrase.join(' ')) : undefined;
    return heading ? sets.or(found, index.phrase(words(heading), [...fields, 'mesh'])) : found;
  }

  function isWord(text: string): boolean {
    const token = tokens[at];
    return token?.kind === 'word' && token.text === text;
  }

  const found = either(undefined, false);
  if (!readable || at < tokens.length) return undefined;
  return { found: found ?? index.empty(), rankingWords };
}

/** Returns the origin of a Europe PMC record: PubMed (MED), a preprint server (PPR) or PMC alone. */
export function sourceOf(id: string): 'MED' | 'PPR' | 'PMC' {
  if (id.startsWith('PPR')) return 'PPR';
  return id.startsWith('PMC') ? 'PMC' : 'MED';
}

/** Joins two sets; a side without effect (a stop word, an ignored field) leaves the other unchanged. */
function join(
  operation: (left: RecordSet, right: RecordSet) => RecordSet,
  left: RecordSet | undefined,
  right: RecordSet | undefined,
): RecordSet | undefined {
  return left && right ? operation(left, right) : (left ?? right);
}

const textFields: Record<string, readonly TextField[]> = {
  ALL: ['title', 'abstract', 'mesh', 'keyword', 'author', 'journal', 'other'],
  TITLE: ['title'],
  ABSTRACT: ['abstract'],
  TITLE_ABS: ['title', 'abstract'],
  KW: ['keyword', 'mesh'],
  MESH_TERM: ['mesh'],
  MESH_HEADING: ['mesh'],
};

const otherFields = new Set(
  'PUB_YEAR FIRST_PDATE SRC EXT_ID DOI PMCID AUTH JOURNAL PUB_TYPE LANG HAS_ABSTRACT OPEN_ACCESS IN_EPMC IN_PMC HAS_FT SORT_DATE SORT_CITED'.split(
    ' ',
  ),
);

function isField(name: string): boolean {
  return Object.hasOwn(textFields, name.toUpperCase()) || otherFields.has(name.toUpperCase());
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\(|\)|"([^"]*)"|\[[^\]]*\]|[A-Za-z_]+:(?=["([])|[^\s()"[]+|["[]/g;
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted] = match;
    if (whole === '(') tokens.push({ kind: 'open' });
    else if (whole === ')') tokens.push({ kind: 'close' });
    else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted });
    else tokens.push({ kind: 'word', text: whole });
  }
  return tokens;
}
