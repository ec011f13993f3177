/**
 * Differences allowed by a request such as "shorten it" or "translate it": length and language may change as much as
 * that takes.
 */
export type AllowedChanges = { length: boolean; language: boolean };
