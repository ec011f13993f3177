import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { demonstrationNotice } from '@citewell/core/records/demonstration.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { referenceOf } from '../../../literature/ranking/passage.ts';
import { engineName } from '../../../llm/model.ts';
import type { AnswerDependencies, PipelineContext } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import { withTasks } from '../../../platform/concurrently.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import { isIncomplete } from '../../../retrieval/shortfall.ts';
import { CitationWriter } from '../../answers/citations/citation-writer.ts';
import { answerOutOfScope } from '../../answers/scope/answer-out-of-scope.ts';
import type { Failure } from '../gathering/attempt-step.ts';
import { type EvidenceBase, unmentionedParts } from '../gathering/evidence-base.ts';
import type { ReviewRequest } from '../gathering/request.ts';
import {
  defaultWritingLimits,
  runWithDeadline,
  type TimedWork,
  type WritingLimits,
} from '../gathering/run-with-deadline.ts';
import type { Scope } from '../gathering/scope.ts';
import { studiesMin } from '../gathering/screening/screen.ts';
import { searchOnce } from '../gathering/search-once.ts';
import { type RunStep, storedSteps } from '../gathering/stored-steps.ts';
import type { ReviewWriter } from '../model/review-writer.ts';
import { storedWriter } from '../model/stored-writer.ts';
import { methodsSection } from '../sections/methods-section.ts';
import { reviewWords } from '../sections/review-words.ts';
import type { Study } from '../studies/studies.ts';
import { createAssembler, type Part } from './assemble.ts';
import { emitSupplements } from './emit-supplements.ts';
import { type FinishedReview, storeFinished } from './finished-review.ts';
import { type ReviewMessages, reviewMessages } from './review-messages.ts';
import { type Rewrite, rewrittenReview } from './rewritten-review.ts';
import { reportSections } from './section-progress.ts';
import { writtenReview } from './written-review.ts';

/**
 * Writes a review from evidence only: scope, several parallel searches, screening with reasons, themes, sections,
 * references numbered across the whole.
 *
 * @throws ServiceError `upstream_unavailable` if no source could be searched; the error of the model, the balance or
 * the time limit that ended it, after its finished sections and their references were sent.
 */
export async function review(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  given: PipelineContext,
  limits: WritingLimits = defaultWritingLimits,
  rewrite?: Rewrite,
): Promise<void> {
  if (!rewrite && (await answerOutOfScope(request, dependencies, given, { titled: true }))) return;
  const keepsText = request.include.includes('verification');
  const language = request.language ?? detectLanguage(request.question);
  const { clock, log, model } = dependencies;
  const steps = storedSteps(given.results, { log, requestId: given.requestId });
  const writer = storedWriter(model, steps);
  await runWithDeadline(given, { ...limits, keepsText, language, clock }, (timed) =>
    rewrite && writer
      ? rewrittenReview(request, rewrite, dependencies, writer, timed)
      : run(request, dependencies, timed, { steps, writer }),
  );
}

/** Says why a list replaces a review: little was found, or no more was asked for. */
function listNote(
  { articles, flow }: Pick<EvidenceBase, 'articles' | 'flow'>,
  { maxReferences }: ReviewRequest,
  texts: ReviewMessages,
): string {
  const { beyondLimit } = flow.excluded;
  return beyondLimit > 0 && maxReferences < studiesMin
    ? texts.fewAsked(articles.size, articles.size + beyondLimit)
    : texts.tooLittle(articles.size);
}

async function run(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  timed: TimedWork,
  { steps, writer }: { steps: RunStep; writer: ReviewWriter | undefined },
): Promise<void> {
  const { context, emit, limit, hash, text } = timed;
  const { clock, model } = dependencies;
  const startedAt = clock.now();
  const { base, failure: unread } = await searchOnce(request, dependencies, timed, { steps, writer });
  const { scope } = base;
  const { language } = scope;
  const texts = reviewMessages[language];
  const citations = new CitationWriter(base.units);
  const out = createAssembler(citations, emit);
  let failure: Failure | undefined;
  let omitted = 0;
  let compared: readonly Study[] = [];
  let finished: FinishedReview | undefined;

  const invented = base.units.some(({ article }) => article.demonstration)
    ? `${demonstrationNotice[language]}\n\n`
    : '';

  if (base.units.length === 0) await nothingFound(base, out);
  else if (base.articles.size < studiesMin) {
    await out.title(
      titleOf(request, scope),
      `${invented}${listNote(base, request, texts)}${cautionOf(base)}`,
    );
    for (const part of await context.work('annotatedRecords', base, context.signal)) await out.part(part);
  } else {
    const studies = base.articles.size;
    const caution = cautionOf(base);
    await emit(thinking(texts.grouping(base.units.length, studies)));
    await withTasks(limit.outer, async (start, stop) => {
      const written =
        writer && !unread
          ? await writtenReview(
              base,
              { writer, engineName: engineName(model), limit, log: dependencies.log, start, stop },
              context,
            )
          : undefined;
      if (written && !('failure' in written)) {
        const { title, base: used } = written;
        const note = `${invented}${texts.writtenNote(engineName(model), base.readings.size > 0)}${caution}`;
        finished = { title, note, parts: [], base: used };
        await out.title(title, note);
        for await (const part of written.parts()) {
          finished.parts.push(part);
          await out.part(part);
        }
        failure = written.failed();
        omitted = written.omitted();
        compared = written.base.studies;
      } else {
        await emit(thinking(texts.quoting));
        const cause = unread ?? written?.failure;
        const quotes = base.units.some(({ fullText, isContext }) => fullText && !isContext)
          ? texts.quotedNoteWithFullTexts
          : texts.quotedNote;
        const note = cause ? `${fallbackNotice(cause, language)} ${quotes}` : quotes;
        const { signal, work } = context;
        const parts = await work('quotedReview', base, signal);
        const outline = parts.filter(hasOwnText).map((part) => ({ ...part, pending: false }));
        await reportSections(outline, language, emit);
        await out.title(titleOf(request, scope), `${invented}${note}${caution}`);
        for (const part of parts) await out.part(part);
        compared = base.studies;
      }
    });
  }
  await out.end();
  const { references } = citations;
  await emit({ event: 'references', data: { refs: references.map(referenceOf) } });
  await emitSupplements({ ...request, fileContent: undefined, history: [], images: [] }, base, references, {
    ...{ context, startedAt, clock, hash, text: text(), omitted, compared, cited: out.cited },
    engineName: engineName(model),
  });
  if (failure) throw failure.error;
  if (finished && context.results) await storeFinished(context.results, finished);
}

/** Says at the top which parts of the topic no records, or too few, report. */
function cautionOf(base: EvidenceBase): string {
  const { missing, unread } = unmentionedParts(base);
  const texts = reviewMessages[base.scope.language];
  const unchecked = (base.scope.query.absent ?? []).flatMap(({ words, wordings }) =>
    wordings.length === 0 ? [escapeCitationMarkers(words)] : [],
  );
  return [
    missing.length > 0 ? `\n\n${texts.missingParts(missing)}` : '',
    unread.length > 0 ? `\n\n${texts.unreadParts(unread)}` : '',
    unchecked.length > 0 ? `\n\n${texts.uncheckedConditions(unchecked)}` : '',
  ].join('');
}

/** Returns false for a heading that only groups others. */
function hasOwnText({ text }: Part): boolean {
  return text !== '';
}

function titleOf({ question }: ReviewRequest, { language }: Scope): string {
  const topic = escapeCitationMarkers(question)
    .replace(/\s+/g, ' ')
    .replace(/^#+\s*/, '')
    .trim();
  return reviewWords[language].untitled(topic.slice(0, 300).replace(/[\uD800-\uDBFF]$/, ''));
}

/** Returns the notice for quotations in place of a synthesis. */
export function fallbackNotice({ error, modelError }: Failure, language: Scope['language']): string {
  const texts = messages[language];
  if (modelError) return texts.modelFailed(modelError.failure);
  return error.code === 'insufficient_balance' ? texts.balanceTooLow : error.body(language).error;
}

/** Lists the subjects of the topic that the records lack, to be mentioned first. */
function missingSubjects({ scope, verdict, flow, unreported }: EvidenceBase): string[] {
  const reviewTexts = reviewMessages[scope.language];
  const texts = messages[scope.language];
  if (verdict.kind === 'absent') return [texts.absent(verdict.names)];
  if (verdict.kind === 'apart') return [reviewTexts.apart(verdict.names)];
  const { otherPeople, peopleNotStated, offTopic, otherOutcome } = flow.excluded;
  const [part] = unreported;
  if (part && otherOutcome > 0) return [reviewTexts.noneReports(nameOf(part, scope.language), otherOutcome)];
  if (peopleNotStated > 0) return [reviewTexts.peopleNotStated(otherPeople + peopleNotStated)];
  if (otherPeople > 0) return [reviewTexts.otherPeople(otherPeople)];
  return offTopic > 0 && scope.query.subjects?.length ? [reviewTexts.onlyMentioned] : [];
}

/** The name of a part of the topic within a sentence. */
function nameOf(heading: LocalizedMessage, language: Scope['language']): string {
  return heading[language].replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** Reply without evidence: states what was searched, and nothing about the topic. */
async function nothingFound(base: EvidenceBase, out: ReturnType<typeof createAssembler>): Promise<void> {
  const { request, scope, found, flow } = base;
  const { language, query } = scope;
  const texts = messages[language];
  const { retracted } = flow.excluded;
  const isSearchable = query.facets.length > 0 || query.pmids.length > 0 || query.dois.length > 0;
  const notAsked = found.notAsked.map((source) => texts.sources[source]);
  const note = !isSearchable
    ? texts.noTopic
    : retracted > 0 && flow.screened === retracted
      ? reviewMessages[language].onlyRetracted(retracted)
      : texts.nothingFound([], query, notAsked, isIncomplete(found), missingSubjects(base));
  await out.title(titleOf(request, scope), note);
  const text = methodsSection({ request, scope, found, flow, themes: [], writer: undefined });
  await out.part({ heading: reviewWords[language].parts.methods, level: 2, text });
}
