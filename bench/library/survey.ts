import type { Corpus } from './corpus.ts';
import { createExhaustive, type Exhaustive } from './exhaustive.ts';
import { generateRecords } from './files/generate.ts';
import type { BenchQuery } from './search-query.ts';

/** Facts about a library, found by reading all of it: rankings for its questions, and the number of records with each term. */
export function surveyCorpus({ plan, questions }: Corpus, counted: ReadonlySet<string>): Exhaustive {
  const exhaustive = createExhaustive([...new Set(questions.flatMap(({ terms }) => terms))], counted);
  for (const { article } of generateRecords(plan)) exhaustive.add(article);
  return exhaustive;
}

/** Returns the only word that a search contains in title and abstract; undefined for any other search. */
export function onlyWord({ conditions, years }: BenchQuery): string | undefined {
  const [condition, ...others] = conditions;
  const isAny = years.from === undefined && years.to === undefined;
  return condition?.field === 'title_abstract' && others.length === 0 && isAny
    ? /^[a-z]+$/.exec(condition.value)?.[0]
    : undefined;
}
