import { abstractText } from '@citewell/core/records/article.ts';
import type { ModelCallContext } from '../../../../llm/model.ts';
import type { StepResult } from '../../gathering/attempt-step.ts';
import type { EvidenceBase } from '../../gathering/evidence-base.ts';
import type { ReviewWriter, StudyRow } from '../../model/review-writer.ts';
import { findSpan, type Span, type Study } from '../studies.ts';
import { interventionSpan } from './named-interventions.ts';
import { namesTreatment } from './names-treatment.ts';
import { beginsWithPeople, namesPeople, nounPhrase } from './study-cells.ts';

/** Number of abstracts per request. */
const batch = 10;
/** The beginning of an abstract states population and intervention, its end the results. */
const abstractMax = 1_600;

/**
 * Returns the studies as a model reads them, using a text only if it occurs verbatim in the record's title or abstract;
 * otherwise the rules' reading. If a request fails, its studies stay unchanged.
 */
export async function extractStudies(
  { request, scope, studies }: EvidenceBase,
  writer: ReviewWriter,
  context: ModelCallContext,
  attempt: <Value>(step: () => Promise<Value>) => Promise<StepResult<Value>>,
): Promise<Study[]> {
  const batches = Array.from({ length: Math.ceil(studies.length / batch) }, (_, at) =>
    studies.slice(at * batch, (at + 1) * batch),
  );
  const replies = await Promise.all(
    batches.map((own) =>
      attempt(() =>
        writer.studies(
          {
            topic: request.question,
            language: scope.language,
            studies: own.map(({ article }) => ({
              pmid: article.pmid,
              title: article.title,
              abstract: shortened(abstractText(article)),
            })),
          },
          context,
        ),
      ),
    ),
  );
  const rows = new Map(
    replies.flatMap((reply) => ('value' in reply ? reply.value : [])).map((row) => [row.pmid, row]),
  );
  return studies.map((study) => {
    const row = rows.get(study.article.pmid);
    return row ? { ...study, ...verified(row, study, scope.query.facets) } : study;
  });
}

/** A cell is a phrase: a copied sentence does not answer the question. */
const wordsMax = 12;
/** Chinese has no spaces between words. */
const hanMax = 20;
/** PubMed's placeholder for a missing title. */
const isPlaceholder = /not available/i;

/** Returns the cells of a model's row that are phrases of the record and plausible for their columns. */
function verified(
  row: StudyRow,
  { article, intervention: byRules }: Study,
  topic: readonly (readonly string[])[],
): Partial<Pick<Study, 'population' | 'intervention' | 'outcome'>> {
  const findPhrase = (words: string) => {
    const phrase = nounPhrase(words);
    const isPhrase =
      words.split(/\s+/).length <= wordsMax &&
      (phrase.match(/\p{Script=Han}/gu)?.length ?? 0) <= hanMax &&
      !isPlaceholder.test(phrase);
    return isPhrase ? findSpan(article, phrase) : undefined;
  };
  const [population, outcome] = [row.population, row.outcome].map(findPhrase);
  const named = findPhrase(row.intervention) && interventionSpan(article, row.intervention, byRules);
  const intervention = named && namesTreatment(named.text, topic) ? named : undefined;
  // Words of one column must not appear in another.
  const others = [byRules, intervention, population].flatMap((span) =>
    span ? [span.text.toLowerCase()] : [],
  );
  const isElsewhere = ({ text }: Span) => others.includes(text.toLowerCase());
  return {
    ...(population && namesPeople(population.text) && { population }),
    ...(intervention && { intervention }),
    ...(outcome && !beginsWithPeople(outcome.text) && !isElsewhere(outcome) && { outcome }),
  };
}

function shortened(text: string): string {
  if (text.length <= abstractMax) return text;
  const half = abstractMax / 2;
  return `${text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')} … ${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
