import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';

/** Ways in which a drug is given, with the words of records for them. */
const routes: readonly (readonly [named: RegExp, words: RegExp])[] = [
  [/^(?:inhaled|nebuli[sz]ed|inhalational|吸入性?)$/i, /\binhal\w+|\bnebuli[sz]\w+|吸入|雾化/i],
  [/^(?:intranasal|nasal)$/i, /\b(?:intra)?nasal\w*|鼻/i],
  [/^topical$/i, /\btopical\w*|\b(?:creams?|ointments?|gels?|drops)\b|局部|外用/i],
  [/^intravenous$/i, /\bintravenous\w*|\b(?:IV|i\.v\.)|\binfus\w+|静脉/i],
  [
    /^(?:subcutaneous|transdermal|intramuscular)$/i,
    /\b(?:subcutaneous|transdermal|intramuscular)\w*|皮下|透皮|肌[肉注]/i,
  ],
];
const routeOf = (name: string) => routes.find(([named]) => named.test(name));

/**
 * Removes from the subjects a word for the route by which another one is given, which is not a subject of its own:
 * "inhaled corticosteroids".
 */
export function withoutRoutes(query: SearchQuery): SearchQuery {
  const { subjects = [], text } = query;
  const isRoute = (name: string) =>
    routeOf(name) !== undefined &&
    subjects.some((other) => text.toLowerCase().includes(`${name} ${other.name}`.toLowerCase()));
  const others = subjects.filter(({ name }) => !isRoute(name));
  return others.length === 0 || others.length === subjects.length
    ? query
    : { ...query, subjects: others, facets: query.facets.filter(([first = '']) => !isRoute(first)) };
}

/** Creates a test whether a record speaks of the way in which a topic has its drug given; every record passes if it names none. */
export function givenByRoute({ text }: Pick<SearchQuery, 'text'>): (article: Article) => boolean {
  const asked = text.split(/[\s,，、]+/).flatMap((word) => routeOf(word)?.[1] ?? []);
  return (article) => asked.every((words) => words.test(`${article.title}\n${abstractText(article)}`));
}
