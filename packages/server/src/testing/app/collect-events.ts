import type { Emit, PipelineEvent } from '../../pipeline/events.ts';

/** All that a pipeline emits, as a list; rejects with what it throws. */
export async function collectEvents(run: (emit: Emit) => Promise<void>): Promise<PipelineEvent[]> {
  const events: PipelineEvent[] = [];
  await run((event) => {
    events.push(event);
    return undefined;
  });
  return events;
}
