import { randomUUID } from 'node:crypto';
import { demonstrationMark } from '@citewell/core/records/demonstration.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { AskResponse, Reference } from '@citewell/sdk';
import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import { countingMeter } from '../accounting/meter.ts';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { answer } from '../features/answers/answer.ts';
import { answerDocument, answerDocumentSupplements } from '../features/answers/answer-forms.ts';
import { collectAnswer } from '../features/answers/collect-answer.ts';
import type { Services } from '../features/services.ts';
import { maxReferencesDefault, maxReferencesLimit } from '../http/schemas/fields.ts';
import type { AnswerRequest } from '../pipeline/context.ts';
import type { Emit, PipelineEvent } from '../pipeline/events.ts';
import { readConfig } from '../platform/config.ts';
import { interruptedExitCode } from './interrupted.ts';
import type { CliIo } from './io.ts';
import { readCount, readOptions, usage } from './options.ts';
import { readAttachment } from './read-attachment.ts';
import { type Output, readOutput, withLongNames, writeOutput } from './reply-output.ts';

export type LoadServices = (environment: CliIo['environment']) => Promise<Services>;

/** Engines are loaded only when a question is asked: other commands start without them. */
export const loadServices: LoadServices = async (environment) => {
  const { buildServices } = await import('../app/services.ts');
  return buildServices(readConfig(environment));
};

export const longestQuestion = 4_000;

/** `citewell ask "…"`: runs the pipeline of POST /ai/api/ask in this process, not billed. */
export async function askCommand(
  argv: readonly string[],
  io: CliIo,
  load: LoadServices = loadServices,
): Promise<number> {
  const { request, json, stream, output } = readQuestion(argv);
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
    const run = (to: { emit: Emit; isCollected?: boolean }) =>
      answer(request, services, { ...context, ...to });
    if (stream) await run({ emit: eventPrinter(json, io) });
    else await give(await collectAnswer(run), { ...output, json }, request, io);
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return interruptedExitCode;
    throw error;
  } finally {
    stopListening();
    await services.close();
  }
}

/** Prints the answer, or writes it in the requested format. */
async function give(
  response: AskResponse,
  { form, file, json }: Output & { json: boolean },
  { question, language = detectLanguage(question) }: AnswerRequest,
  io: CliIo,
): Promise<void> {
  if (!form) {
    printAnswer(response, json, io);
    return;
  }
  const { references, bibliography = references } = response;
  const content = {
    json: () => response,
    document: () => ({ ...answerDocument(response), language }),
    records: () => bibliography,
  };
  await writeOutput({ form, file }, content, io);
}

function readQuestion(argv: readonly string[]) {
  const { parameters, values, flags } = readOptions(withLongNames(argv), {
    values: ['output', 'format', 'lang', 'max-refs', 'from', 'to', 'attach'],
    flags: ['json', 'stream', 'no-full-text'],
    parameters: ['QUESTION'],
  });
  const question = parameters.QUESTION;
  if ([...question].length > longestQuestion)
    throw usage(
      `the question is longer than ${longestQuestion.toLocaleString('en-US')} characters`,
      `问题超过 ${longestQuestion.toLocaleString('en-US')} 个字符`,
    );
  const { lang, from, to } = values;
  if (lang !== undefined && lang !== 'zh' && lang !== 'en')
    throw usage(`--lang is "${lang}": give zh or en`, `--lang 的值为 "${lang}"：只能是 zh 或 en`);
  const years = {
    ...(from === undefined ? {} : { from: readYear('--from', from) }),
    ...(to === undefined ? {} : { to: readYear('--to', to) }),
  };
  if (years.from !== undefined && years.to !== undefined && years.from > years.to)
    throw usage(
      `--from ${years.from} is after --to ${years.to}`,
      `--from ${years.from} 晚于 --to ${years.to}`,
    );
  const output = readOutput(values, 'documents');
  if (output.form && flags.has('stream'))
    throw usage('--stream cannot be combined with --format or -o', '--stream 不能与 --format 或 -o 同用');
  const request: AnswerRequest = {
    question,
    language: lang,
    years,
    maxReferences: readCount(
      '--max-refs',
      values['max-refs'] ?? `${maxReferencesDefault}`,
      1,
      maxReferencesLimit,
    ),
    category: undefined,
    fullText: !flags.has('no-full-text'),
    fileContent: values.attach === undefined ? undefined : readAttachment(values.attach),
    include: output.form ? answerDocumentSupplements : [],
    history: [],
    images: [],
  };
  return { request, output, json: flags.has('json'), stream: flags.has('stream') };
}

export function readYear(name: string, text: string): number {
  if (/^[1-9]\d{3}$/.test(text)) return Number(text);
  throw usage(
    `${name} is "${text}": give a year of four digits`,
    `${name} 的值为 "${text}"：请给出四位数的年份`,
  );
}

function printAnswer(response: AskResponse, json: boolean, io: CliIo): void {
  if (json) io.out(`${JSON.stringify(response)}\n`);
  else io.out(`${response.answer.trimEnd()}\n${referenceList(response.references)}`);
}

/**
 * Prints events as JSON, one per line. For people, progress goes to standard error and only the answer to standard
 * output.
 */
function eventPrinter(json: boolean, io: CliIo): Emit {
  return (event) => {
    if (json) io.out(`${JSON.stringify(event)}\n`);
    else if (event.event === 'answer_chunk') io.out(event.data.text);
    else if (event.event === 'references') io.out(`\n${referenceList(event.data.refs)}`);
    else if (isProgress(event)) io.err(`${progressLine(event)}\n`);
    return undefined;
  };
}

type Progress = Extract<PipelineEvent, { event: 'thinking' | 'tool_call' | 'tool_result' }>;

export function isProgress(event: PipelineEvent): event is Progress {
  return event.event === 'thinking' || event.event === 'tool_call' || event.event === 'tool_result';
}

export function progressLine({ event, data }: Progress): string {
  switch (event) {
    case 'thinking':
      return `· ${data.message}`;
    case 'tool_call':
      return `→ ${data.tool} ${JSON.stringify(data.input)}`;
    case 'tool_result':
      return `← ${data.tool} ${data.unavailable ? '×' : `${data.items.length} / ${data.total}`}`;
  }
}

/** Formats "[1] Authors. Title. Journal. Year. PMID: 1" in Vancouver order, omitting unknown fields. */
function referenceList(references: readonly Reference[]): string {
  return references
    .map(({ authors, title, journal, year, pmid, demonstration }, index) => {
      const parts = [authors, title, journal, year].filter(Boolean).map((part) => part.replace(/\.$/, ''));
      const number = demonstration
        ? `${demonstrationMark.en} (${demonstrationMark.zh}) ${pmid}`
        : `PMID: ${pmid}`;
      return `\n${renderCitationMarker(index + 1)} ${parts.join('. ')}. ${number}`;
    })
    .join('')
    .concat(references.length > 0 ? '\n' : '');
}
