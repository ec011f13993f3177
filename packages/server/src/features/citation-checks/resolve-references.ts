import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { planQuery } from '../../literature/query/plan-query.ts';
import { type Retriever, SourceError } from '../../literature/sources/retriever.ts';
import { defaultSourceTimeouts } from '../../literature/sources/source-timeouts.ts';
import { shortfallOf } from '../../retrieval/shortfall.ts';
import type { FindArticle } from './find-article.ts';

/** Identifiers of a cited record: a PMID, a DOI, or its entry in a reference list. */
export type CitedAs = { pmid?: Pmid; doi?: string; reference?: string };

/** The record's PMID; undefined if no source knows it; `upstream_unavailable` if one that might know it could not be searched. */
export type Resolved = Pmid | undefined | 'upstream_unavailable';

/** Maximum number of DOIs in a search. */
const doisAtOnce = 40;
/** Maximum number of records compared with a title. */
const candidates = 10;
/** Minimum number of letters in a title for it to be unambiguous. */
const shortestTitle = 24;

/**
 * Finds the records of citations, first in the library, then in the sources in order. A PMID is used unchanged; otherwise records
 * are searched by DOI, or by title if a reference has neither. A record matches only if its whole title occurs in the reference;
 * nothing is guessed.
 */
export async function resolveReferences<Cited extends CitedAs>(
  cited: readonly Cited[],
  dependencies: FindArticle,
  signal: AbortSignal,
): Promise<Map<Cited, Resolved>> {
  const resolved = new Map<Cited, Resolved>(cited.map((each) => [each, each.pmid]));
  const { literature } = dependencies;
  const sources = [...(literature.library ? [literature.library] : []), ...literature.remote];
  const failed = new Set<Cited>();
  for (const source of sources) {
    const open = cited.filter((each) => resolved.get(each) === undefined);
    const withDoi = open.filter(({ doi }) => doi !== undefined);
    for (let at = 0; at < withDoi.length; at += doisAtOnce) {
      const part = withDoi.slice(at, at + doisAtOnce);
      const query = { ...emptyQuery(dependencies), dois: [...new Set(part.flatMap(({ doi }) => doi ?? []))] };
      const { articles, isWhole } = await searchIn(source, query, part.length, dependencies, signal);
      const byDoi = new Map(articles.map(({ doi, pmid }) => [doi?.toLowerCase() ?? '', pmid]));
      for (const each of part) {
        if (!isWhole) failed.add(each);
        const pmid = byDoi.get(each.doi?.toLowerCase() ?? '-');
        if (pmid) resolved.set(each, pmid);
      }
    }
    for (const each of open) {
      if (resolved.get(each) !== undefined || each.reference === undefined) continue;
      for (const query of titleQueries(each.reference, dependencies)) {
        const { articles, isWhole, answered } = await searchIn(
          source,
          query,
          candidates,
          dependencies,
          signal,
        );
        if (!isWhole) failed.add(each);
        const meant = articles.find((article) => isMeant(article, each.reference ?? ''));
        if (meant) resolved.set(each, meant.pmid);
        if (meant || !answered) break;
      }
    }
  }
  for (const each of failed) if (resolved.get(each) === undefined) resolved.set(each, 'upstream_unavailable');
  return resolved;
}

function emptyQuery({ clock }: FindArticle): SearchQuery {
  const thisYear = new Date(clock.now()).getUTCFullYear();
  return planQuery({ question: '', history: [], years: {}, category: undefined, thisYear });
}

/** Number of parts of a reference tried as its title, because journal names and author lists can be longer than titles. */
const titlesTried = 2;

/** Builds queries for the likely title of a reference: its longest parts between full stops, the most likely first. */
function titleQueries(reference: string, { clock }: FindArticle): SearchQuery[] {
  const thisYear = new Date(clock.now()).getUTCFullYear();
  return reference
    .split(/(?<!\bvs)[.?!。．？！]\s+|[.。]$/)
    .filter((part) => letters(part).length >= shortestTitle / 2)
    .sort((one, other) => score(other) - score(one))
    .slice(0, titlesTried)
    .map((title) => {
      const query = planQuery({ question: title, history: [], years: {}, category: undefined, thisYear });
      return { ...query, years: {}, studyTypes: [], populations: [], includeRetracted: true };
    });
}

/** Scores a part as a title. Author lists are also long, but full of commas and initials. */
function score(part: string): number {
  const initials = part.match(/\b\p{Lu}{1,3}\b[,.]?/gu)?.length ?? 0;
  return part.length - initials * 12;
}

function isMeant({ title, vernacularTitle, year }: Article, reference: string): boolean {
  const text = letters(reference);
  const isNamed = [title, vernacularTitle ?? ''].some((each) => {
    const wanted = letters(each);
    return (wanted.length >= shortestTitle || /\p{Script=Han}{8}/u.test(wanted)) && text.includes(wanted);
  });
  const years = reference.match(/\b(?:19|20)\d\d\b/g) ?? [];
  // Publication ahead of print and in print may be a year apart.
  return (
    isNamed &&
    (year === '' || years.length === 0 || years.some((each) => Math.abs(Number(each) - Number(year)) <= 1))
  );
}

function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Searches a source; empty if it could not be searched. Only an abort throws. */
async function searchIn(
  source: Retriever,
  query: SearchQuery,
  limit: number,
  { clock, log, literature: { sourceTimeouts = defaultSourceTimeouts } }: FindArticle,
  signal: AbortSignal,
): Promise<{
  articles: Article[];
  answered: boolean;
  /** Indicates that no record that the source found is missing. */
  isWhole: boolean;
}> {
  try {
    const result = await source.search(query, {
      limit,
      signal,
      deadline: clock.now() + sourceTimeouts.sourceMs,
    });
    return { articles: result.articles, answered: true, isWhole: shortfallOf(result) === undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    log('warn', 'source_unavailable', { source: error.source, failure: error.failure });
    return { articles: [], answered: false, isWhole: false };
  }
}
