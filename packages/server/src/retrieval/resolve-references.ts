import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { planQuery } from '../literature/query/plan-query.ts';
import { type Retriever, SourceError } from '../literature/sources/retriever.ts';
import { defaultSourceTimeouts } from '../literature/sources/source-timeouts.ts';
import type { FindArticle } from './find-article.ts';
import { shortfallOf } from './shortfall.ts';

/** Identifiers of a cited record: a PMID, a DOI, or its entry in a reference list. */
export type CitedAs = { pmid?: Pmid; doi?: string; reference?: string };

/** The record's PMID; undefined: no source knows it; `upstream_unavailable`: one that could was not to be asked. */
export type Resolved = Pmid | undefined | 'upstream_unavailable';

/** DOIs that one search asks for. */
const doisAtOnce = 40;
/** Records looked at for one title. */
const candidates = 10;
/** Letters that a title needs to be one and no other. */
const shortestTitle = 24;

/**
 * Finds the records that these citations mean, in the library first and then in the sources in their order: by PMID as it is,
 * by DOI, and by its title where a reference has neither. A record is the one meant where its whole title stands in the
 * reference; nothing is guessed.
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

/** Parts of a reference that are tried as its title: names of journals and lists of authors can be longer than one. */
const titlesTried = 2;

/** Builds queries for the likely title of a reference: its longest parts between full stops, the likeliest first. */
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

/** Lists of authors are long as well, and full of commas and initials. */
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
  // Ahead of print and in print may lie a year apart.
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

/** Searches a source; empty if it could not be asked. Only an abort throws. */
async function searchIn(
  source: Retriever,
  query: SearchQuery,
  limit: number,
  { clock, log, literature: { sourceTimeouts = defaultSourceTimeouts } }: FindArticle,
  signal: AbortSignal,
): Promise<{
  articles: Article[];
  answered: boolean /** Nothing that was found is missing. */;
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
