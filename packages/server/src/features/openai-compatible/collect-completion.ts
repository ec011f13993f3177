import type { Language } from '@citewell/sdk';
import type { PipelineContext } from '../../pipeline/context.ts';
import type { Emit } from '../../pipeline/events.ts';
import { collectAnswer } from '../answers/collect-answer.ts';
import { collectReview } from '../reviews/writing/collect-review.ts';
import type { Collected } from './completion.ts';
import type { Asked } from './read-chat-completion.ts';

/** Collects the events of the stream into the whole completion, as the pipeline's JSON replies do. */
export async function collectCompletion(
  asked: Asked,
  language: Language,
  run: (to: Pick<PipelineContext, 'emit' | 'isCollected'>) => Promise<void>,
): Promise<Collected> {
  const reasoning: string[] = [];
  const collectMessages =
    (emit: Emit): Emit =>
    (event) => {
      if (event.event === 'thinking') reasoning.push(event.data.message);
      return emit(event);
    };
  if (asked.kind === 'review') {
    const { review, endedBy } = await collectReview((emit) => run({ emit: collectMessages(emit) }), language);
    return { text: review.review, reasoning, references: review.references, endedBy };
  }
  const { answer, references } = await collectAnswer((to) => run({ ...to, emit: collectMessages(to.emit) }));
  return { text: answer, reasoning, references };
}
