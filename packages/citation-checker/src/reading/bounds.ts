const lowerBound =
  /(?:at least|more than|over|above|exceed\w{0,4}|greater than|higher than|older than|longer than|(?:after|beyond|past) (?:the )?age(?: of)?|minimum of|>|至少|超过|多于|大于|高于|逾)\s{0,9}=?\s{0,9}$/i;
const upperBound =
  /(?:at most|less than|fewer than|under|below|up to|lower than|younger than|shorter than|before (?:the )?age(?: of)?|within|maximum of|<|至多|最多|不到|少于|小于|低于|不足)\s{0,9}=?\s{0,9}$/i;

/** Returns the bound that the words next to a number express, if any. */
export function parseBound(before: string, after: string): 'lower' | 'upper' | undefined {
  // "No more than" bounds from above.
  const denied =
    /(?:\bnot?\s|不)(?=\S{0,24}\s?\S{0,24}\s{0,9}$)/i.test(before) &&
    /(?:than|多于|少于|高于|低于|超过)\s*$/i.test(before);
  if (denied) return lowerBound.test(before) ? 'upper' : upperBound.test(before) ? 'lower' : undefined;
  if (lowerBound.test(before) || /^\s?(?:or (?:more|older|over|above|higher)|以上|及以上|余)/i.test(after))
    return 'lower';
  if (
    upperBound.test(before) ||
    /^\s?(?:or (?:less|fewer|younger|under|below|lower)|以下|以内|及以下)/i.test(after)
  )
    return 'upper';
  return undefined;
}
