import type { MeteredRequest } from '../../http/calls/metered-call.ts';
import { writingLimitsOf } from '../../http/calls/review-time.ts';
import type { CallLimits } from '../../http/calls/run-call.ts';
import type { PipelineContext } from '../../pipeline/context.ts';
import { chunk } from '../../pipeline/events.ts';
import type { Answer } from '../answers/ask.ts';
import { scopeReplies } from '../answers/scope/scope-replies.ts';
import { type CitationCheck, checkCitation } from '../citation-checks/check-citation.ts';
import { findEarlierReviews } from '../reviews/earlier-reviews.ts';
import { lazyReview } from '../reviews/load-reviews.ts';
import type { Services } from '../services.ts';
import { checkReply } from './check-reply.ts';
import type { ChatCall } from './read-chat-completion.ts';

type Pipelines = { services: Services; answer: Answer; limits: CallLimits };

/** Returns the pipeline that the model of a call represents, as a function of the call's context. */
export function pipelineOf(
  metered: MeteredRequest<ChatCall>,
  { services, answer, limits }: Pipelines,
): (context: PipelineContext) => Promise<void> {
  const { asked, language } = metered.body;
  switch (asked.kind) {
    case 'answer':
      return (context) => answer(asked.request, services, context);
    case 'review':
      return (context) =>
        lazyReview(
          asked.request,
          services,
          { ...context, results: findEarlierReviews(services).resultsOf(metered, asked.request) },
          writingLimitsOf(limits),
        );
    case 'check':
      return (context) => replyToCheck(asked.request, language, services, context);
    case 'client-task':
      return async ({ emit }) => {
        await emit(chunk(scopeReplies[language]['client-task']));
        await emit({ event: 'references', data: { refs: [] } });
      };
  }
}

async function replyToCheck(
  check: CitationCheck,
  language: ChatCall['language'],
  services: Services,
  context: PipelineContext,
): Promise<void> {
  const checked = await checkCitation(check, services, context);
  const { pmid, demonstration } = checked;
  const unknown = { title: '', authors: '', journal: '', year: '' };
  await context.emit(chunk(checkReply(checked, language)));
  await context.emit({
    event: 'references',
    data: { refs: [{ pmid, ...unknown, ...(demonstration && { demonstration }) }] },
  });
}
