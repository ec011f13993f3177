import { readFileSync } from 'node:fs';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import { demonstrationMark } from '@citewell/core/records/demonstration.ts';
import type { CiteRecord } from '@citewell/sdk/bibliography';
import { type Language, sourceNames } from '@citewell/sdk/protocol';
import { z } from 'zod';
import type { Services } from '../features/services.ts';
import { tryParseJson } from '../platform/text/parse-json.ts';
import { type RankedSearch, searchRanked } from '../retrieval/search-ranked.ts';
import { jsonLine } from './accounts/with-administration.ts';
import { type LoadServices, loadServices, longestQuestion } from './ask.ts';
import { interruptedExitCode } from './interrupted.ts';
import { type CliIo, printError, terminalLanguage } from './io.ts';
import { readCount, readOneOf, readOptions, usage } from './options.ts';
import { readOutput, withLongNames, writeOutput } from './reply-output.ts';

type RankedArticle = RankedSearch['articles'][number];
type Question = { id?: string | number; question: string };

const questionSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  question: z.string().trim().min(1).max(longestQuestion),
});

/**
 * `citewell search`: lists the ranked records for an answer, from the local library unless other sources are named. 1
 * if a source failed or did not return all its results.
 */
export async function searchCommand(
  argv: readonly string[],
  io: CliIo,
  load: LoadServices = loadServices,
): Promise<number> {
  const { questions, limit, sources, json, output } = readWish(argv);
  const language = terminalLanguage(io.environment);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const services = await load(io.environment);
  try {
    const literature = chosen(services, sources);
    const missed = new Set<string>();
    const incomplete = new Set<string>();
    const records = new Map<string, CiteRecord>();
    for (const [place, { id, question }] of questions.entries()) {
      const wish = { question, limit, requestId: `search-${place + 1}` };
      const { articles, unavailable, shortfalls } = await searchRanked(
        wish,
        { ...services, literature },
        interruption.signal,
      );
      for (const source of unavailable) missed.add(source);
      for (const { source } of shortfalls) incomplete.add(source);
      if (output.form) {
        for (const { article } of articles) records.set(article.pmid, toBibliographicRecord(article));
        continue;
      }
      await io.write(
        json
          ? jsonLine({ ...(id !== undefined && { id }), articles: articles.map(toJson) })
          : table(id, articles, language),
      );
    }
    const { form, file } = output;
    if (form) await writeOutput({ form, file }, { records: () => [...records.values()] }, io);
    for (const source of missed)
      printError(io, { en: `${source} could not be searched.`, zh: `无法查询 ${source}。` });
    for (const source of incomplete)
      printError(io, {
        en: `${source} did not return everything it found.`,
        zh: `${source} 未给出检出的全部内容。`,
      });
    return missed.size + incomplete.size > 0 ? 1 : 0;
  } catch (error) {
    if (interruption.signal.aborted) return interruptedExitCode;
    throw error;
  } finally {
    stopListening();
    await services.close();
  }
}

function readWish(argv: readonly string[]) {
  const isList = argv.some((argument) => /^--questions(?:=|$)/.test(argument));
  const { parameters, values, flags } = readOptions(withLongNames(argv), {
    values: ['limit', 'sources', 'format', 'output', ...(isList ? (['questions'] as const) : [])],
    flags: ['json'],
    parameters: isList ? [] : ['QUESTION'],
  });
  const limit = readCount('--limit', values.limit ?? '10', 1, 100);
  const sources = (values.sources ?? 'library')
    .split(',')
    .map((name) => readOneOf('--sources', name.trim(), sourceNames));
  const questions: Question[] = isList
    ? readQuestions(values.questions ?? '')
    : [{ question: parameters.QUESTION }];
  if ([...(questions[0]?.question ?? '')].length > longestQuestion)
    throw usage(
      `the question is longer than ${longestQuestion} characters`,
      `问题超过 ${longestQuestion} 个字符`,
    );
  const output = readOutput(values, 'records');
  return { questions, limit, sources, json: flags.has('json'), output };
}

/** Parses lines of {id, question}; errors are reported before anything is searched. */
function readQuestions(path: string): Question[] {
  let text: string;
  try {
    // Some editors write a byte order mark, which is not JSON.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usage(`"${path}" cannot be read (${code})`, `无法读取 "${path}"（${code}）`);
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = questionSchema.safeParse(tryParseJson(line));
    if (parsed.success)
      return [
        { question: parsed.data.question, ...(parsed.data.id !== undefined && { id: parsed.data.id }) },
      ];
    throw usage(
      `line ${index + 1} of "${path}" is not {"id": …, "question": "…"}`,
      `"${path}" 第 ${index + 1} 行不是 {"id": …, "question": "…"}`,
    );
  });
}

function chosen({ literature }: Services, sources: readonly string[]): Services['literature'] {
  const remote = literature.remote.filter(({ source }) => sources.includes(source));
  const library = sources.includes('library') ? literature.library : undefined;
  if (remote.length + (library ? 1 : 0) < new Set(sources).size)
    throw usage(
      '--sources names a source that is not enabled in CITEWELL_SOURCES',
      '--sources 中有 CITEWELL_SOURCES 未启用的来源',
    );
  return { remote, library };
}

function toJson({ article: { pmid, title, year, demonstration }, score }: RankedArticle) {
  return { pmid, score, title, year, ...(demonstration && { demonstration }) };
}

function table(
  id: string | number | undefined,
  articles: readonly RankedArticle[],
  language: Language,
): string {
  const lines = articles.map(
    ({ article, score }, index) =>
      `${index + 1}. ${score.toFixed(3)}  ${article.pmid}  ${article.year}  ${article.demonstration ? `[${demonstrationMark[language]}] ` : ''}${article.title}\n`,
  );
  return `${id === undefined ? '' : `${id}\n`}${lines.join('')}`;
}
