import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language, ReviewResponse } from '@citewell/sdk';
import { countingMeter } from '../accounting/meter.ts';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { toDocx } from '../documents/docx.ts';
import { toHtml } from '../documents/html.ts';
import { toMarkdown } from '../documents/markdown.ts';
import type { ReviewRequest } from '../features/reviews/gathering/request.ts';
import { withFigures } from '../features/reviews/review-form.ts';
import { collectReview } from '../features/reviews/writing/collect-review.ts';
import { review } from '../features/reviews/writing/review.ts';
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
import { type CliIo, printMessage } from './io.ts';
import { readCount, readOneOf, readOptions, usage } from './options.ts';

type Forms = Record<string, (review: ReviewResponse, language: Language) => string | Buffer>;

/** Formats by the file's extension. */
const forms: Forms = {
  docx: (made, language) => toDocx({ ...made, language }),
  md: (made, language) => toMarkdown({ ...made, language }),
  html: (made, language) => toHtml({ ...made, language }),
  json: (made) => `${JSON.stringify(made, null, 2)}\n`,
};

/**
 * `citewell review "…" -o review.docx`: the same pipeline as POST /ai/api/expert, in this process, not billed. Of a
 * review that ended early what is finished is written, and the exit code is 1.
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
      const told: Emit = (event) => {
        if (isProgress(event)) io.err(`${progressLine(event)}\n`);
        return emit(event);
      };
      return review(request, services, { ...context, emit: told });
    }, language);
    if (output) {
      await writeFile(output.file, output.form(made, language));
      printMessage(io, { en: `Written to ${output.file}.`, zh: `已写入 ${output.file}。` });
    } else await io.write(json ? `${JSON.stringify(made)}\n` : toMarkdown({ ...made, language }));
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
  const long = argv.map((argument) => (argument === '-o' ? '--output' : argument));
  const { parameters, values, flags } = readOptions(long, {
    values: ['output', 'lang', 'max-refs', 'from', 'to'],
    flags: ['json', 'no-full-text'],
    parameters: ['TOPIC'],
  });
  const question = parameters.TOPIC;
  if ([...question].length > longestQuestion)
    throw usage(
      `the topic is longer than ${longestQuestion.toLocaleString('en-US')} characters`,
      `主题超过 ${longestQuestion.toLocaleString('en-US')} 个字符`,
    );
  const { lang, from, to, output } = values;
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
    question,
    language: lang === undefined ? undefined : readOneOf('--lang', lang, ['zh', 'en'] as const),
    years,
    maxReferences: readCount('--max-refs', values['max-refs'] ?? '20', 1, 30),
    category: undefined,
    fullText: !flags.has('no-full-text'),
    include: output === undefined ? [] : withFigures([]),
  };
  return { request, output: output === undefined ? undefined : readOutput(output), json: flags.has('json') };
}

function readOutput(file: string) {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const form = Object.hasOwn(forms, ending) ? forms[ending] : undefined;
  if (form) {
    // Before anything is searched: a review costs minutes and tokens.
    try {
      accessSync(dirname(file), constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw usage(
        `-o is "${file}": it cannot be written (${code})`,
        `-o 的值为 "${file}"：无法写入（${code}）`,
      );
    }
    return { file, form };
  }
  const known = Object.keys(forms).map((each) => `.${each}`);
  throw usage(
    `-o is "${file}": the file extension must be one of ${known.join(', ')}`,
    `-o 的值为 "${file}"：文件扩展名须为 ${known.join('、')} 之一`,
  );
}
