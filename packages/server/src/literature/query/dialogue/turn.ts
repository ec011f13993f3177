import type { Named } from './named-in.ts';

/** Relation of the subjects that a follow-up names to those of the question before it. */
type Relation =
  /** Replaces one of the same kind: "And calcium?", 那钙片呢. */
  | 'instead'
  /** Adds to it: "Compared with placebo?", 和克罗米芬比呢. */
  | 'added'
  /** Names a consequence of it: "Does it increase bleeding?", 会增加流产吗. */
  | 'outcome'
  /** Names another condition that it is for: "Does it also treat migraine?" */
  | 'purpose'
  /** A detail, or of whom it is asked: "in patients without cancer?", 需要监测什么. */
  | 'detail';

/** A message of a dialogue that is understood only with the messages before it. */
export type Turn = {
  /** The message without words that only link it to what was said before. */
  phrase: string;
  subjects: Named[];
  relation: Relation;
};
