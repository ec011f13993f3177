import { randomUUID } from 'node:crypto';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { countingMeter } from '../accounting/meter.ts';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { toMarkdown } from '../documents/markdown.ts';
import { reviewReferencesDefault } from '../features/reviews/expert-schema.ts';
import type { ReviewRequest } from '../features/reviews/gathering/request.ts';
import { readTopic } from '../features/reviews/read-topic.ts';
import {
  reviewDocument,
  reviewDocumentSupplements,
  reviewRecords,
} from '../features/reviews/review-forms.ts';
import { collectReview } from '../features/reviews/writing/collect-review.ts';
import { review } from '../features/reviews/writing/review.ts';
import { maxReferencesLimit } from '../http/schemas/fields.ts';
import type { Emit } from '../pipeline/events.ts';
import {
  isProgress,
  type LoadServices,
  loadServices,
  longestQuestion,
  progressLine,
  readYear,
} from './ask.ts';
import { interruptedExitCode } from './interrupted.ts';
import type { CliIo } from './io.ts';
import { readCount, readOneOf, readOptions, usage } from './options.ts';
import { readOutput, withLongNames, writeOutput } from './reply-output.ts';

/**
 * `citewell review "…" -o review.docx`: runs the pipeline of POST /ai/api/expert in this process, not billed. A review
 * that ended early is written as far as it is finished, with exit code 1.
 */
export async function reviewCommand(
  argv: readonly string[],
  io: CliIo,
  load: LoadServices = loadServices,
): Promise<number> {
  const { request, output, json } = readReview(argv);
  const language = request.language ?? detectLanguage(request.question);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const services = await load(io.environment);
  try {
    const context = {
      requestId: randomUUID(),
      signal: interruption.signal,
      meter: countingMeter(),
      work: inlineWork,
    };
    const { review: made, endedBy } = await collectReview((emit) => {
      const emitProgress: Emit = (event) => {
        if (isProgress(event)) io.err(`${progressLine(event)}\n`);
        return emit(event);
      };
      return review(request, services, { ...context, emit: emitProgress });
    }, language);
    const { form, file } = output;
    if (form) {
      const content = {
        json: () => made,
        document: () => ({ ...reviewDocument(made), language }),
        records: () => reviewRecords(made),
      };
      await writeOutput({ form, file }, content, io);
    } else
      await io.write(json ? `${JSON.stringify(made)}\n` : toMarkdown({ ...reviewDocument(made), language }));
    if (endedBy) io.err(`${endedBy.body(language).error}\n`);
    return endedBy ? 1 : 0;
  } catch (error) {
    if (interruption.signal.aborted) return interruptedExitCode;
    throw error;
  } finally {
    stopListening();
    await services.close();
  }
}

function readReview(argv: readonly string[]) {
  const { parameters, values, flags } = readOptions(withLongNames(argv), {
    values: ['output', 'format', 'lang', 'max-refs', 'from', 'to'],
    flags: ['json', 'no-full-text', 'screening'],
    parameters: ['TOPIC'],
  });
  const question = parameters.TOPIC;
  if ([...question].length > longestQuestion)
    throw usage(
      `the topic is longer than ${longestQuestion.toLocaleString('en-US')} characters`,
      `主题超过 ${longestQuestion.toLocaleString('en-US')} 个字符`,
    );
  const { lang, from, to } = values;
  const output = readOutput(values, 'documents');
  const years = {
    ...(from === undefined ? {} : { from: readYear('--from', from) }),
    ...(to === undefined ? {} : { to: readYear('--to', to) }),
  };
  if (years.from !== undefined && years.to !== undefined && years.from > years.to)
    throw usage(
      `--from ${years.from} is after --to ${years.to}`,
      `--from ${years.from} 晚于 --to ${years.to}`,
    );
  const request: ReviewRequest = {
    question: readTopic(question),
    language: lang === undefined ? undefined : readOneOf('--lang', lang, ['zh', 'en'] as const),
    years,
    maxReferences: readCount(
      '--max-refs',
      values['max-refs'] ?? `${reviewReferencesDefault}`,
      1,
      maxReferencesLimit,
    ),
    category: undefined,
    fullText: !flags.has('no-full-text'),
    // JSON for programs is the endpoint's default reply.
    include: [
      ...(flags.has('json') && !output.form ? [] : reviewDocumentSupplements),
      ...(flags.has('screening') ? (['screening'] as const) : []),
    ],
  };
  return { request, output, json: flags.has('json') };
}
