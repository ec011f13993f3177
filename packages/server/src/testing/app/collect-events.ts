import type { Emit, PipelineEvent } from '../../pipeline/events.ts';

/** Collects the events of a pipeline; rejects with its error. */
export async function collectEvents(run: (emit: Emit) => Promise<void>): Promise<PipelineEvent[]> {
  const events: PipelineEvent[] = [];
  await run((event) => {
    events.push(event);
    return undefined;
  });
  return events;
}
