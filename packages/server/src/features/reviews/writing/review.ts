import { demonstrationNotice } from '@citewell/core/records/demonstration.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { referenceOf } from '../../../literature/ranking/passage.ts';
import type { AnswerDependencies, CallContext } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import { withTasks } from '../../../platform/concurrently.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import { isIncomplete } from '../../../retrieval/shortfall.ts';
import { CitationWriter } from '../../answers/citations/citation-writer.ts';
import { answerOutOfScope } from '../../answers/scope/answer-out-of-scope.ts';
import type { Failure } from '../gathering/attempt-step.ts';
import { type EvidenceBase, unspoken } from '../gathering/evidence-base.ts';
import type { ReviewRequest } from '../gathering/request.ts';
import {
  defaultWritingLimits,
  runWithDeadline,
  type TimedWork,
  type WritingLimits,
} from '../gathering/run-with-deadline.ts';
import type { Scope } from '../gathering/scope.ts';
import { searchAndScreen } from '../gathering/search-and-screen.ts';
import { methodsSection } from '../sections/methods-section.ts';
import { reviewWords } from '../sections/words.ts';
import type { Study } from '../studies/studies.ts';
import { createAssembler, type Part } from './assemble.ts';
import { emitSupplements } from './emit-supplements.ts';
import { say as sayings } from './say.ts';
import { tellSections } from './section-progress.ts';
import { writtenReview } from './written-review.ts';

/**
 * A review that stands on evidence only: scope, several searches at once, screening with reasons, themes, sections,
 * references numbered over the whole. Throws upstream_unavailable where no source could be asked; and where a model, the
 * balance or the time ended it, after what was finished and its references are out, what ended it.
 */
export async function review(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  given: CallContext,
  limits: WritingLimits = defaultWritingLimits,
): Promise<void> {
  if (await answerOutOfScope(request, dependencies, given, { titled: true })) return;
  const keepsText = request.include.includes('verification');
  const language = request.language ?? detectLanguage(request.question);
  const { clock } = dependencies;
  await runWithDeadline(given, { ...limits, keepsText, language, clock }, (timed) =>
    run(request, dependencies, timed),
  );
}

/** Fewer papers make no review. */
const studiesMin = 3;

async function run(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  { context, emit, limit, hash, text }: TimedWork,
): Promise<void> {
  const { clock, engine } = dependencies;
  const startedAt = clock.now();
  const thisYear = new Date(startedAt).getUTCFullYear();
  const { base, failure: unread } = await searchAndScreen(request, dependencies, context, limit, thisYear);
  const { scope } = base;
  const { language } = scope;
  const say = sayings[language];
  const citations = new CitationWriter(base.units);
  const out = createAssembler(citations, emit);
  let failure: Failure | undefined;
  let leftOut = 0;
  let compared: readonly Study[] = [];

  const invented = base.units.some(({ article }) => article.demonstration)
    ? `${demonstrationNotice[language]}\n\n`
    : '';

  if (base.units.length === 0) await nothingFound(base, out);
  else if (base.articles.size < studiesMin) {
    await out.title(titleOf(request, scope), `${invented}${say.tooLittle(base.articles.size)}`);
    for (const part of await context.work('annotatedRecords', base, context.signal)) await out.part(part);
  } else {
    const studies = base.articles.size;
    const missing = unspoken(base);
    const caution = missing.length > 0 ? `\n\n${say.unspoken(missing)}` : '';
    await emit(thinking(say.grouping(base.units.length, studies)));
    await withTasks(limit.outer, async (start, stop) => {
      const written =
        engine.review && !unread
          ? await writtenReview(
              base,
              { writer: engine.review, engineName: engine.name, limit, log: dependencies.log, start, stop },
              context,
            )
          : undefined;
      if (written && !('failure' in written)) {
        await out.title(written.title, `${invented}${say.writtenNote(engine.name)}${caution}`);
        for await (const part of written.parts()) await out.part(part);
        failure = written.failed();
        leftOut = written.leftOut();
        compared = written.base.studies;
      } else {
        await emit(thinking(say.quoting));
        const cause = unread ?? written?.failure;
        const note = cause ? `${excuse(cause, language)} ${say.quotedNote}` : say.quotedNote;
        const { signal, work } = context;
        const parts = await work('quotedReview', base, signal);
        const outline = parts.filter(hasOwnText).map((part) => ({ ...part, pending: false }));
        await tellSections(outline, language, emit);
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
    ...{ context, startedAt, clock, hash, text: text(), leftOut, compared },
    engineName: engine.name,
  });
  if (failure) throw failure.error;
}

/** Returns false for a heading that only stands above others. */
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
export function excuse({ error, engine }: Failure, language: Scope['language']): string {
  const say = messages[language];
  if (engine) return say.modelFailed(engine.failure);
  return error.code === 'insufficient_balance' ? say.balanceTooLow : error.body(language).error;
}

/** Lists the subjects of the topic that the records lack, to be mentioned first. */
function lackingOf({ scope, verdict, flow }: EvidenceBase): string[] {
  const say = messages[scope.language];
  if (verdict.kind === 'absent') return [say.absent(verdict.names)];
  if (verdict.kind === 'apart') return [sayings[scope.language].apart(verdict.names)];
  return flow.excluded.otherPeople > 0
    ? [sayings[scope.language].otherPeople(flow.excluded.otherPeople)]
    : [];
}

/** Nothing to stand on: what was searched, and no word of what might be. */
async function nothingFound(base: EvidenceBase, out: ReturnType<typeof createAssembler>): Promise<void> {
  const { request, scope, found, flow } = base;
  const { language, query } = scope;
  const say = messages[language];
  const { retracted } = flow.excluded;
  const hasTopic = query.facets.length > 0 || query.pmids.length > 0 || query.dois.length > 0;
  const notAsked = found.notAsked.map((source) => say.sources[source]);
  const note = !hasTopic
    ? say.noTopic
    : retracted > 0 && flow.screened === retracted
      ? sayings[language].onlyRetracted(retracted)
      : say.nothingFound([], query.years, notAsked, isIncomplete(found), lackingOf(base));
  await out.title(titleOf(request, scope), note);
  const text = methodsSection({ request, scope, found, flow, themes: [], writer: undefined });
  await out.part({ heading: reviewWords[language].parts.methods, level: 2, text });
}
