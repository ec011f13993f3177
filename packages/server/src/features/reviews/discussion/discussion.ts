import { toReference } from '@citewell/core/records/article.ts';
import { demonstrationNotice } from '@citewell/core/records/demonstration.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { escapeMarks } from '../../../documents/markdown.ts';
import { unlessTooLong } from '../../../language-work/task-timeout.ts';
import { referenceOf } from '../../../literature/ranking/passage.ts';
import { engineName } from '../../../llm/model.ts';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import { withTasks } from '../../../platform/concurrently.ts';
import { sourceNotes } from '../../../retrieval/progress-messages.ts';
import { isIncomplete } from '../../../retrieval/shortfall.ts';
import { CitationWriter } from '../../answers/citations/citation-writer.ts';
import { withTopicOfHistory } from '../../answers/dialogue/discussion-topic.ts';
import { answerOutOfScope } from '../../answers/scope/answer-out-of-scope.ts';
import { attemptStep, type Failure, type StepResult } from '../gathering/attempt-step.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { ReviewRequest } from '../gathering/request.ts';
import { runJobs } from '../gathering/run-jobs.ts';
import {
  defaultWritingLimits,
  runWithDeadline,
  type TimedWork,
  type WritingLimits,
} from '../gathering/run-with-deadline.ts';
import { searchOnce } from '../gathering/search-once.ts';
import { type RunStep, storedSteps } from '../gathering/stored-steps.ts';
import type { ReviewWriter, SectionName } from '../model/review-writer.ts';
import { storedWriter } from '../model/stored-writer.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { namesTopic } from '../sections/names-topic.ts';
import { removeRepeatedSentences } from '../sections/remove-repeated-sentences.ts';
import { createAssembler } from '../writing/assemble.ts';
import { checkWritten } from '../writing/check-text.ts';
import { emitSupplements } from '../writing/emit-supplements.ts';
import { fallbackNotice } from '../writing/review.ts';
import { reviewMessages } from '../writing/review-messages.ts';
import { reportSectionEnds, reportSections } from '../writing/section-progress.ts';
import type { Compared } from './compare-findings.ts';
import { findingsInQuestion } from './discussion-findings.ts';
import {
  contradictionNotes,
  type DiscussionPart,
  discussionWords,
  implicationUnits,
  mechanismUnits,
  quotedPart,
} from './discussion-sections.ts';
import { topicInQuestion } from './topic-in-question.ts';

const order: DiscussionPart[] = [
  'principal',
  'comparison',
  'mechanisms',
  'strengths',
  'implications',
  'conclusion',
];
const unitsPerPart = 24;
/** Characters of the findings that a model reads. */
const findingsMax = 12_000;

/**
 * Writes the discussion section of a paper: its findings (`fileContent`) on a topic (`question`, or that of the
 * review in the history) compared with the literature. The findings are restated with unchanged numbers, checked by code; everything else is cited. If the
 * model, the balance or the time fails, it ends like a review, and it can be continued like one under its idempotency
 * key.
 */
export async function discussion(
  asked: AnswerRequest,
  dependencies: AnswerDependencies,
  given: PipelineContext,
  limits: WritingLimits = defaultWritingLimits,
): Promise<void> {
  const request = withTopicOfHistory(asked);
  const { question, language } = request;
  if (await answerOutOfScope({ question, language }, dependencies, given, { titled: true })) return;
  const keepsText = request.include.includes('verification');
  const { clock, model, log } = dependencies;
  const timing = { ...limits, keepsText, clock, language: language ?? detectLanguage(question) };
  const steps = storedSteps(given.results, { log, requestId: given.requestId });
  const writer = storedWriter(model, steps);
  await runWithDeadline(given, timing, (timed) => run(request, dependencies, timed, { steps, writer }));
}

/** Returns the findings to discuss: the attachment, otherwise those that the question reports, the previous review or answer, or none. */
function givenFindings({ question, fileContent, history }: AnswerRequest): string {
  return (
    fileContent ??
    (findingsInQuestion(question) || undefined) ??
    history.findLast(({ a }) => a.trim() !== '')?.a ??
    ''
  );
}

/** Returns the request without the findings: the topic alone is searched and stored with the results. */
function topicOf({ fileContent: _, history: __, images: ___, ...topic }: AnswerRequest): ReviewRequest {
  return {
    ...topic,
    question: topicInQuestion(topic.question),
    include: [],
    fullText: false,
    keepsOthers: true,
  };
}

/** Adds to the evidence the records and sentences that are compared with a finding though the topic did not select them. */
function withCompared(base: EvidenceBase, { further }: Compared): EvidenceBase {
  const quoted = new Set(further.map(({ article }) => article.pmid));
  const added = base.others.filter(({ pmid }) => quoted.has(pmid));
  return {
    ...base,
    units: [...base.units, ...further],
    articles: new Map([...base.articles, ...added.map((article) => [article.pmid, article] as const)]),
    screening: base.screening.map((record) =>
      added.some(({ pmid }) => pmid === record.pmid) ? { ...record, decision: 'included' } : record,
    ),
  };
}

async function run(
  request: AnswerRequest,
  dependencies: AnswerDependencies,
  timed: TimedWork,
  { steps, writer }: { steps: RunStep; writer: ReviewWriter | undefined },
): Promise<void> {
  const { context, emit, limit, hash, text } = timed;
  const { clock, model } = dependencies;
  const startedAt = clock.now();
  const { work } = context;
  const findings = await work('readFindings', givenFindings(request), context.signal);
  // A discussion compares findings with conclusions of others, which are in their abstracts.
  const searched = await searchOnce(topicOf(request), dependencies, timed, { steps, writer });
  const { base } = searched;
  const { scope, found } = base;
  const { language } = scope;
  const texts = discussionWords[language];
  const { units } = base;
  const compared = await work(
    'compareFindings',
    {
      ...{ principal: findings.principal, participants: findings.participants },
      ...{ units, parts: scope.parts, articles: [...base.articles.values(), ...base.others] },
      studies: new Map(
        base.studies.flatMap(({ article, comparator }) =>
          comparator ? [[article.pmid, { comparator: comparator.text }] as const] : [],
        ),
      ),
    },
    context.signal,
  );
  const evidence = withCompared(base, compared);
  const sources = [...evidence.articles.values()].map(toReference);
  const added = sources.length - base.articles.size;
  if (added > 0) await emit(thinking(reviewMessages[language].comparing(added), { sources }));
  const citations = new CitationWriter(evidence.units);
  const out = createAssembler(citations, emit);

  const evidenceOf: Record<DiscussionPart, readonly EvidenceUnit[]> = {
    principal: [],
    comparison: [...new Set([...compared.agreeing, ...compared.disagreeing, ...compared.other])],
    mechanisms: mechanismUnits(units, scope.parts, compared.outcomes),
    strengths: [],
    implications: implicationUnits(units),
    conclusion: [
      ...new Set([
        ...compared.agreeing.slice(0, 4),
        ...compared.disagreeing.slice(0, 4),
        ...compared.other.slice(0, 4),
      ]),
    ],
  };
  const quotedText = (part: DiscussionPart) =>
    quotedPart(part, findings, compared, units, {
      ...{ language, incomplete: isIncomplete(found), parts: scope.parts, seen },
      ...{
        isSeen: base.screening.some(
          ({ decision, title }) => decision !== 'off_topic' || namesTopic(scope.parts)(title),
        ),
      },
    });
  const seen = new Set<string>();
  // Readers of the model's comparison need this notice too.
  const contradictions = contradictionNotes(
    compared,
    { language, parts: scope.parts },
    (finding) => `“${escapeMarks(escapeCitationMarkers(finding))}”`,
  );
  const sectionText = (part: DiscussionPart, written: string): string =>
    part === 'comparison' && written !== '' ? [...contradictions, written].join('\n\n') : written;
  let omitted = 0;
  const attempt = (step: Promise<string>) =>
    attemptStep(step, {
      limit,
      log: dependencies.log,
      requestId: context.requestId,
      engine: engineName(model),
    });
  /** Empty if there is nothing for a model to write from. */
  const write = async (part: DiscussionPart, stop: AbortSignal): Promise<string> => {
    const signal = AbortSignal.any([limit.signal, stop]);
    const passages = evidenceOf[part].slice(0, unitsPerPart);
    const fromFindings = part === 'principal' || part === 'strengths';
    if (!writer || (fromFindings ? findings.text.trim() === '' : passages.length === 0)) return '';
    const section: SectionName = part;
    const reply = await writer.section(
      {
        topic: request.question,
        ...{ language, passages, section },
        heading: texts.parts[part],
        outline: order.map((each) => texts.parts[each]),
        findings: fromFindings ? findings.text.slice(0, findingsMax) : findings.principal.join('\n'),
      },
      { signal, meter: context.meter },
    );
    const checking = { work, signal };
    if (fromFindings)
      return unlessTooLong(work('selectRestatements', { text: reply, findings }, signal), () => '');
    const checked = await checkWritten(reply, passages, evidence, checking, {
      findings: { principal: findings.principal, participants: findings.participants, parts: scope.parts },
    });
    omitted += checked.dropped;
    return checked.text;
  };

  let cause: Failure | undefined;
  await withTasks(limit.outer, async (start, stop) => {
    let failure: Failure | undefined = searched.failure;
    let results: Promise<StepResult<string>>[] = [];
    if (writer && !failure) {
      const outline = order.map((part) => ({ heading: texts.parts[part], level: 2 as const, pending: true }));
      const progress = await reportSections(outline, language, emit, evidence);
      results = runJobs(
        start,
        order.map((part) => () => write(part, stop)),
        attempt,
      );
      reportSectionEnds(results, progress, start, undefined, (at, text) =>
        sectionText(order[at] as DiscussionPart, text),
      );
      const [first] = await Promise.all(results.slice(0, 1));
      if (first && 'failure' in first) {
        const all = await Promise.all(results);
        if (all.every((each) => 'failure' in each || each.value === '')) {
          failure = first.failure;
          results = [];
        }
      }
    } else await emit(thinking(reviewMessages[language].quoting));

    const asQuoted = results.length === 0;
    const note = asQuoted
      ? [failure && fallbackNotice(failure, language), texts.quotedNote].filter(Boolean).join(' ')
      : reviewMessages[language].writtenNote(engineName(model));
    // A discussion has no methods section that could mention it.
    const invented = units.some(({ article }) => article.demonstration)
      ? [demonstrationNotice[language]]
      : [];
    await out.title(texts.title, [...invented, note, ...sourceNotes(found, language)].join('\n\n'));
    const said = new Set<string>();
    for (const [at, part] of order.entries()) {
      const result = asQuoted ? { value: '' } : await (results[at] as Promise<StepResult<string>>);
      if ('failure' in result) cause ??= result.failure;
      else {
        // The conclusion repeats what it sums up; no other section may repeat an earlier one.
        const written = part === 'conclusion' ? result.value : removeRepeatedSentences(result.value, said);
        await out.part({
          heading: texts.parts[part],
          level: 2,
          text: sectionText(part, written) || quotedText(part),
        });
      }
    }
  });
  await out.end();
  const { references } = citations;
  await emit({ event: 'references', data: { refs: references.map(referenceOf) } });
  await emitSupplements(request, evidence, references, {
    ...{ context, startedAt, clock, hash, text: text(), omitted, compared: [], cited: out.cited },
    engineName: engineName(model),
  });
  if (cause) throw cause.error;
}
