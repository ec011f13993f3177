import type { Language } from '@citewell/sdk';
import { type Engine, EngineError } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import { selectAttachmentPassages } from '../evidence/attachment.ts';
import { CitationWriter } from '../evidence/citation-writer.ts';
import { referenceOf } from '../evidence/passage.ts';
import { detectLanguage } from '../text/language.ts';
import type { AnswerDependencies, AnswerRequest, CallContext } from './context.ts';
import { chunk, thinking } from './events.ts';
import { gatherEvidence, unreached } from './gather-evidence.ts';
import { messages } from './messages.ts';
import { startPlan } from './plan.ts';
import { writeCited } from './write-cited.ts';

/**
 * An answer whose every citation is a record: plan, retrieve, select, write, number, reference.
 * Throws ServiceError: upstream_unavailable where no source could be asked or the model broke off in mid-answer.
 */
export async function answer(
  request: AnswerRequest,
  dependencies: AnswerDependencies,
  context: CallContext,
): Promise<void> {
  const { emit } = context;
  const language = request.language ?? detectLanguage(request.question);
  const say = messages[language];
  await emit(thinking(say.reading));
  const plan = startPlan(request, language, dependencies, context);
  try {
    let imageDescription: string | undefined;
    if (request.images.length > 0) {
      await emit(thinking(say.lookingAtImages));
      imageDescription = await describeImages(request, language, dependencies.engine, context);
    }
    const evidence = await gatherEvidence(
      request,
      { language, plan, imageDescription },
      dependencies,
      context,
    );
    const attachment = request.fileContent
      ? await selectAttachmentPassages(request.fileContent, evidence.query, context.signal)
      : [];
    const unavailable = unreached(evidence, dependencies.literature).map((source) => say.sources[source]);

    const citations = new CitationWriter(evidence.passages);
    if (evidence.passages.length > 0 || attachment.length > 0 || imageDescription) {
      const { passages } = evidence;
      await emit(thinking(say.writing(new Set(passages.map(({ article }) => article.pmid)).size)));
      const { question, history } = request;
      const input = {
        question,
        history,
        language,
        passages,
        attachment,
        ...(imageDescription && { imageDescription }),
      };
      await writeCited(input, citations, say, dependencies, context);
    } else {
      const { query, searched } = evidence;
      const hasTopic = query.facets.length > 0 || query.pmids.length > 0 || query.dois.length > 0;
      const notAsked = evidence.notAsked.map((source) => say.sources[source]);
      await emit(chunk(hasTopic ? say.nothingFound(searched, query.years, notAsked) : say.noTopic));
    }
    if (unavailable.length > 0) await emit(chunk(`\n\n${say.unavailable(unavailable)}`));
    await emit({ event: 'references', data: { refs: citations.references.map(referenceOf) } });
    await plan.result;
  } finally {
    // An answer that ended early needs no plan; its step is journalled before the call is settled.
    await plan.cancel();
  }
}

async function describeImages(
  { question, images }: AnswerRequest,
  language: Language,
  engine: Engine,
  context: CallContext,
): Promise<string> {
  try {
    return await engine.describeImages({ question, language, images }, context);
  } catch (error) {
    if (error instanceof EngineError) throw new ServiceError('upstream_unavailable', { cause: error });
    throw error;
  }
}
