import type { Article } from '@citewell/core/records/article.ts';
import type {
  Condition,
  LibraryQuery,
  LibraryQuestion,
  SearchField,
} from '@citewell/core/records/library.ts';
import { stemsOfBeginning } from '@citewell/core/search/stems-of-beginning.ts';
import { foldText, indexTerms, stemWord } from '@citewell/core/text/words.ts';
import { computeLengthNorms, contribution, termFactor } from '@citewell/search-index/scoring/bm25f.ts';

/**
 * Computes the expected replies of a library from plain arrays and a scan of every record. Texts are read as units, each a
 * word or a Chinese character; only the formula of BM25F and the creation of terms are the product's own.
 */
export type LibraryOracle = {
  put(article: Article): void;
  remove(pmid: string): void;
  readonly articles: Article[];
  search(query: Omit<LibraryQuery, 'limit' | 'offset'>): string[];
  rank(question: Omit<LibraryQuestion, 'limit'>): string[];
};

export function createLibraryOracle(): LibraryOracle {
  const byPmid = new Map<string, Article>();
  const newestFirst = () => [...byPmid.values()].sort(byDate);
  return {
    put: (article) => void byPmid.set(article.pmid, article),
    remove: (pmid) => void byPmid.delete(pmid),
    get articles() {
      return [...byPmid.values()].sort((left, right) => Number(left.pmid) - Number(right.pmid));
    },
    search({ conditions, years, sort }) {
      const all = newestFirst();
      const found = all.filter(
        (article) => inYears(article, years) && conditions.every((condition) => meets(article, condition)),
      );
      const terms = conditions
        .filter(({ field }) => textFields.has(field))
        .flatMap(({ value }) => termsOf(value));
      return (sort === 'relevance' ? byScore(found, terms, all) : found).map(({ pmid }) => pmid);
    },
    rank({ concepts, required, years }) {
      const all = newestFirst();
      const terms = concepts.flatMap(indexTerms);
      const needed = required.filter((text) => unitsOf(text, false).length > 0);
      const found = all.filter(
        (article) =>
          inYears(article, years) &&
          terms.some((term) => countIn(article, term) > 0) &&
          (needed.length === 0 ||
            needed.some((text) =>
              [
                ...textsOf(article, 'title'),
                ...textsOf(article, 'keyword'),
                ...textsOf(article, 'journal'),
              ].some((own) => holds(unitsOf(own, false), unitsOf(text, false))),
            )),
      );
      return byScore(found, terms, all).map(({ pmid }) => pmid);
    },
  };
}

function byDate(left: Article, right: Article): number {
  const [one, other] = [dateOf(left), dateOf(right)];
  if (one !== other) return one < other ? 1 : -1;
  return Number(right.pmid) - Number(left.pmid);
}

/** Returns the date by which records are sorted; an unknown part sorts last among dates that share the rest. */
function dateOf({ year, published = year }: Article): string {
  return `${published}-00-00`.slice(0, 10).padStart(10, ' ');
}

function inYears({ year }: Article, { from, to }: LibraryQuery['years']): boolean {
  if (from === undefined && to === undefined) return true;
  return year !== '' && Number(year) >= (from ?? 0) && Number(year) <= (to ?? 9999);
}

const textFields: ReadonlySet<SearchField> = new Set(['title', 'abstract', 'title_abstract', 'keyword']);

function meets(article: Article, { field, value }: Condition): boolean {
  const bare = value.replaceAll('"', ' ').trim();
  if (field === 'pmid') return bare.replace(/^0+/, '') === article.pmid;
  if (field === 'doi') return bare !== '' && bare.toLowerCase() === article.doi?.toLowerCase();
  if (field === 'language') return article.languages.some((language) => language === bare.toLowerCase());
  const isName = field === 'author';
  const parts = partsOf(value, isName)
    .map((part) => wantedIn(part, isName))
    .filter((wanted) => wanted.length > 0);
  if (parts.length === 0) return false;
  if (field === 'title_abstract')
    return parts.every((part) =>
      [...textsOf(article, 'title'), ...textsOf(article, 'abstract')].some((text) =>
        holds(unitsOf(text, false), part),
      ),
    );
  return parts.every((part) =>
    textsOf(article, field).some((text) =>
      isName ? isNameIn(text, part) : holds(unitsOf(text, false), part),
    ),
  );
}

/** Units of a part; a star after at least two letters, of three in all, makes the last one a beginning. */
function wantedIn(part: string, isName: boolean): Unit[] {
  const [, starred = '', after = ''] = /^([^*]*[\p{L}\p{N}\p{M}])\*+(.*)$/su.exec(part) ?? [];
  const units = unitsOf(starred, isName);
  const last = units.at(-1);
  const letters = units.reduce((sum, { whole }) => sum + whole.length, 0);
  const isBeginning =
    last && last.run === undefined && last.whole.length >= 2 && letters >= 3 && !/[\p{L}\p{N}]/u.test(after);
  if (!isBeginning) return unitsOf(part, isName);
  const stems = isName ? [] : stemsOfBeginning(last.whole);
  return [...units.slice(0, -1), { ...last, beginning: last.whole, stems }];
}

/** Quoted parts whole; of the rest, parts without a space or, for names, without a comma. */
function partsOf(value: string, isName: boolean): string[] {
  const pieces = value.split('"');
  // An opening quote without a closing one has no effect.
  const closed = pieces.length % 2 === 1 ? pieces.length : pieces.length - 1;
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 1 && at < closed) return [piece];
    return piece.split(isName ? /[,;|，；、]/ : /[\s,;/|，；、。／]/);
  });
}

function textsOf(article: Article, field: SearchField): string[] {
  switch (field) {
    case 'title':
      return [article.title, article.vernacularTitle ?? ''];
    case 'keyword':
      return [...article.mesh, ...article.keywords];
    case 'abstract':
      return article.abstract.flatMap(({ label, text }) => [label ?? '', text]);
    case 'journal':
      return [article.journal, article.journalAbbreviation ?? ''];
    case 'publication_type':
      return article.publicationTypes;
    case 'author':
      return article.authors;
    default:
      return [];
  }
}

type Unit = {
  /** Stem, or Chinese character. */
  text: string;
  /** Folded word. */
  whole: string;
  /** Index of its Han run; absent for a word. */
  run?: number;
  /** Beginning that is enough for a wanted word. */
  beginning?: string;
  /** Stems of words that begin so, which suffice as well. */
  stems?: readonly string[];
};

function unitsOf(text: string, isName: boolean): Unit[] {
  const runs = foldText(text).matchAll(/\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv);
  return [...runs].flatMap(([run], at) => {
    if (/\p{Script=Han}/u.test(run))
      return [...run].map((character) => ({ text: character, whole: character, run: at }));
    return [{ text: isName ? run : stemWord(run), whole: run }];
  });
}

/** Returns true if the wanted units are adjacent, and those of one Chinese run are in a single run. */
function holds(units: readonly Unit[], wanted: readonly Unit[]): boolean {
  return units.some((_, start) =>
    wanted.every((want, at) => {
      const unit = units[start + at];
      if (!unit || (unit.run === undefined) !== (want.run === undefined)) return false;
      const begins = want.beginning !== undefined && unit.text.startsWith(want.beginning);
      if (unit.text !== want.text && !begins && !want.stems?.includes(unit.text)) return false;
      const joined = at > 0 && want.run !== undefined && wanted[at - 1]?.run === want.run;
      return !joined || units[start + at - 1]?.run === unit.run;
    }),
  );
}

/** Initials may be shortened: "Smith J" is found in "Smith JA". */
function isNameIn(name: string, part: readonly Unit[]): boolean {
  const units = unitsOf(name, true);
  const initials = / (\p{Lu}{2,5})$/u.exec(name)?.[1];
  const spellings = [units];
  if (initials)
    for (let end = 1; end < initials.length; end++)
      spellings.push([...units.slice(0, -1), ...unitsOf(initials.slice(0, end), true)]);
  return spellings.some((spelling) => holds(spelling, part));
}

/** Every term of a condition counts towards its record's score, except those of a part with a beginning. */
function termsOf(value: string): string[] {
  return partsOf(value, false)
    .filter((part) => wantedIn(part, false).every(({ beginning }) => beginning === undefined))
    .flatMap((part) => indexTerms(part));
}

const weights = { title: 6, keyword: 3, abstract: 2 } as const;

function byScore(found: readonly Article[], terms: readonly string[], all: readonly Article[]): Article[] {
  const lengthNorms = computeLengthNorms(
    all.reduce((sum, article) => sum + lengthOf(article), 0) / all.length,
  );
  const factors = [...new Set(terms)].map((term) => ({
    term,
    factor: termFactor(all.filter((article) => countIn(article, term) > 0).length, all.length),
  }));
  const scored = found.map((article) => {
    const lengthNorm = lengthNorms[lengthOf(article)] ?? 0;
    const score = factors.reduce((sum, { term, factor }) => {
      const weight = countIn(article, term);
      return weight === 0 ? sum : sum + contribution(factor, weight, lengthNorm);
    }, 0);
    return { article, score };
  });
  // Sorting is stable, so equals stay in order of date.
  return scored.sort((left, right) => right.score - left.score).map(({ article }) => article);
}

function lengthOf(article: Article): number {
  return (['title', 'keyword', 'abstract'] as const)
    .flatMap((field) => textsOf(article, field))
    .reduce((sum, text) => sum + indexTerms(text).length, 0);
}

/** Field-weighted frequency in half points. A single Chinese character also counts inside runs. */
function countIn(article: Article, term: string): number {
  let sum = 0;
  for (const field of ['title', 'keyword', 'abstract'] as const)
    for (const text of textsOf(article, field)) {
      const terms = /^\p{Script=Han}$/u.test(term)
        ? unitsOf(text, false).map((unit) => unit.text)
        : indexTerms(text);
      sum += weights[field] * terms.filter((own) => own === term).length;
    }
  return sum;
}
