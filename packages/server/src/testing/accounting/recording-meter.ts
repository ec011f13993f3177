import type { Meter, StepIntent, StepUsage, Usage } from '../../accounting/meter.ts';

/** Step as recorded in a journal; if `finished` is undefined, it is left for the settlement with what was `seen`. */
export type RecordedStep = StepIntent & {
  seen: Usage | undefined;
  finished: (StepUsage & { source: 'provider' | 'estimated' }) | undefined;
};

/** Meter whose journal a test can read; finishing a step twice is an error. */
export function recordingMeter(): Meter & { steps: RecordedStep[] } {
  const steps: RecordedStep[] = [];
  return {
    steps,
    async openStep(intent) {
      const step: RecordedStep = { ...intent, seen: undefined, finished: undefined };
      steps.push(step);
      return {
        hold: intent.hold,
        progress(seen) {
          step.seen = seen;
        },
        async finish(usage, source) {
          if (step.finished) throw new Error('a step was finished twice');
          step.finished = { ...usage, source };
        },
      };
    },
  };
}
