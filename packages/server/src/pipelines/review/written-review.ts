import type { ReviewWriter, SectionInput, SectionName } from '../../engines/review-writer.ts';
import type { Log } from '../../log.ts';
import type { CallContext } from '../context.ts';
import { thinking } from '../events.ts';
import type { Part } from './assemble.ts';
import { checkText } from './check-text.ts';
import { codeParts } from './code-parts.ts';
import { byPmid, type EvidenceBase, withThemes } from './evidence-base.ts';
import { extractStudies } from './extract-studies.ts';
import { type Frame, readFrame } from './frame.ts';
import { applyOutline } from './outline.ts';
import { conclusionsOf, quotedAbstract } from './quoted-sections.ts';
import { runJobs } from './run-jobs.ts';
import { say } from './say.ts';
import type { TimeLimit } from './time-limit.ts';
import { type Failure, type Tried, tried } from './tried.ts';
import type { Unit } from './units.ts';
import { reviewWords } from './words.ts';

export type WriteDependencies = {
  writer: ReviewWriter;
  engineName: string;
  limit: TimeLimit;
  log: Log;
};
export type WrittenReview = {
  title: string;
  /** In reading order, each as soon as it is there. */
  parts(): AsyncGenerator<Part>;
  /** Why a part is missing, once the last one is out. */
  failed(): Failure | undefined;
  /** Sentences that did not hold, then. */
  leftOut(): number;
  base: EvidenceBase;
};

const unitsPerSection = 24;

/**
 * A review written by a model: outline and table at once, then all sections at once, each from its own units; every part
 * leaves in reading order when it is there and checked. Returns the failure where none could be written at all; parts
 * that fail are left out, and `failed` tells why when the last part is out.
 */
export async function writtenReview(
  given: EvidenceBase,
  { writer, engineName, limit, log }: WriteDependencies,
  { requestId, meter, emit }: CallContext,
): Promise<{ failure: Failure } | WrittenReview> {
  const { request, scope } = given;
  const { language } = scope;
  const words = reviewWords[language];
  const topic = request.question;
  const context = { signal: limit.signal, meter };
  const attempt = <Value>(step: Promise<Value>) => tried(step, { limit, log, requestId, engine: engineName });

  const findings = given.units.filter(({ role }) => role !== 'background');
  const [outline, studies] = await Promise.all([
    attempt(writer.outline({ topic, language, passages: findings }, context)),
    extractStudies(given, writer, context, attempt),
  ]);
  if ('failure' in outline && !outline.failure.engine) return { failure: outline.failure };
  const outlined =
    'value' in outline ? withThemes(given, applyOutline(outline.value, given.themes, findings)) : given;
  const base = { ...outlined, studies };
  const { themes, units, conflicts } = base;
  const headings = themes.map(({ heading }) => heading);
  const code = codeParts(base, engineName);
  const strongest = conclusionsOf(units, byPmid(studies));
  const conflicting = conflicts.flatMap(({ sides }) => sides.flatMap((side) => side.units));

  let [kept, dropped] = [0, 0];
  const write = async (section: SectionName, heading: string, own: readonly Unit[]): Promise<string> => {
    const passages = own.slice(0, unitsPerSection);
    const input: SectionInput = { topic, language, passages, section, heading, outline: headings };
    const text = await writer.section(input, context);
    const checked = await checkText(text, passages, base.articles, limit.signal);
    kept += checked.kept;
    dropped += checked.dropped;
    return checked.text;
  };
  const backgrounds = units.filter(({ role }) => role === 'background' || role === 'gap');
  const jobs: { part: Omit<Part, 'text'>; fallback: string; run(): Promise<string> }[] = [
    ...(backgrounds.length > 0 ? [job('background', words.parts.background, 2, backgrounds, '')] : []),
    ...themes.map((theme) => job('theme', theme.heading, 3, theme.units, '')),
    ...(conflicting.length > 0
      ? [job('conflicts', words.parts.conflicts, 2, conflicting, code.conflicts.text)]
      : []),
    job('conclusion', words.parts.conclusion, 2, strongest, ''),
  ];
  function job(section: SectionName, heading: string, level: 2 | 3, own: readonly Unit[], fallback: string) {
    return { part: { heading, level }, fallback, run: () => write(section, heading, own) };
  }

  await emit(thinking(say[language].writing(jobs.length + 1)));
  const frameJob = attempt(
    (async () => {
      const passages = strongest.slice(0, unitsPerSection);
      const frame = await writer.section(
        { topic, language, passages, section: 'frame', heading: words.parts.abstract, outline: headings },
        context,
      );
      return readFrame(frame, {
        topic,
        language,
        passages,
        articles: base.articles,
        headings,
        signal: limit.signal,
      });
    })(),
  );
  const results = runJobs(
    jobs.map(({ run }) => run),
    attempt,
    [frameJob],
  );

  const framed = await frameJob;
  if ('failure' in framed) {
    const others = await Promise.all(results);
    const first = others.find((each) => 'failure' in each);
    if (first && others.every((each) => 'failure' in each)) return first;
  }
  const frame: Frame | undefined = 'value' in framed ? framed.value : undefined;
  let failure: Failure | undefined;
  const title =
    frame?.title ||
    ('value' in outline && plainTitle(outline.value.title)) ||
    words.untitled(topic.replace(/\s+/g, ' '));
  const abstract =
    frame?.abstract ||
    quotedAbstract({
      ...{ topic, language, themes, units },
      studies: byPmid(studies),
      conflicting: conflicts.length,
    });

  async function* parts(): AsyncGenerator<Part> {
    yield { heading: words.parts.abstract, level: 2, text: abstract };
    let afterBackground = false;
    let inFindings = false;
    const methods = () => {
      afterBackground = true;
      return code.methods;
    };
    for (const [at, { part, fallback }] of jobs.entries()) {
      if (part.level === 3) {
        if (!afterBackground) yield methods();
        if (!inFindings) yield { heading: words.parts.findings, level: 2, text: '' };
        inFindings = true;
      } else if (inFindings && part.heading === words.parts.conflicts) yield code.table;
      if (part.heading === words.parts.conclusion) {
        if (conflicting.length === 0) {
          yield code.table;
          yield code.conflicts;
        }
        yield code.limitations;
        yield code.gaps;
      }
      const result = await (results[at] as Promise<Tried<string>>);
      if ('failure' in result) failure ??= result.failure;
      else if (result.value !== '' || fallback !== '') {
        const transition = part.level === 3 ? frame?.transitions[headings.indexOf(part.heading)] : undefined;
        const text = result.value || fallback;
        yield { ...part, text: transition ? `${transition}\n\n${text}` : text };
      }
      if (part.heading === words.parts.background) yield methods();
    }
    await emit(thinking(say[language].checked(kept, dropped)));
  }
  return { title, parts, failed: () => failure, leftOut: () => dropped, base };
}

function plainTitle(title: string): string {
  return title
    .replace(/[\s#[\]]+/g, ' ')
    .trim()
    .slice(0, 200);
}
