/**
 * `npm run eval -- SUBJECT` measures quality through the product's own code: retrieval, chinese, embeddings, evidence,
 * second-look, ablation, citation, review, topics, answer or answers; train-ranker, train-evidence, train-answer, train-order, train-lead, train-topics,
 * train-vectors, train-dictionary, count-words and list-descriptors produce the bundled data. Reads real questions and records from
 * ../shared/data, and says so if they are missing.
 * eval/README.md describes the options.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sharedOpenSearch } from '../packages/server/src/testing/library/opensearch/opensearch-server.ts';
import { sharedDataMissing } from '../packages/simulators/src/corpus.ts';
import { ablateRanker } from './ablation.ts';
import { evaluateAnswers, loadAnswerSet } from './answer.ts';
import { evaluateAnswersSet, loadAnswersRecords, readAnswersQuestions, tabulate } from './answers.ts';
import { evaluateChinese, publishedChinese } from './chinese.ts';
import { formatCitationReport } from './citation/print-report.ts';
import { evaluateCitations } from './citation/report.ts';
import { evaluateEmbeddings } from './embeddings/measure.ts';
import { startMiniLm } from './embeddings/minilm-server.ts';
import { evaluateEvidence } from './evidence.ts';
import { listDescriptors } from './mesh-descriptors.ts';
import { evaluatePrompts } from './prompt-evidence.ts';
import { evaluateRetrieval, publishedRetrieval } from './retrieval.ts';
import { evaluateReviews, loadReviewSet } from './review.ts';
import { evaluateReviewQuality, evaluateReviewSilence, failedGates, failedSilence } from './review-gates.ts';
import { effectTopics, reviewTopics, streamedTopics } from './review-topics.ts';
import { scriptedRerankers, startScriptedReranker } from './scripted-reranker.ts';
import { evaluateSecondLook } from './second-look.ts';
import { type FigureRow, formatTable } from './table.ts';
import { evaluateJudgedTopics, readJudgedTopics } from './topics/judged-topics.ts';
import { trainAnswer } from './training/train-answer.ts';
import { trainDictionary } from './training/train-dictionary.ts';
import { trainEvidence } from './training/train-evidence.ts';
import { trainLead } from './training/train-lead.ts';
import { trainOrder } from './training/train-order.ts';
import { trainRanker } from './training/train-ranker.ts';
import { trainTopics } from './training/train-topics.ts';
import { trainVectors } from './vectors/train-vectors.ts';
import { countWords, weighStems } from './word-frequencies.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string' },
    json: { type: 'string' },
    split: { type: 'string' },
    half: { type: 'string' },
    quick: { type: 'boolean', default: false },
    reranker: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    lay: { type: 'boolean', default: false },
    blind: { type: 'boolean', default: false },
    embeddings: { type: 'boolean', default: false },
    withheld: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'sqlite' },
    mesh: { type: 'string' },
  },
});
const [subject = ''] = positionals;
const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
const print = (text: string) => process.stdout.write(`${text}\n`);
const progress = (text: string) => process.stderr.write(`${text}\n`);
const scripted = scriptedRerankers.find((kind) => kind === values.reranker);
const reranker = scripted && (await startScriptedReranker(scripted));
/** Settings of the product for a run: a reranker, scripted or from the environment, and the library's engine. */
const settings = {
  ...(reranker?.settings ?? environmentSettings('CITEWELL_RERANK_')),
  ...(values.engine === 'opensearch' && { CITEWELL_LIBRARY_URL: (await sharedOpenSearch()).url }),
};
const wrong =
  !(limit > 0) ||
  !['sqlite', 'opensearch'].includes(values.engine) ||
  (values.reranker !== undefined && !scripted) ||
  (values.half !== undefined && !['odd', 'even'].includes(values.half)) ||
  (values.split !== undefined && !['train', 'test'].includes(values.split));

/** Reviews at a model's pace take half a minute each. */
const pacedReviews = 20;

const subjects: Record<string, () => Promise<unknown>> = {
  async retrieval() {
    const split = values.split === 'train' ? 'train' : 'beir-test';
    const rows = await evaluateRetrieval({ limit, split, quick: values.quick, settings, progress });
    if (rows) show('Retrieval, whole questions, nothing but the library', rows, publishedRetrieval);
    return rows;
  },
  async chinese() {
    const report = await evaluateChinese({ limit, settings });
    if (report) show('Chinese questions over English records', report.rows, publishedChinese);
    return report;
  },
  async embeddings() {
    // Installs nothing if there is nothing to measure.
    if (sharedDataMissing()) return undefined;
    const own = environmentSettings('CITEWELL_EMBEDDING_');
    const server = Object.keys(own).length > 0 ? undefined : await startMiniLm(progress);
    try {
      const split = values.split === 'train' ? 'train' : 'beir-test';
      const measured = server?.settings ?? own;
      const report = await evaluateEmbeddings({
        limit,
        split,
        quick: values.quick,
        settings: measured,
        progress,
      });
      if (!report) return undefined;
      show(`Words, vectors of ${measured.CITEWELL_EMBEDDING_MODEL}, and both`, report.rows);
      show('The vector file, and the time from a question to its nearest records', report.costs);
      failWith(report.missed);
      return { model: measured.CITEWELL_EMBEDDING_MODEL, ...report };
    } finally {
      await server?.close();
    }
  },
  async evidence() {
    const split = values.split === 'train' ? 'train' : 'dev';
    const chosen = await evaluateEvidence({ split, limit, settings });
    if (!chosen) return undefined;
    const report = { ...chosen, prompts: await evaluatePrompts(limit) };
    const { kept, ms, prompts } = report;
    show('Sentences chosen as evidence for a claim, compared with those that experts marked', report.rows);
    show('Papers kept as evidence, and time from the claim to its passages', [
      { name: 'of papers that bear on the claim', kept: kept.bearing },
      { name: 'of papers that do not', kept: kept.not_bearing },
      { name: 'all', ...ms },
    ]);
    if (prompts) show('Marked sentences in the prompt of an answer, where their paper is given', prompts);
    return report;
  },
  'second-look': async () => {
    const rows = await evaluateSecondLook(limit, progress);
    if (rows) show('Records put into order by a model, scripted', rows);
    return rows;
  },
  async 'train-ranker'() {
    const trained = await trainRanker(progress);
    if (trained) print(shortened(trained));
    return trained;
  },
  async ablation() {
    const rows = await ablateRanker(progress);
    if (rows) show('The ranking without each of its features', rows);
    return rows;
  },
  async 'train-evidence'() {
    const trained = await trainEvidence();
    if (trained) print(shortened(trained));
    return trained;
  },
  async 'train-answer'() {
    const trained = await trainAnswer(progress);
    if (trained) {
      const { rows, ...fitted } = trained;
      print(shortened(fitted));
      show('Best records that reach a probability', rows);
    }
    return trained;
  },
  'train-topics': async () => {
    const trained = await trainTopics(progress);
    if (trained) {
      const { rows, ...fitted } = trained;
      print(shortened(fitted));
      show('Judged records', rows);
    }
    return trained;
  },
  'train-vectors': async () => {
    const half = values.half === 'odd' || values.half === 'even' ? values.half : undefined;
    const trained = await trainVectors(progress, half);
    if (trained) print(shortened(trained));
    return trained;
  },
  'train-order': async () => {
    const trained = await trainOrder(progress);
    if (trained) {
      print(shortened(trained));
      show(
        'Share of the questions whose own record is first, and among the first three',
        trained.shares.map(({ order, ...row }) => ({ name: order, ...row })),
      );
    }
    return trained;
  },
  'train-lead': async () => {
    const trained = await trainLead(progress);
    if (trained) {
      const { shares, ...fitted } = trained;
      print(shortened(fitted));
      show(
        'Share of the questions whose answer is first in its record, and among the first two and three',
        shares,
      );
    }
    return trained;
  },
  'train-dictionary': async () => {
    const trained = trainDictionary();
    if (trained) print(shortened(trained));
    return trained;
  },
  'count-words': async () => {
    const [words, stems] = [countWords(), weighStems()];
    return words && stems && { words, stems };
  },
  'list-descriptors': async () => {
    const listed = values.mesh === undefined ? undefined : listDescriptors(values.mesh);
    if (!listed) print('--mesh FOLDER names the folder of the tables of MeSH (eval/README.md)');
    return listed;
  },
  async citation() {
    const report = await evaluateCitations({ limit, quick: values.quick, heldOut: values['held-out'] });
    if (report) print(formatCitationReport(report));
    return report;
  },
  async topics() {
    const set = values['held-out'] ? 'held-out' : 'judged';
    const rows = await evaluateJudgedTopics(readJudgedTopics(set).slice(0, limit));
    if (rows) show('Papers that reviews of judged topics include, without a model', rows);
    return rows;
  },
  async review() {
    const set = loadReviewSet();
    if (!set) return undefined;
    const checked = await reviewQuality();
    if (values.quick) return checked;
    const some = { ...set, questions: set.questions.slice(0, limit) };
    const full = { ...some, records: [...set.records, ...set.invented] };
    const paced = { ...full, questions: some.questions.slice(0, pacedReviews) };
    const printProgress = (done: number, total: number) => {
      if (done % 10 === 0) progress(`${done} / ${total}`);
    };
    const report = {
      quoted: await evaluateReviews(some, { progress: printProgress }),
      written: await evaluateReviews(some, { tokensPerSecond: 0, progress: printProgress }),
      quoted_full: await evaluateReviews(full, { progress: printProgress }),
      written_full: await evaluateReviews(full, { tokensPerSecond: 0, progress: printProgress }),
      full_at_60_a_s: await evaluateReviews(paced, { tokensPerSecond: 60, progress: printProgress }),
    };
    const rows = Object.entries(report).map(([name, figures]) => ({ name, ...figures }));
    const [first] = rows;
    print(`${''.padEnd(30)} ${rows.map(({ name }) => name.padStart(14)).join(' ')}`);
    for (const figure of Object.keys(first ?? {}).filter((each) => each !== 'name'))
      print(
        `${figure.padEnd(30)} ${rows.map((row) => String(row[figure as keyof typeof row] ?? '').padStart(14)).join(' ')}`,
      );
    return report;
  },
  async answer() {
    const set = loadAnswerSet();
    if (!set) return undefined;
    const questions = set.questions.slice(0, limit);
    const report = await evaluateAnswers({ ...set, questions }, (done, total) => {
      if (done % 50 === 0) progress(`${done} / ${total}`);
    });
    for (const [figure, value] of Object.entries(report)) print(`${figure.padEnd(34)} ${value}`);
    return report;
  },
  async answers() {
    const records = loadAnswersRecords();
    if (!records) return undefined;
    const set = (['lay', 'blind', 'held-out'] as const).find((name) => values[name]) ?? 'questions';
    const asked = readAnswersQuestions(set).filter(({ id }) => isInHalf(id));
    const server = values.embeddings ? await startMiniLm(progress) : undefined;
    try {
      const outcomes = await evaluateAnswersSet(
        asked.slice(0, limit),
        records,
        { ...settings, ...server?.settings },
        { isWithheld: values.withheld },
      );
      const rows = tabulate(outcomes);
      show('Answers of the default engine over a library of real abstracts', rows);
      return { rows, outcomes };
    } finally {
      await server?.close();
    }
  },
};

/** Prints the figures on which readers of reviews rely; the exit code is 1 if one fails its gate. */
async function reviewQuality() {
  const runs = {
    quoted: await evaluateReviewQuality(reviewTopics.slice(0, limit), { model: false }),
    written: await evaluateReviewQuality(reviewTopics.slice(0, limit), { model: true }),
    effects: await evaluateReviewQuality(effectTopics.slice(0, limit), { model: false }),
  };
  for (const [name, run] of Object.entries(runs)) {
    if (!run) continue;
    print(`${name}: ${JSON.stringify(run.quality)}`);
    for (const each of run.cases) progress(`${name}: ${each}`);
    failWith(failedGates(run.quality).map((failure) => `${name} fails: ${failure}`));
  }
  const silence = await evaluateReviewSilence(streamedTopics.slice(0, limit));
  if (silence) {
    print(`streamed: ${JSON.stringify(silence)}`);
    failWith(failedSilence(silence).map((failure) => `streamed fails: ${failure}`));
  }
  return { ...runs, streamed: silence };
}

/** Prints missed goals; the exit code is 1 if there are any. */
function failWith(missed: readonly string[]): void {
  for (const each of missed) print(each);
  if (missed.length > 0) process.exitCode = 1;
}

/** Returns the settings of the environment with this prefix. */
function environmentSettings(prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value ? [[name, value]] : [],
    ),
  );
}

/** Questions with odd numbers are for development, those with even ones for reporting. */
function isInHalf(id: string): boolean {
  const isOdd = Number(id.replace(/\D/g, '')) % 2 === 1;
  return values.half === undefined || isOdd === (values.half === 'odd');
}

const run = subjects[subject];
if (!run || wrong) {
  print(
    `usage: npm run eval -- ${Object.keys(subjects).join('|')} [--limit N] [--split train|test] [--half odd|even] [--quick] [--held-out] [--lay] [--blind] [--embeddings] [--withheld] [--mesh FOLDER] [--engine sqlite|opensearch] [--reranker ${scriptedRerankers.join('|')}] [--json FILE]`,
  );
  process.exitCode = 2;
} else {
  const started = new Date();
  const report = await run();
  if (report === undefined) print('skipped: ../shared/data is not here');
  else {
    const file = values.json ?? defaultFile(subject, started);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ subject, at: started.toISOString(), report }, null, 2)}\n`);
    progress(`report: ${file}`);
  }
}
await reranker?.simulator.close();

function show(
  title: string,
  rows: readonly ({ name: string } & Record<string, number | string>)[],
  published: readonly FigureRow[] = [],
): void {
  const own = rows.map(({ name, ...figures }) => ({ name, figures }));
  print(formatTable(title, [...own, ...published]));
}

/** Path in the folder `data`, which git ignores. */
function defaultFile(name: string, at: Date): string {
  const stamp = at.toISOString().replace(/[:.]/g, '-').slice(0, 19);
  return join(fileURLToPath(new URL('../data/eval/', import.meta.url)), `${name}-${stamp}.json`);
}

function shortened(value: unknown): string {
  const short = (_: string, each: unknown) =>
    typeof each === 'number' ? Math.round(each * 1e4) / 1e4 : each;
  return JSON.stringify(value, short, 2);
}
