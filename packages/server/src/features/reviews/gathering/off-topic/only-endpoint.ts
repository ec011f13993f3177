import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { between, markSubjects, subjectMark } from '../subject-names/subject-marks.ts';
import { outcomesOf } from '../topic-outcomes.ts';

/** Words between the subject of a topic and the outcome that it asks about: "diabetes and cardiovascular risk". */
const joined = /^(?:\s*(?:and|as (?:an? )?(?:risk factor|predictor|cause)s? (?:for|of))\s|[与和及])/i;

/** Names of the subject as what befalls people or is prevented. */
const asEndpoint = new RegExp(
  String.raw`\b(?:risks?|incidences?|prevention|onset|development|predictors?|prediction) (?:of|for) ${between}${subjectMark}|\b(?:prevent\w*|predict\w*|new-onset|incident) ${between}${subjectMark}|${subjectMark} (?:risk|incidence|prevention)\b|${subjectMark}的?(?:发病|预防|风险)`,
  'i',
);

/**
 * Creates a test whether a record's title names the subject of a topic only as something that befalls others or is prevented, where the
 * topic asks what else befalls those who have it: the prevention of diabetes is no cardiovascular risk of diabetes.
 */
export function namesOnlyEndpoint(
  query: Pick<SearchQuery, 'text' | 'subjects'>,
): (article: Article) => boolean {
  const { text, subjects = [] } = query;
  const [subject, ...others] = subjects.filter(({ kind }) => kind === 'known');
  const name = subject?.wordings.find((wording) => text.toLowerCase().startsWith(wording.toLowerCase()));
  const outcomes = outcomesOf(query);
  const mark = subject && markSubjects([subject]);
  if (!mark || !name || others.length > 0 || outcomes.length === 0 || !joined.test(text.slice(name.length)))
    return () => false;
  return (article) => {
    const title = mark(article)(article.title);
    return asEndpoint.test(title);
  };
}
