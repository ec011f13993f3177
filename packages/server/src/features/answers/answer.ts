import { createHash } from 'node:crypto';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import { demonstrationNotice } from '@citewell/core/records/demonstration.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import { citableOf, referenceOf } from '../../literature/ranking/passage.ts';
import { engineName, type Model } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../../pipeline/context.ts';
import { chunk, type Emit, thinking } from '../../pipeline/events.ts';
import { type Evidence, gatherEvidence } from '../../retrieval/gather-evidence.ts';
import { sourceNotes } from '../../retrieval/progress-messages.ts';
import { failedSources } from '../../retrieval/retrieval-result.ts';
import { isIncomplete } from '../../retrieval/shortfall.ts';
import { type PendingPlan, startPlan } from '../../retrieval/start-plan.ts';
import { type AnswerMessages, answerMessages } from './answer-messages.ts';
import { asksForSummary, isReadableAttachment } from './attachment.ts';
import { continueDialogue } from './dialogue/continue-dialogue.ts';
import { removeRejected } from './dialogue/follow-up.ts';
import { makeRunRecord } from './make-run-record.ts';
import type { WriteInput } from './model/answer-prompt.ts';
import { imageTask } from './model/answer-tasks.ts';
import { answerOutOfScope } from './scope/answer-out-of-scope.ts';
import { withReading } from './verification/verified-sentence.ts';
import { VerifiedCitations } from './verification/verify-answer.ts';
import { writeCited } from './write-cited.ts';

/**
 * Answers a question with citations that are all records: plan, retrieve, select, write, number, check, reference.
 *
 * @throws ServiceError `upstream_unavailable` if no source could be searched or the model failed after text was sent.
 */
export async function answer(
  asked: AnswerRequest,
  dependencies: AnswerDependencies,
  given: PipelineContext,
): Promise<void> {
  const request = { ...asked, history: removeRejected(asked.history) };
  const text = request.include.includes('run') ? createHash('sha256') : undefined;
  const context = text ? { ...given, emit: hashAnswerText(given.emit, text) } : given;
  const { emit } = context;
  if (await answerOutOfScope(request, dependencies, context)) return;
  const startedAt = dependencies.clock.now();
  const language = request.language ?? detectLanguage(request.question);
  const texts = answerMessages[language];
  await emit(thinking(texts.reading));
  const plan = startPlan(withBeginning(request), language, dependencies, context);
  try {
    const { input, cite, model, ending } = await beginAnswer(
      request,
      { language, plan },
      dependencies,
      context,
    );
    const citations = input && (await writeCited(input, cite, texts, { ...dependencies, model }, context));
    for (const note of ending.notes) await emit(chunk(`\n\n${note}`));
    const { references, fullTextUsed, verification } = citations ?? cite();
    await emit({ event: 'references', data: { refs: references.map(referenceOf) } });
    if (request.include.includes('trust'))
      await emit({
        event: 'trust',
        data: {
          cards: references.flatMap(({ pmid }) => {
            const card = ending.trust.get(pmid);
            return card ? withReading(card, ending.readings.get(pmid), fullTextUsed.get(pmid)) : [];
          }),
        },
      });
    if (request.include.includes('bibliography'))
      await emit({
        event: 'bibliography',
        data: { records: references.flatMap(({ pmid }) => ending.bibliography.get(pmid) ?? []) },
      });
    if (text && ending.recorded)
      await emit({
        event: 'run',
        data: makeRunRecord(request, ending.recorded, {
          requestId: context.requestId,
          language,
          startedAt,
          finishedAt: dependencies.clock.now(),
          engine: engineName(dependencies.model),
          cited: references.length,
          answerSha256: text.digest('hex'),
        }),
      });
    if (request.include.includes('verification')) await emit({ event: 'verification', data: verification });
    await plan.result;
  } finally {
    // An answer that ended early needs no plan, but the step must be recorded before the call is settled.
    await plan.cancel();
  }
}

/** Text of an answer that has begun, and all of its evidence that is still needed: a text may be written for a minute. */
type BegunAnswer = {
  /** Input of the writer; undefined if the whole text was sent. */
  input: WriteInput | undefined;
  /** Creates the sink for the text. */
  cite: () => VerifiedCitations;
  /** Model that writes it; undefined if the evidence is quoted. */
  model: Model | undefined;
  ending: AnswerEnding;
};

/** Evidence for what follows the text; `recorded` is set if the run is recorded. */
type AnswerEnding = Pick<Evidence, 'trust' | 'bibliography' | 'readings'> & {
  notes: string[];
  recorded: Evidence | undefined;
};

/** Gathers the evidence, and sends what precedes the written text, or the whole text if there is nothing to write about. */
async function beginAnswer(
  request: AnswerRequest,
  { language, plan }: { language: Language; plan: PendingPlan },
  dependencies: AnswerDependencies,
  context: PipelineContext,
): Promise<BegunAnswer> {
  const { emit } = context;
  const texts = answerMessages[language];
  // A model sees the dialogue; without one, the same sentences would only be quoted again.
  const isQuoting = dependencies.model === undefined;
  let imageDescription: string | undefined;
  if (request.images.length > 0) {
    await emit(thinking(texts.readingImages));
    imageDescription = await describeImages(request, language, dependencies, context);
  }
  const found = await gatherEvidence(
    request,
    { language, plan, imageDescription, isForModel: !isQuoting },
    dependencies,
    context,
  );
  const isReadable = request.fileContent !== undefined && isReadableAttachment(request.fileContent);
  const attachment =
    request.fileContent && isReadable
      ? await context.work(
          'selectAttachmentPassages',
          {
            content: request.fileContent,
            facets: found.query.facets,
            isSummary: asksForSummary(request.question),
          },
          context.signal,
        )
      : [];
  if (request.fileContent && !isReadable) await emit(chunk(`${texts.attachmentUnreadable}\n\n`));
  if (request.fileContent && isReadable)
    await emit(thinking(texts.attachmentRead(attachment.length, request.fileContent.length)));

  const { evidence, followed } =
    isQuoting && request.history.length > 0
      ? await continueDialogue(request, found, language, dependencies, context)
      : { evidence: found, followed: undefined };
  const passages = followed ? (followed.kind === 'passages' ? followed.passages : []) : evidence.passages;
  const areImagesUnread = request.images.length > 0 && imageDescription === undefined;
  const isWritten = passages.length > 0 || attachment.length > 0 || imageDescription !== undefined;
  const { verdict, corrections, retractedOnly } = evidence;
  if (isWritten) {
    const sources = citableOf(passages).map(referenceOf);
    await emit(thinking(texts.writing(sources.length), { sources }));
  }
  // Before anything else that is read, invented papers are said to be such.
  if (passages.some(({ article }) => article.demonstration))
    await emit(chunk(`${demonstrationNotice[language]}\n\n`));
  if (corrections.length > 0) await emit(chunk(`${texts.corrected(corrections)}\n\n`));
  if (areImagesUnread) await emit(chunk(`${texts.imagesNotRead}\n\n`));
  if (isWritten) {
    // What the caller attached is no record: that none was found is said as without it.
    if (passages.length === 0 && !followed) {
      const none = isQuoting ? nothingFound(evidence, texts) : lacking(evidence, texts).join('\n');
      if (none) await emit(chunk(`${none}\n\n`));
    }
    if (verdict.kind === 'apart') {
      if (retractedOnly.length > 0) await emit(chunk(`${texts.retractedOnly(retractedOnly)}\n\n`));
      await emit(chunk(texts.apart(verdict)));
    }
  } else if (followed && followed.kind !== 'passages') {
    if (followed.kind === 'unreported') await emit(chunk(texts.unreported(followed.named)));
    else if (followed.kind === 'repeats' && verdict.kind === 'apart')
      await emit(chunk(texts.apartAlone(verdict)));
    else await emit(chunk(texts[followed.kind]));
  } else {
    await emit(chunk(nothingFound(evidence, texts)));
  }
  const { question, history } = request;
  const { checkable, trust, bibliography, readings } = evidence;
  const unavailable = failedSources(evidence, dependencies.literature);
  const input = {
    ...{ question, history, language, passages, attachment },
    ...(imageDescription && { imageDescription }),
  };
  const sources = {
    ...{ question, readings, keep: request.include.includes('verification') },
    given: [...attachment.map(({ text }) => text), ...(imageDescription ? [imageDescription] : [])],
  };
  return {
    input: isWritten ? input : undefined,
    cite: citing(passages, checkable, sources, context),
    // A model would write around the gap between the nearest records and the question, and describe images that it has not
    // seen.
    model: verdict.kind !== 'apart' && !areImagesUnread ? dependencies.model : undefined,
    ending: {
      ...{ trust, bibliography, readings },
      notes: sourceNotes({ ...evidence, unavailable }, language),
      recorded: request.include.includes('run') ? { ...evidence, passages } : undefined,
    },
  };
}

/** Creates sinks for a text. A function of its own, so that they hold nothing else of the evidence. */
function citing(...sources: ConstructorParameters<typeof VerifiedCitations>): () => VerifiedCitations {
  return () => new VerifiedCitations(...sources);
}

/** Returns the reply to a question without a record: what is missing, and what was searched. */
function nothingFound(evidence: Evidence, texts: AnswerMessages): string {
  const { query, searched } = evidence;
  if (query.facets.length === 0 && query.pmids.length === 0 && query.dois.length === 0) return texts.noTopic;
  const notAsked = evidence.notAsked.map((source) => texts.sources[source]);
  return texts.nothingFound(searched, query, notAsked, isIncomplete(evidence), lacking(evidence, texts));
}

/** Returns what is missing: records on the subjects, or records that are not retracted. */
function lacking({ verdict, retractedOnly }: Evidence, texts: AnswerMessages): string[] {
  if (retractedOnly.length > 0) return [texts.retractedOnly(retractedOnly)];
  return verdict.kind === 'absent' ? [texts.absent(verdict.names)] : [];
}

/** Characters of an attachment that the planner reads with the question: usually its title and subject. */
const plannerReads = 600;

/**
 * Builds the planner's question: "this trial" refers to the beginning of the attachment, whose embedded instructions
 * are removed.
 */
function withBeginning({ question, history, fileContent }: AnswerRequest) {
  const beginning =
    fileContent &&
    maskInjectedInstructions(fileContent.slice(0, plannerReads).replace(/[\uD800-\uDBFF]$/, ''));
  return { question: beginning ? `${question}\n\n${beginning}` : question, history };
}

/** Forwards events and hashes the text of the answer. */
function hashAnswerText(emit: Emit, text: { update(part: string, encoding: 'utf8'): unknown }): Emit {
  return (event) => {
    if (event.event === 'answer_chunk') text.update(event.data.text, 'utf8');
    return emit(event);
  };
}

/** Returns undefined if the model fails; the question's own words are then searched. */
async function describeImages(
  { question, images }: AnswerRequest,
  language: Language,
  { model, log }: AnswerDependencies,
  context: PipelineContext,
): Promise<string | undefined> {
  try {
    return (await model?.reply(imageTask, { question, language, images }, context)) || undefined;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log('warn', 'engine_failed', {
      requestId: context.requestId,
      engine: engineName(model),
      failure: error.failure,
    });
    return undefined;
  }
}
