import type { FinishedSection, Language, SectionProgress } from '@citewell/sdk';
import { toCitable } from '../../../literature/ranking/passage.ts';
import { type Emit, thinking } from '../../../pipeline/events.ts';
import type { Start } from '../../../platform/concurrently.ts';
import { CitationWriter } from '../../answers/citations/citation-writer.ts';
import type { StepResult } from '../gathering/attempt-step.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { Part } from './assemble.ts';
import { reviewMessages } from './review-messages.ts';

type Outlined = Pick<Part, 'heading' | 'level'> & {
  /** Indicates that it is still to be written; sections written by code are finished with the outline. */
  pending: boolean;
  /** Text with evidence ids, once it is finished. */
  text?: string;
};

export type SectionReporter = {
  ended(at: number, state: 'finished' | 'failed', text?: string): Promise<void>;
};

/**
 * Reports the outline of a text immediately, then each section that is finished or failed; `at` is its index in the
 * outline. With `evidence`, a section is sent with its report if an earlier one keeps it out of the text: a reader need
 * not wait for the slowest to read the others.
 */
export async function reportSections(
  outline: readonly Outlined[],
  language: Language,
  emit: Emit,
  evidence?: Pick<EvidenceBase, 'units' | 'articles'>,
): Promise<SectionReporter> {
  const texts = reviewMessages[language];
  const sections = outline.map(
    ({ heading, level, pending }): SectionProgress => ({
      ...{ heading, level },
      state: pending ? 'writing' : 'finished',
    }),
  );
  const report = (message: string, finished: readonly FinishedSection[]) =>
    emit(
      thinking(message, {
        progress: { sections: sections.map((section) => ({ ...section })) },
        ...(finished.length > 0 && { finished: [...finished] }),
      }),
    );
  /** The section, if it has a text that must wait for an earlier one. */
  const beforeTurn = (at: number, text = ''): FinishedSection[] => {
    const waits = sections.slice(0, at).some(({ state }) => state === 'writing');
    const { heading = '', state } = sections[at] ?? {};
    return evidence && waits && state === 'finished' && text !== ''
      ? [{ heading, text: citingSources(text, evidence) }]
      : [];
  };
  const pending = sections.filter(({ state }) => state === 'writing').length;
  await report(
    texts.outlined(sections.length, pending),
    outline.flatMap(({ text }, at) => beforeTurn(at, text)),
  );
  return {
    async ended(at, state, text) {
      const section = sections[at];
      if (section?.state !== 'writing') return;
      section.state = state;
      const done = sections.filter((each) => each.state === 'finished').length;
      await report(
        state === 'failed'
          ? texts.sectionFailed(section.heading)
          : texts.sectionFinished(section.heading, done, sections.length),
        beforeTurn(at, text),
      );
    },
  };
}

/** Converts evidence ids to the places of their papers in `sources`: their numbers in the text are not known yet. */
function citingSources(text: string, { units, articles }: Pick<EvidenceBase, 'units' | 'articles'>): string {
  const citations = new CitationWriter(units, [...articles.values()].map(toCitable));
  return `${citations.write(text)}${citations.end()}`.trim();
}

/**
 * Reports the end of each step, with its text if `textOf` returns one; `places` are the steps' indexes in the outline,
 * by default their own.
 */
export function reportSectionEnds<Value>(
  steps: readonly Promise<StepResult<Value>>[],
  reporter: SectionReporter,
  start: Start,
  places: readonly number[] = steps.map((_, at) => at),
  textOf: (step: number, value: Value) => string | undefined = () => undefined,
): void {
  for (const [at, step] of steps.entries())
    void start(async () => {
      const result = await step;
      const place = places[at] ?? at;
      if ('failure' in result) await reporter.ended(place, 'failed');
      else await reporter.ended(place, 'finished', textOf(at, result.value));
    }).catch(() => {});
}
