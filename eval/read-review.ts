import { type ReviewRequest, type ReviewResponse, readAnswerEvents } from '@citewell/sdk';
import { collectReview } from '../packages/server/src/features/reviews/writing/collect-review.ts';

/**
 * Times of one streamed review, in seconds: the longest silence, not counting heartbeats, the time to its outline and to
 * the first section that can be read, and the longest time from the report that a section is finished to its text.
 */
export type Silence = { longest: number; outline: number; firstSection: number; unread: number };

/** Review as read, with the tokens charged for it. */
export type ReadReview = { review: ReviewResponse; tokens: number; silence: Silence | undefined };

type Request = Pick<ReviewRequest, 'question' | 'include'> & { lang: 'en' | 'zh' };

/** Review that was rejected or failed, with the service's message. */
type FailedReview = { failure: string };

/** Requests a review as JSON. */
export async function askReview(
  base: string,
  secret: string,
  request: Request,
): Promise<ReadReview | FailedReview> {
  const reply = await post(`${base}/expert`, secret, request);
  const body = await reply.text();
  if (!reply.ok) return { failure: `${reply.status} ${body.slice(0, 300)}` };
  const tokens = Number(reply.headers.get('x-tokens-charged'));
  return { review: JSON.parse(body) as ReviewResponse, tokens, silence: undefined };
}

/** Requests a review as a stream and times its events. */
export async function streamReview(
  base: string,
  secret: string,
  request: Request,
): Promise<ReadReview | FailedReview> {
  const started = performance.now();
  const reply = await post(`${base}/expert_stream`, secret, request);
  const { ok, body } = reply;
  if (!ok || !body) return { failure: `${reply.status} ${(await reply.text()).slice(0, 300)}` };
  let last = started;
  let [longest, outline, firstSection, unread] = [0, 0, 0, 0];
  /** Times at which sections were reported as finished, until their text arrives. */
  const reported = new Map<string, number>();
  const seen = new Set<string>();
  let failure: string | undefined;
  const { review } = await collectReview(async (emit) => {
    for await (const event of readAnswerEvents(body)) {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (event.event === 'thinking' && event.data.progress) outline ||= now - started;
      const readable =
        event.event === 'answer_chunk'
          ? [...event.data.text.matchAll(/^#{2,3} (.*)$/gm)].map(([, heading = '']) => heading)
          : event.event === 'thinking'
            ? (event.data.finished ?? []).map(({ heading }) => heading)
            : [];
      if (event.event === 'thinking')
        for (const { heading, state } of event.data.progress?.sections ?? [])
          if (state === 'finished' && !seen.has(heading) && !reported.has(heading))
            reported.set(heading, now);
      for (const heading of readable) {
        firstSection ||= now - started;
        seen.add(heading);
        unread = Math.max(unread, now - (reported.get(heading) ?? now));
        reported.delete(heading);
      }
      if (event.event === 'error') failure ??= JSON.stringify(event.data);
      if (event.event !== 'error' && event.event !== 'done') void emit(event);
    }
  }, request.lang);
  const usage = await fetch(`${base}/my_usage?limit=1`, { headers: { 'x-api-key': secret } });
  const { records } = (await usage.json()) as { records: { charged: number }[] };
  if (failure !== undefined) return { failure };
  return {
    review,
    tokens: records[0]?.charged ?? 0,
    silence: {
      longest: longest / 1_000,
      outline: outline / 1_000,
      firstSection: firstSection / 1_000,
      unread: unread / 1_000,
    },
  };
}

function post(url: string, secret: string, body: Request): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify(body),
  });
}
