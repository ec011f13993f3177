import { scanTerms, termBeginnings } from '../../packages/server/src/text/words.ts';
import type { Corpus } from './corpus.ts';
import { createExhaustive, type Exhaustive } from './exhaustive.ts';
import { generateRecords } from './generate.ts';
import type { BenchQuery } from './search-query.ts';

/** What is true of a library, found by reading all of it. */
export type Survey = {
  exhaustive: Exhaustive;
  /** In how many records each index term is, in title or abstract. */
  holders: Map<string, number>;
};

/** `terms`: those whose records are to be counted. */
export function surveyCorpus({ plan, questions }: Corpus, terms: ReadonlySet<string>): Survey {
  const exhaustive = createExhaustive([...new Set(questions.flatMap((question) => question.terms))]);
  const holders = new Map([...terms].map((term) => [term, 0]));
  const beginnings = termBeginnings(terms);
  const found = new Set<string>();
  const visit = (term: string) => {
    if (terms.has(term)) found.add(term);
  };
  for (const { article } of generateRecords(plan)) {
    exhaustive.add(article);
    found.clear();
    scanTerms(article.title, visit, beginnings);
    scanTerms(article.vernacularTitle ?? '', visit, beginnings);
    for (const { label, text } of article.abstract) {
      scanTerms(label ?? '', visit, beginnings);
      scanTerms(text, visit, beginnings);
    }
    for (const term of found) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  return { exhaustive, holders };
}

/** The one word a search asks for in title and abstract; undefined for any other search. */
export function onlyWord({ conditions, years }: BenchQuery): string | undefined {
  const [condition, ...others] = conditions;
  const isAny = years.from === undefined && years.to === undefined;
  return condition?.field === 'title_abstract' && others.length === 0 && isAny
    ? /^[a-z]+$/.exec(condition.value)?.[0]
    : undefined;
}
