import { SourceError } from '../retriever.ts';

/**
 * The replies to several searches of one question, in order, undefined where one failed. Throws the first failure where
 * nothing was found by the others: only a source that answered everything may say that it has nothing. A search that
 * could not be sent in time ends them all at once: another source is asked for everything.
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
