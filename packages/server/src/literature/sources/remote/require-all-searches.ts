import { SourceError } from '../retriever.ts';

/**
 * Returns the replies to several searches of one question, in order, with undefined for failed ones. Throws the first
 * failure if the others found nothing: only a source that answered everything may report that it has nothing. A search
 * that could not be sent in time ends all of them immediately, and another source is asked.
 */
export async function requireAllSearches<T extends { pmids: readonly unknown[] }>(
  searches: readonly Promise<T>[],
): Promise<(T | undefined)[]> {
  const settled = await Promise.all(
    searches.map((search) =>
      search.then(
        (reply) => ({ reply }),
        (failure: unknown) => {
          if (failure instanceof SourceError && failure.failure === 'busy') throw failure;
          return { failure };
        },
      ),
    ),
  );
  const replies = settled.map((each) => ('reply' in each ? each.reply : undefined));
  const failed = settled.find((each) => 'failure' in each);
  if (failed && !replies.some((reply) => reply && reply.pmids.length > 0)) throw failed.failure;
  return replies;
}
