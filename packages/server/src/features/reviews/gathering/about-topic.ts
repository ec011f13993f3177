import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { compileFacets } from '../../../literature/ranking/facets.ts';
import { aboutSubjects } from '../../../retrieval/subjects/about-subjects.ts';

/** Habits, which most studies adjust for, but which are the subject of a topic that names one. */
const habit =
  /^(?:smok\w+|tobacco|cigarettes?|alcohol|drinking|exercise|physical activity|diet|nutrition|sleep)\b|吸烟|烟草|饮酒|运动|饮食|睡眠/i;

/**
 * Creates a test of a record's subject: it must cover every subject and habit of the topic or, if no list has any of
 * its subjects, at least one of its informative parts.
 */
export function aboutTopic({
  subjects = [],
  facets,
  ordinary,
}: Pick<SearchQuery, 'subjects' | 'facets' | 'ordinary'>): (article: Article) => boolean {
  const parts = facets
    .filter((wordings) => compileFacets([wordings], ordinary).some(({ generic }) => !generic))
    .map((wordings): Subject => ({ name: wordings[0] ?? '', wordings, kind: 'known' }));
  const own = new Set(subjects.flatMap(({ wordings }) => wordings));
  const habits = parts.filter(
    (part) => isHabit(part.wordings) && !part.wordings.some((wording) => own.has(wording)),
  );
  if (subjects.length > 0) return aboutSubjects([...subjects, ...habits]);
  const others = parts.filter((part) => !isHabit(part.wordings));
  if (others.length === 0) return aboutSubjects(habits);
  // Each habit together with one of the other parts.
  const tests = others.map((part) => aboutSubjects([part, ...habits], { isThing: false }));
  return (article) => tests.some((isAbout) => isAbout(article));
}

/** Returns true if one of a part's wordings names a habit. */
export function isHabit(wordings: readonly string[]): boolean {
  return wordings.some((wording) => habit.test(wording));
}
