/**
 * The replies to several searches of one question, in order, undefined where one failed. Throws the first failure where
 * nothing was found by the others: only a source that answered everything may say that it has nothing.
 */
export async function settleSearches<T extends { pmids: readonly unknown[] }>(
  searches: readonly Promise<T>[],
): Promise<(T | undefined)[]> {
  const settled = await Promise.allSettled(searches);
  const replies = settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed && !replies.some((reply) => reply && reply.pmids.length > 0)) throw failed.reason;
  return replies;
}
