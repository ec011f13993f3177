import type { Language, SectionProgress } from '@citewell/sdk';
import { type Emit, thinking } from '../../../pipeline/events.ts';
import type { Start } from '../../../platform/concurrently.ts';
import type { StepResult } from '../gathering/attempt-step.ts';
import type { Part } from './assemble.ts';
import { reviewMessages } from './review-messages.ts';

type Outlined = Pick<Part, 'heading' | 'level'> & {
  /** Indicates that it is still to be written; sections written by code are finished with the outline. */
  pending: boolean;
};

export type SectionReporter = { ended(at: number, state: 'finished' | 'failed'): Promise<void> };

/**
 * Reports the outline of a text immediately, then each section that is finished or failed; `at` is its index in the
 * outline.
 */
export async function reportSections(
  outline: readonly Outlined[],
  language: Language,
  emit: Emit,
): Promise<SectionReporter> {
  const texts = reviewMessages[language];
  const sections = outline.map(
    ({ heading, level, pending }): SectionProgress => ({
      ...{ heading, level },
      state: pending ? 'writing' : 'finished',
    }),
  );
  const report = (message: string) =>
    emit(thinking(message, { progress: { sections: sections.map((section) => ({ ...section })) } }));
  const pending = sections.filter(({ state }) => state === 'writing').length;
  await report(texts.outlined(sections.length, pending));
  return {
    async ended(at, state) {
      const section = sections[at];
      if (section?.state !== 'writing') return;
      section.state = state;
      const done = sections.filter((each) => each.state === 'finished').length;
      await report(
        state === 'failed'
          ? texts.sectionFailed(section.heading)
          : texts.sectionFinished(section.heading, done, sections.length),
      );
    },
  };
}

/** Reports the end of each step; `places` are the steps' indexes in the outline, by default their own. */
export function reportSectionEnds(
  steps: readonly Promise<StepResult<unknown>>[],
  reporter: SectionReporter,
  start: Start,
  places: readonly number[] = steps.map((_, at) => at),
): void {
  for (const [at, step] of steps.entries())
    void start(async () => {
      const result = await step;
      await reporter.ended(places[at] ?? at, 'failure' in result ? 'failed' : 'finished');
    }).catch(() => {});
}
