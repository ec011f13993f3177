import { type Language, type RunSearch, type SourceName, sourceLabels } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import type { ReviewDocument } from './document.ts';

const words = {
  en: {
    heading: 'Searches',
    item: (name: string, day: string, query: string, total: string, one: boolean) =>
      `- ${name} (${day}): ${query}, ${total} ${one ? 'record' : 'records'}`,
    unavailable: (names: string) => `Could not be searched: ${names}. Relevant records may well exist there.`,
    join: ', ',
    searchDate: (day: string) => `Made with Citewell on ${day}`,
  },
  zh: {
    heading: '检索',
    item: (name: string, day: string, query: string, total: string) =>
      `- ${name}（${day}）：${query}，命中 ${total} 条`,
    unavailable: (names: string) => `未能检索：${names}。其中可能还有相关文献。`,
    join: '、',
    searchDate: (day: string) => `由 Citewell 生成于 ${day}`,
  },
} as const;

/** Returns the Markdown of a document, with its searches after the text if requested. */
export function withSearches({ review, searches, unavailable = [], language }: ReviewDocument): string {
  if (!searches || searches.length + unavailable.length === 0) return review;
  const texts = words[language];
  const names = unavailable.map((source) => nameOf(source, language)).join(texts.join);
  const lines = [
    ...(searches.length > 0 ? [itemsOf(searches, language).join('\n')] : []),
    ...(unavailable.length > 0 ? [texts.unavailable(names)] : []),
  ];
  return `${review.trimEnd()}\n\n## ${texts.heading}\n\n${lines.join('\n\n')}\n`;
}

/** Returns the line below the title that names the date and Citewell. */
export function searchDate(day: string, language: Language): string {
  return words[language].searchDate(day);
}

/** Lists the queries of each source, without duplicates. */
function itemsOf(searches: readonly RunSearch[], language: Language): string[] {
  const distinct = new Map(searches.map((search) => [`${search.source} ${search.query}`, search]));
  return [...distinct.values()].map(({ source, query, total, at }) =>
    words[language].item(
      nameOf(source, language),
      at.slice(0, 10),
      code(query),
      total.toLocaleString('en-US'),
      total === 1,
    ),
  );
}

function nameOf(source: string, language: Language): string {
  return Object.hasOwn(sourceLabels, source) ? sourceLabels[source as SourceName][language].title : source;
}

/** Formats a query as code, so that its asterisks and brackets are displayed literally. */
function code(query: string): string {
  return `\`${escapeCitationMarkers(query).replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}
