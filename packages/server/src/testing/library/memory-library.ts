import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Condition, Library, LibraryQuery, SearchField } from '@citewell/core/records/library.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';

/**
 * Library over a list, for tests of code that uses one. Its searches are correct for plain words and phrases, slow, and
 * always newest first; it records its queries, and who made searches and look-ups.
 */
export function memoryLibrary(
  articles: readonly Article[],
): Library & { queries: LibraryQuery[]; callers: (string | undefined)[] } {
  const queries: LibraryQuery[] = [];
  const callers: (string | undefined)[] = [];
  const newestFirst = articles.toSorted(
    (one, other) =>
      Number(other.year) - Number(one.year) ||
      (other.published ?? '').localeCompare(one.published ?? '') ||
      Number(other.pmid) - Number(one.pmid),
  );
  const within = ({ year }: Article, { from = 0, to = 9999 }: LibraryQuery['years']) =>
    Number(year) >= from && Number(year) <= to;
  return {
    queries,
    callers,
    async search(query, { caller }) {
      queries.push(query);
      callers.push(caller);
      const { conditions, years, limit, offset } = query;
      const found = newestFirst.filter(
        (article) => within(article, years) && conditions.every((condition) => meets(article, condition)),
      );
      return { total: found.length, articles: found.slice(offset, offset + limit) };
    },
    async rank({ concepts, years, limit }, { caller }) {
      callers.push(caller);
      const found = newestFirst.filter(
        (article) =>
          within(article, years) &&
          concepts.some((value) => meets(article, { field: 'title_abstract', value })),
      );
      const statistics = { records: articles.length, documentFrequencies: new Map() };
      return { total: found.length, articles: found.slice(0, limit), statistics };
    },
    async get(pmids, { caller } = {}) {
      callers.push(caller);
      return pmids.flatMap((pmid) => articles.find((article) => article.pmid === pmid) ?? []);
    },
    async findByDoi(doi, { caller } = {}) {
      callers.push(caller);
      return articles.find((article) => article.doi?.toLowerCase() === doi.toLowerCase());
    },
    stats: async () => ({
      records: articles.length,
      demonstration: articles.filter(({ demonstration }) => demonstration).length,
      newest: newestFirst[0]?.published ?? newestFirst[0]?.year,
      changedAt: undefined,
      syncedAt: undefined,
      bytes: 0,
      segments: 1,
    }),
    async close() {},
  };
}

const textsOf: Record<SearchField, (article: Article) => readonly string[]> = {
  title: ({ title, vernacularTitle = '' }) => [title, vernacularTitle],
  abstract: (article) => [abstractText(article)],
  title_abstract: ({ title, vernacularTitle = '', ...rest }) => [title, vernacularTitle, abstractText(rest)],
  keyword: ({ mesh, keywords }) => [...mesh, ...keywords],
  author: ({ authors }) => authors,
  journal: ({ journal, journalAbbreviation = '' }) => [journal, journalAbbreviation],
  publication_type: ({ publicationTypes }) => publicationTypes,
  pmid: ({ pmid }) => [pmid],
  doi: ({ doi = '' }) => [doi],
  language: ({ languages }) => languages,
};

function meets(article: Article, { field, value }: Condition): boolean {
  const texts = textsOf[field](article);
  if (field === 'doi') return texts.some((text) => text !== '' && foldText(text) === foldText(value.trim()));
  const runs = texts.map((text) => ` ${indexTerms(text).join(' ')} `);
  const wanted = indexTerms(value);
  return wanted.length > 0 && wanted.every((term) => runs.some((run) => run.includes(` ${term} `)));
}
