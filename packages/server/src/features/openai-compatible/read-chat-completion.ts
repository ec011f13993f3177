import { invalidRequest } from '@citewell/core/errors.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { imagesMax, type Language } from '@citewell/sdk';
import { z } from 'zod';
import { readImage } from '../../http/body/image.ts';
import { readYears } from '../../http/body/read-years.ts';
import { validate, validationError } from '../../http/body/validate.ts';
import type { MeteredBody } from '../../http/calls/metered-route.ts';
import { maxReferencesDefault } from '../../http/schemas/fields.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { askRequest } from '../answers/ask-schema.ts';
import { askStreamMaxBytes, needsVision, readCategory } from '../answers/read-question.ts';
import type { CitationCheck } from '../citation-checks/check-citation.ts';
import { factcheckRequest } from '../citation-checks/factcheck-schema.ts';
import { reviewReferencesDefault } from '../reviews/expert-schema.ts';
import type { ReviewRequest } from '../reviews/gathering/request.ts';
import { readTopic } from '../reviews/read-topic.ts';
import type { Services } from '../services.ts';
import { type ChatCompletionRequest, chatCompletionRequest } from './chat-completion-schema.ts';
import { isClientTask } from './client-prompts.ts';
import type { ModelId } from './models.ts';
import { readCitation } from './read-citation.ts';
import { type Conversation, questionOf, readConversation } from './read-conversation.ts';
import { readFileParts, readText } from './read-file-part.ts';

/** Request of a chat in the form that the pipeline of its model takes. */
export type Asked =
  | { kind: 'answer'; request: AnswerRequest }
  | { kind: 'review'; request: ReviewRequest }
  | { kind: 'check'; request: CitationCheck }
  /** Request for a title or tags of the dialogue, which gets the fixed reply. */
  | { kind: 'client-task' };

export type ChatCall = {
  model: ModelId;
  asked: Asked;
  language: Language;
  stream: boolean;
  /** Indicates that the stream ends with the usage. */
  includeUsage: boolean;
};

/** Characters of a question used to detect its language. */
const languageReadMax = 4_000;

/** Parses the body of POST /v1/chat/completions. */
export function chatCompletionBody(services: Services): MeteredBody<typeof chatCompletionRequest, ChatCall> {
  return {
    schema: chatCompletionRequest,
    // Clients send the images of earlier messages again; they are not read.
    maxBytes: askStreamMaxBytes,
    language: languageOf,
    mode: () => 'chat_completions',
    read: (given) => ({
      model: given.model,
      asked: readAsked(given, readConversation(given.messages), services),
      language: languageOf(given),
      stream: given.stream ?? false,
      includeUsage: given.stream_options?.include_usage ?? false,
    }),
  };
}

/** Returns the language of the reply; that of a check is its sentence's. */
export function languageOf({
  model,
  lang,
  messages,
}: Pick<ChatCompletionRequest, 'model' | 'lang' | 'messages'>): Language {
  if (lang && model !== 'citewell-check') return lang;
  return detectLanguage(questionOf(messages).slice(0, languageReadMax));
}

/** Model and options of a request, in whatever protocol it arrived. */
type Options = Pick<
  ChatCompletionRequest,
  'model' | 'lang' | 'date_from' | 'date_to' | 'max_refs' | 'category_id' | 'exclude_pmids' | 'full_text'
>;

/**
 * Reads a conversation as the request of its model's pipeline.
 * @throws {ServiceError} 400 `invalid_request` or 413, naming the field.
 */
export function readAsked(given: Options, conversation: Conversation, services: Services): Asked {
  if (isClientTask(conversation.question, conversation.system)) return { kind: 'client-task' };
  switch (given.model) {
    case 'citewell':
      return { kind: 'answer', request: readAnswer(given, conversation, services) };
    case 'citewell-review':
      return { kind: 'review', request: readReview(given, conversation, services) };
    case 'citewell-check':
      return { kind: 'check', request: readCheck(conversation) };
  }
}

function readAnswer(
  given: Options,
  { question, field, history, images, files, context }: Conversation,
  { categories, model }: Services,
): AnswerRequest {
  if (images.length > imagesMax)
    throw validationError(
      field,
      { en: `content with at most ${imagesMax} images`, zh: `最多包含 ${imagesMax} 张图片的内容` },
      { en: `${images.length} images`, zh: `${images.length} 张` },
    );
  const seen = images.map(({ value, field }) => readImage(value, field));
  if (images[0] && !model?.has('vision')) throw needsVision(images[0].field);
  const texts = [...context.map(({ value, field }) => readText(value, field)), ...readFileParts(files)];
  return {
    question: readTopic(readField(field, askRequest.shape.question, question), field),
    ...optionsOf(given, categories),
    maxReferences: given.max_refs ?? maxReferencesDefault,
    fileContent: texts.length > 0 ? readText(texts.join('\n\n'), field) || undefined : undefined,
    history,
    include: [],
    images: seen,
  };
}

function readReview(given: Options, conversation: Conversation, { categories }: Services): ReviewRequest {
  rejectAttachments(conversation);
  const { field, question } = conversation;
  return {
    question: readField(field, askRequest.shape.question, question),
    ...optionsOf(given, categories),
    maxReferences: given.max_refs ?? reviewReferencesDefault,
    include: [],
  };
}

function readCheck(conversation: Conversation): CitationCheck {
  rejectAttachments(conversation);
  const { field } = conversation;
  // Checked before searching it for a PMID: text that is too long is rejected unread.
  const question = readField(field, askRequest.shape.question, conversation.question);
  const { sentence, pmid } = readCitation(question, field);
  return {
    sentence: readField(field, factcheckRequest.shape.sentence, sentence),
    pmid: readField(field, factcheckRequest.shape.pmid, pmid) as Pmid,
    abstract: undefined,
    fullText: true,
    verification: true,
  };
}

function optionsOf(given: Options, categories: Services['categories']) {
  return {
    language: given.lang,
    years: readYears(['date_from', given.date_from], ['date_to', given.date_to]),
    category: readCategory(given.category_id, categories),
    ...(given.exclude_pmids && { excludedPmids: new Set(given.exclude_pmids) }),
    ...(given.full_text !== undefined && { fullText: given.full_text }),
  };
}

/** Reviews and checks reject files and images, which would otherwise be silently ignored. */
function rejectAttachments({ images, files, context }: Conversation): void {
  const [attached] = [...images, ...files, ...context];
  if (!attached) return;
  const { field } = attached;
  throw invalidRequest(
    {
      en: `"${field}" must be text: this model reads no images or files; the model "citewell" does.`,
      zh: `"${field}" 应为文本：此模型不读取图片和文件，请改用模型 "citewell"。`,
    },
    field,
  );
}

function readField<Schema extends z.ZodType>(field: string, schema: Schema, value: string): z.output<Schema> {
  const given = validate(z.object({ [field]: schema }), { [field]: value });
  return given[field] as z.output<Schema>;
}
