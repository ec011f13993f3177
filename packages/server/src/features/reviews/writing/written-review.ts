import type { PipelineContext } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import type { Start } from '../../../platform/concurrently.ts';
import type { Log } from '../../../platform/log.ts';
import { attemptStep, type Failure, type StepResult } from '../gathering/attempt-step.ts';
import { byPmid, type EvidenceBase } from '../gathering/evidence-base.ts';
import { runJobs } from '../gathering/run-jobs.ts';
import type { TimeLimit } from '../gathering/time-limit.ts';
import type { ReviewWriter, SectionInput, SectionName } from '../model/review-writer.ts';
import {
  type AbstractAndTransitions,
  readAbstractAndTransitions,
} from '../sections/abstract-and-transitions.ts';
import { deterministicSections } from '../sections/deterministic-sections.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { methodsInBrief } from '../sections/methods-section.ts';
import { applyOutline } from '../sections/outline.ts';
import { plainTitle, recordsText } from '../sections/plain-title.ts';
import {
  conclusionsOf,
  quotedAbstract,
  quotedBackground,
  quotedConclusion,
  quotedTheme,
} from '../sections/quoted-sections.ts';
import { removeRepeatedSentences } from '../sections/remove-repeated-sentences.ts';
import { reviewWords } from '../sections/review-words.ts';
import { extractStudies } from '../studies/cells/extract-studies.ts';
import { withFullTextUnits } from '../studies/themes.ts';
import type { Part } from './assemble.ts';
import { checkSection } from './check-section.ts';
import type { WrittenPart } from './finished-review.ts';
import { reviewMessages } from './review-messages.ts';
import { reportSectionEnds, reportSections } from './section-progress.ts';
import { sectionText, unitsPerSection } from './section-text.ts';

export type WriteDependencies = {
  writer: ReviewWriter;
  engineName: string;
  limit: TimeLimit;
  log: Log;
  /** Starts work that ends before the review does. */
  start: Start;
  /** Fires when started work must stop. */
  stop: AbortSignal;
};
export type WrittenReview = {
  title: string;
  /** Yields the sections in reading order, as soon as each is available. */
  parts(): AsyncGenerator<WrittenPart>;
  /** Returns the failure that left sections missing, once the last one has been sent. */
  failed(): Failure | undefined;
  /** Returns the number of unsupported sentences at that time. */
  omitted(): number;
  base: EvidenceBase;
};

/** Section that a model writes from its own units, with its fallback if no sentence is supported. */
type Job = Pick<Part, 'heading' | 'level'> & {
  section: SectionName;
  own: readonly EvidenceUnit[];
  quoted: string;
  /** Sentences already used, for sections among which none may be repeated. */
  said: Set<string>;
};

/**
 * Writes a review with a model: outline and table first, then all sections in parallel, each from its own units;
 * sections are sent in reading order once checked. Returns the failure if no section could be written; failed sections
 * are omitted, and `failed` gives the reason after the last one.
 */
export async function writtenReview(
  given: EvidenceBase,
  { writer, engineName, limit, log, start, stop }: WriteDependencies,
  { requestId, meter, emit, work }: PipelineContext,
): Promise<{ failure: Failure } | WrittenReview> {
  const { request, scope } = given;
  const { language } = scope;
  const words = reviewWords[language];
  const topic = request.question;
  const context = { signal: AbortSignal.any([limit.signal, stop]), meter };
  const checking = { signal: context.signal, work };
  const attempt = <Value>(step: Promise<Value>) =>
    attemptStep(step, { limit, log, requestId, engine: engineName });

  // Abstracts define the themes; full-text statements go where their papers are.
  const [findings, further] = [false, true].map((isFullText) =>
    given.units.filter(({ role, fullText }) => role === 'finding' && (fullText !== undefined) === isFullText),
  ) as [EvidenceUnit[], EvidenceUnit[]];
  const [outline, studies] = await Promise.all([
    start(() => attempt(writer.outline({ topic, language, passages: findings }, context))),
    start(() => extractStudies(given, writer, context, (step) => start(() => attempt(step())))),
  ]);
  if ('failure' in outline && !outline.failure.modelError) return { failure: outline.failure };
  const outlined =
    'value' in outline
      ? {
          ...given,
          themes: withFullTextUnits(
            applyOutline(outline.value, abstractThemes(given.themes), findings),
            further,
          ),
        }
      : given;
  const base = { ...outlined, studies };
  const { themes, units, conflicts } = base;
  const headings = themes.map(({ heading }) => heading);
  const code = deterministicSections(base, engineName);
  const methods = methodsInBrief(base, engineName);
  const of = byPmid(studies);
  // The plan of a protocol is no finding.
  const reports = ({ article }: EvidenceUnit) => of.get(article.pmid)?.summary.kind !== 'protocol';
  const strongest = conclusionsOf(units, of).filter(reports);

  let [kept, dropped] = [0, 0];
  const write = async ({ section, heading, own, said }: Job): Promise<string> => {
    if (own.length === 0) return '';
    const passages = own.slice(0, unitsPerSection);
    const input: SectionInput = { topic, language, passages, section, heading, outline: headings };
    const text = await writer.section(input, context);
    const checked = await checkSection(section, text, passages, base, checking);
    kept += checked.kept;
    dropped += checked.dropped;
    // The section that is finished first keeps a sentence: what a reader has seen before its turn stays as it is.
    return removeRepeatedSentences(checked.text, said);
  };
  const inBody = new Set<string>();
  const themeJobs = themes.map(
    (theme): Job => ({
      ...{ section: 'theme', heading: theme.heading, level: 3, said: inBody },
      own: theme.units.filter(reports),
      quoted: quotedTheme(theme, of, language),
    }),
  );
  /** Sections after the abstract, by a model and by code. */
  const readingOrder: (Job | Part)[] = [
    {
      ...{ section: 'background', heading: words.parts.background, level: 2, said: inBody },
      own: units.filter(({ role }) => role === 'background'),
      quoted: quotedBackground(units, language),
    },
    code.methods,
    ...themeJobs,
    code.table,
    {
      ...{ section: 'conflicts', heading: words.parts.conflicts, level: 2, said: new Set() },
      own: [...new Set(conflicts.flatMap(({ units: pair }) => pair))],
      quoted: code.conflicts.text,
    },
    code.limitations,
    code.gaps,
    {
      ...{ section: 'conclusion', heading: words.parts.conclusion, level: 2, said: new Set() },
      own: strongest,
      quoted: quotedConclusion(units, of, language),
    },
  ];
  const jobs = readingOrder.filter(isJob);

  const progress = await reportSections(
    [
      { heading: words.parts.abstract, level: 2, pending: true },
      ...readingOrder.map(({ heading, level, ...each }) => ({
        ...{ heading, level },
        pending: 'own' in each && each.own.length > 0,
        text: 'own' in each ? each.quoted : each.text,
      })),
    ],
    language,
    emit,
    base,
  );
  const frameJob = start(() =>
    attempt(
      (async () => {
        const passages = strongest.slice(0, unitsPerSection);
        const frame = await writer.section(
          { topic, language, passages, section: 'frame', heading: words.parts.abstract, outline: headings },
          context,
        );
        return readAbstractAndTransitions(frame, {
          topic,
          parts: scope.parts,
          language,
          passages,
          articles: base.articles,
          readings: base.readings,
          methods,
          headings,
          checking,
        });
      })(),
    ),
  );
  const results = runJobs(
    start,
    jobs.map((job) => () => write(job)),
    attempt,
    [frameJob],
  );

  // Without its frame a review gets the abstract written by code, and is finished either way.
  const framing = frameJob.then(() => ({ value: undefined }));
  reportSectionEnds<string | undefined>(
    [framing, ...results],
    progress,
    start,
    [0, ...jobs.map((job) => 1 + readingOrder.indexOf(job))],
    (step, text) => {
      const job = jobs[step - 1];
      return job && sectionText(job, text ?? '', language);
    },
  );

  const failed = await failureOfAll([frameJob, ...results]);
  if (failed) return { failure: failed };
  let failure: Failure | undefined;
  const title =
    ('value' in outline &&
      plainTitle(outline.value.title, recordsText(base.units, base.articles), {
        ...{ question: topic, parts: scope.parts },
      })) ||
    words.untitled(topic.replace(/\s+/g, ' '));

  async function* parts(): AsyncGenerator<WrittenPart> {
    const framed = await frameJob;
    const frame = 'value' in framed ? framed.value : undefined;
    const quoted = quotedAbstract(base, methods);
    yield {
      ...{ heading: words.parts.abstract, level: 2, text: frame?.abstract || quoted },
      task: { section: 'frame', own: strongest, quoted },
    };
    let inFindings = false;
    for (const each of readingOrder) {
      if (!isJob(each)) {
        yield each;
        continue;
      }
      const { section, heading, level, own, quoted } = each;
      const result = await (results[jobs.indexOf(each)] as Promise<StepResult<string>>);
      if ('failure' in result) failure ??= result.failure;
      else {
        const transition = frame?.transitions[headings.indexOf(heading)];
        const task = { section, own, quoted, transition };
        if (section === 'theme' && !inFindings) yield { heading: words.parts.findings, level: 2, text: '' };
        inFindings ||= section === 'theme';
        yield {
          ...{ heading, level, text: sectionText(task, result.value, language) },
          ...(own.length > 0 && { task }),
        };
      }
    }
    await emit(thinking(reviewMessages[language].checked(kept, dropped)));
  }
  return { title, parts, failed: () => failure, omitted: () => dropped, base };
}

/** Returns the themes without full-text statements. */
function abstractThemes(themes: EvidenceBase['themes']): EvidenceBase['themes'] {
  return themes.map((theme) => ({ ...theme, units: theme.units.filter(({ fullText }) => !fullText) }));
}

function isJob(part: Job | Part): part is Job {
  return 'section' in part;
}

/** Resolves as soon as one step has a text, or when all have ended without one, with the first failure, if any. */
async function failureOfAll(
  steps: readonly Promise<StepResult<AbstractAndTransitions | string>>[],
): Promise<Failure | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Failure | undefined>();
  for (const step of steps)
    step.then((result) => {
      if ('value' in result && result.value !== '') resolve(undefined);
    }, reject);
  Promise.all(steps).then((all) => {
    const first = all.slice(1).find((result) => 'failure' in result);
    resolve(first?.failure);
  }, reject);
  return promise;
}
