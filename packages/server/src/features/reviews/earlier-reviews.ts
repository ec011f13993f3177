import { hash } from 'node:crypto';
import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import type { IdempotencyKey } from '../../accounting/idempotency/idempotency.ts';
import type { StoredResults } from '../../accounting/idempotency/stored-results.ts';
import { describe, validationError } from '../../http/body/validate.ts';
import type { MeteredRequest } from '../../http/calls/metered-call.ts';
import type { Services } from '../services.ts';
import type { ReviewRequest } from './gathering/request.ts';
import { evidenceHash } from './gathering/stored-steps.ts';
import { readFinished, rewritableHeadings } from './writing/finished-review.ts';
import type { Rewrite } from './writing/rewritten-review.ts';

/** Access of a review route to the results of earlier calls. */
export type EarlierReviews = {
  /**
   * Reserves the name of an interrupted review for its own request, and finds the review whose section is to be
   * rewritten; before admission.
   * @throws {ServiceError} 404 `not_found` naming the field: no model, or the review no longer exists; 400
   * `invalid_request`: no such section; 409 `conflict`: another review with this name was interrupted.
   */
  prepare(metered: MeteredRequest<ReviewRequest>): Promise<Rewrite | undefined>;
  /** Returns the stored results of the call's steps; undefined for a call without an idempotency key. */
  resultsOf(metered: MeteredRequest, body: ReviewRequest): StoredResults | undefined;
};

/** Error for a review that does not exist, or no longer. */
const noSuchReview: LocalizedMessage = {
  en: 'There is no such review: "rewrite.call" must be the Idempotency-Key of a review that the model wrote for this same request and finished within the last hour.',
  zh: '没有对应的综述："rewrite.call" 应为一小时内由模型为同一请求写完的综述的 Idempotency-Key。',
};
const writtenWithoutModel: LocalizedMessage = {
  en: '"rewrite" needs a language model, and this service has none: the same evidence gives the same quotations.',
  zh: '"rewrite" 需要语言模型，而本服务未配置：同样的证据只会得到同样的摘录。',
};

/** Finds earlier reviews in the accounts' store, only those of the same API key. */
export function findEarlierReviews({ accounts, model }: Services): EarlierReviews {
  const resultsOf = ({ key, idempotency }: MeteredRequest, body: ReviewRequest) =>
    idempotency && accounts.storedResults(key, placeOf(idempotency.name, body));
  return {
    async prepare(metered) {
      const { key, body, idempotency } = metered;
      if (idempotency) await accounts.rejectOtherRequest(key, placeOf(idempotency.name, body));
      if (!body.rewrite) return undefined;
      if (!model) throw notFound('rewrite', writtenWithoutModel);
      const { call, section } = body.rewrite;
      const earlier = accounts.storedResults(key, placeOf(hash('sha256', call), body));
      const finished = await readFinished(earlier);
      if (!finished) throw notFound('rewrite.call', noSuchReview);
      const headings = rewritableHeadings(finished);
      if (!headings.includes(section))
        throw validationError('rewrite.section', oneOf(headings), describe(section));
      const ofCall = resultsOf(metered, body);
      return { finished, section, results: ofCall ? [earlier, ofCall] : [earlier] };
    },
    resultsOf,
  };
}

/** Returns the place of a review's results in the store. */
function placeOf(name: string, body: ReviewRequest): IdempotencyKey {
  return { name, requestHash: evidenceHash(body) };
}

function oneOf(headings: readonly string[]): LocalizedMessage {
  const list = headings.map((heading) => `“${heading}”`);
  return {
    en: `the heading of a section that the model wrote: ${list.join(', ')}`,
    zh: `由模型撰写的部分的标题：${list.join('、')}`,
  };
}

function notFound(field: string, detail: LocalizedMessage): ServiceError {
  return new ServiceError('not_found', { detail, field });
}
