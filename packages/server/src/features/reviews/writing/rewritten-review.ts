import { ServiceError } from '@citewell/core/errors.ts';
import { toReference } from '@citewell/core/records/article.ts';
import type { StoredResults } from '../../../accounting/idempotency/stored-results.ts';
import { referenceOf } from '../../../literature/ranking/passage.ts';
import { engineName } from '../../../llm/model.ts';
import type { ModelFailure } from '../../../llm/model-error.ts';
import type { AnswerDependencies } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import { CitationWriter } from '../../answers/citations/citation-writer.ts';
import { attemptStep, type Failure } from '../gathering/attempt-step.ts';
import type { ReviewRequest } from '../gathering/request.ts';
import type { TimedWork } from '../gathering/run-with-deadline.ts';
import type { ReviewWriter } from '../model/review-writer.ts';
import { readAbstractAndTransitions } from '../sections/abstract-and-transitions.ts';
import { methodsInBrief } from '../sections/methods-section.ts';
import { removeRepeatedSentences } from '../sections/remove-repeated-sentences.ts';
import { createAssembler } from './assemble.ts';
import { checkSection } from './check-section.ts';
import { emitSupplements } from './emit-supplements.ts';
import { type FinishedReview, storeSection, type Task } from './finished-review.ts';
import { reviewMessages } from './review-messages.ts';
import { reportSections } from './section-progress.ts';
import { sectionText, unitsPerSection } from './section-text.ts';

/** Finished review with the section to rewrite. */
export type Rewrite = {
  finished: FinishedReview;
  /** Heading of the section. */
  section: string;
  /**
   * Stored results that keep the review with its new section: of the call that first wrote it and, if it has an idempotency
   * key, of this one.
   */
  results: readonly StoredResults[];
};

/**
 * Rewrites one section of a finished review from the same evidence by the same rules; every other section is unchanged
 * except for its citation numbers. Only the requests for that section are charged.
 * @throws ServiceError if the section could not be written; nothing of the review has been sent then.
 */
export async function rewrittenReview(
  request: ReviewRequest,
  { finished, section, results }: Rewrite,
  { model, clock, log }: AnswerDependencies,
  writer: ReviewWriter,
  { context, emit, limit, hash, text }: TimedWork,
): Promise<void> {
  const startedAt = clock.now();
  const { base, parts, title, note } = finished;
  const { language } = base.scope;
  const texts = reviewMessages[language];
  await emit(thinking(texts.rewriting(section), { sources: [...base.articles.values()].map(toReference) }));
  const at = parts.findIndex(({ heading, task }) => task && heading === section);
  const part = parts[at];
  if (!part?.task) throw new Error('rewrite: the review has no such section');
  const outline = parts.filter((each) => each.text !== '');
  const progress = await reportSections(
    outline.map((each) => ({ ...each, pending: each === part })),
    language,
    emit,
  );
  const written = await attemptStep(write(part.heading, part.task), {
    ...{ limit, log, requestId: context.requestId, engine: engineName(model) },
  });
  await progress.ended(outline.indexOf(part), 'failure' in written ? 'failed' : 'finished');
  if ('failure' in written) throw notRewritten(written.failure, section);
  const { kept, dropped } = written.value;
  // Before sending: a section that was paid for is stored even if nobody reads it any more.
  const rewritten = await storeSection(results, finished, at, written.value.text);

  const citations = new CitationWriter(base.units);
  const out = createAssembler(citations, emit);
  await out.title(title, note);
  for (const each of rewritten.parts) await out.part(each);
  await emit(thinking(texts.checked(kept, dropped)));
  await out.end();
  const { references } = citations;
  await emit({ event: 'references', data: { refs: references.map(referenceOf) } });
  await emitSupplements({ ...request, fileContent: undefined, history: [], images: [] }, base, references, {
    ...{
      context,
      startedAt,
      clock,
      hash,
      text: text(),
      omitted: dropped,
      compared: base.studies,
      cited: out.cited,
    },
    engineName: engineName(model),
  });

  async function write(
    heading: string,
    task: Task,
  ): Promise<{ text: string; kept: number; dropped: number }> {
    const { articles, readings, themes } = base;
    const headings = themes.map((theme) => theme.heading);
    const passages = task.own.slice(0, unitsPerSection);
    const topic = request.question;
    const reply = await writer.section(
      { topic, language, passages, section: task.section, heading, outline: headings },
      { signal: limit.signal, meter: context.meter },
    );
    const checking = { signal: limit.signal, work: context.work };
    if (task.section === 'frame') {
      const methods = methodsInBrief(base, engineName(model));
      const given = {
        topic,
        parts: base.scope.parts,
        language,
        passages,
        articles,
        readings,
        methods,
        headings,
        checking,
      };
      const { abstract } = await readAbstractAndTransitions(reply, given);
      return { text: abstract || task.quoted, kept: 0, dropped: 0 };
    }
    const checked = await checkSection(task.section, reply, passages, base, checking);
    // Statements of other sections are not repeated here and stay where they are.
    const said = new Set<string>();
    if (isOfBody(task))
      for (const other of parts)
        if (other !== part && other.task && isOfBody(other.task)) removeRepeatedSentences(other.text, said);
    return { ...checked, text: sectionText(task, removeRepeatedSentences(checked.text, said), language) };
  }
}

/** Failures of a model before it has read anything, which cost nothing. */
const unread: ReadonlySet<ModelFailure> = new Set([
  'unreachable',
  'rate_limited',
  'circuit_open',
  'provider_error',
]);

/**
 * Adds that the review is unchanged to the error for a section that could not be written; errors of balance and time
 * need no addition.
 */
function notRewritten({ error, modelError }: Failure, section: string): ServiceError {
  if (!modelError) return error;
  const detail = unread.has(modelError.failure)
    ? {
        en: `The language model could not be reached, so “${section}” was not rewritten. The review is unchanged, and nothing was charged.`,
        zh: `无法连接语言模型，未能重写“${section}”。综述保持不变，未产生费用。`,
      }
    : {
        en: `The language model did not finish “${section}”, so it was not rewritten. The review is unchanged; tokens that the model used are charged.`,
        zh: `语言模型未能写完“${section}”，未作重写。综述保持不变；模型已使用的 Token 照常计费。`,
      };
  return new ServiceError('upstream_unavailable', { detail, cause: modelError });
}

/** Background and themes, among which no sentence is repeated. */
function isOfBody({ section }: Task): boolean {
  return section === 'background' || section === 'theme';
}
