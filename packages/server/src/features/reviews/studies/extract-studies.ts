import { abstractText } from '@citewell/core/records/article.ts';
import type { EngineContext } from '../../../llm/engine.ts';
import type { ReviewWriter, StudyRow } from '../../../llm/review-writer-port.ts';
import type { StepResult } from '../gathering/attempt-step.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import { findSpan, type Span, type Study } from './studies.ts';
import { isPeople, namesPeople, nounPhrase } from './study-cells.ts';

/** Abstracts that one request reads. */
const batch = 10;
/** The beginning of an abstract tells whom and what, its end what was found. */
const abstractMax = 1_600;

/**
 * The studies as a model reads them, each of its texts only where it stands in the record's title or abstract word for
 * word; else the rules' own. A request that fails leaves its studies as they are.
 */
export async function extractStudies(
  { request, scope, studies }: EvidenceBase,
  writer: ReviewWriter,
  context: EngineContext,
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
    return row ? { ...study, ...verified(row, study) } : study;
  });
}

/** A cell is a phrase: whoever copies a sentence has not read what was asked for. */
const wordsMax = 12;
/** Chinese has no spaces between its words. */
const hanMax = 20;
/** PubMed's title of a record that has none. */
const isPlaceholder = /not available/i;

/** The cells of a model's row that are phrases of the record and can be what their column says. */
function verified(
  row: StudyRow,
  { article, intervention: byRules }: Study,
): Partial<Pick<Study, 'population' | 'intervention' | 'outcome'>> {
  const findPhrase = (words: string) => {
    const phrase = nounPhrase(words);
    const isPhrase =
      words.split(/\s+/).length <= wordsMax &&
      (phrase.match(/\p{Script=Han}/gu)?.length ?? 0) <= hanMax &&
      !isPlaceholder.test(phrase);
    return isPhrase ? findSpan(article, phrase) : undefined;
  };
  const [population, intervention, outcome] = [row.population, row.intervention, row.outcome].map(findPhrase);
  // Words of one column are none of another.
  const others = [byRules, intervention, population].flatMap((span) =>
    span ? [span.text.toLowerCase()] : [],
  );
  const isElsewhere = ({ text }: Span) => others.includes(text.toLowerCase());
  return {
    ...(population && namesPeople(population.text) && { population }),
    ...(intervention && !isPeople(intervention.text) && { intervention }),
    ...(outcome && !isPeople(outcome.text) && !isElsewhere(outcome) && { outcome }),
  };
}

function shortened(text: string): string {
  if (text.length <= abstractMax) return text;
  const half = abstractMax / 2;
  return `${text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')} … ${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
