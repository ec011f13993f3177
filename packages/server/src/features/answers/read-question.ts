import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { invalidRequest, type ServiceError } from '@citewell/core/errors.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { AskRequest, AskStreamRequest, Language } from '@citewell/sdk';
import { readImage } from '../../http/body/image.ts';
import { readYears } from '../../http/body/read-years.ts';
import { describe, fieldSizeError, validationError } from '../../http/body/validate.ts';
import type { MeteredBody } from '../../http/calls/metered-route.ts';
import { maxReferencesDefault } from '../../http/schemas/fields.ts';
import type { Category } from '../../literature/query/category.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import type { Services } from '../services.ts';
import { askRequest } from './ask-schema.ts';
import { askStreamRequest, historyAllowed, isTooLong } from './ask-stream-schema.ts';
import { recentRounds } from './dialogue/recent-rounds.ts';

/** Maximum body of a question: its attachment shares it with the other fields, so that one at its limit needs `ask_stream`. */
const askMaxBytes = 2 * 1024 * 1024;

/** Parses the body of POST /ai/api/ask. */
export function askBody(services: Services): MeteredBody<typeof askRequest, AnswerRequest> {
  return {
    schema: askRequest,
    maxBytes: askMaxBytes,
    language: languageOfQuestion,
    read: (given) => readQuestion(given, services),
  };
}

/** Room for as many images as are accepted, of the maximum size in Base64, and the texts. */
export const askStreamMaxBytes = 28 * 1024 * 1024;

/** Parses the body of POST /ai/api/ask_stream. */
export function askStreamBody(services: Services): MeteredBody<typeof askStreamRequest, AnswerRequest> {
  return {
    schema: askStreamRequest,
    maxBytes: askStreamMaxBytes,
    precheck(body) {
      if (isTooLong((body as Partial<AskStreamRequest>).history))
        throw fieldSizeError('history', historyAllowed);
    },
    language: languageOfQuestion,
    mode: modeOf,
    read: (given) => readQuestion(given, services),
  };
}

function modeOf({ mode = 'answer' }: AskStreamRequest): NonNullable<AskStreamRequest['mode']> {
  return mode;
}

function languageOfQuestion({ lang, question }: { lang?: Language; question: string }): Language {
  return lang ?? detectLanguage(question);
}

function readQuestion(
  body: AskRequest & Partial<AskStreamRequest>,
  { categories, model }: Services,
): AnswerRequest {
  return {
    question: body.question,
    language: body.lang,
    years: readYears(['date_from', body.date_from], ['date_to', body.date_to]),
    maxReferences: body.max_refs ?? maxReferencesDefault,
    category: readCategory(body.category_id, categories),
    ...(body.exclude_pmids && { excludedPmids: new Set(body.exclude_pmids) }),
    ...(body.full_text !== undefined && { fullText: body.full_text }),
    fileContent: body.file_content || undefined,
    history: recentRounds(body.history ?? []),
    include: body.include ?? [],
    images: readImages(body.images ?? [], model?.has('vision') ?? false),
  };
}

export function readCategory(
  id: string | undefined,
  categories: Services['categories'],
): Category | undefined {
  if (id === undefined) return undefined;
  const category = categories.get(id);
  if (category) return category;
  const ids = [...categories.keys()].join(', ');
  const allowed: LocalizedMessage = { en: `one of: ${ids}`, zh: `下列之一：${ids}` };
  throw validationError('category_id', allowed, describe(id));
}

function readImages(images: string[], vision: boolean): AnswerRequest['images'] {
  const read = images.map((image, index) => readImage(image, `images[${index}]`));
  if (read.length > 0 && !vision) throw needsVision('images');
  return read;
}

/** Rejects images with 400 if no model can read them. */
export function needsVision(field: string): ServiceError {
  return invalidRequest(
    {
      en: `Images are not supported here: no vision model is configured (CITEWELL_LLM_VISION_MODEL). Omit "${field}".`,
      zh: `此服务未配置视觉模型（CITEWELL_LLM_VISION_MODEL），无法查看图片。请省略 "${field}"。`,
    },
    field,
  );
}
