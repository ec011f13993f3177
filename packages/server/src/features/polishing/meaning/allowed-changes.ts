/**
 * Changes permitted by a request such as "shorten it" or "translate it": length and language may change accordingly.
 */
export type AllowedChanges = { length: boolean; language: boolean };
