/** Sentence that follows from `source`, and one that differs from it in a single thing and does not follow. */
export type MadePair = {
  class: PairClass;
  language: 'en' | 'zh';
  true: string;
  wrong: string;
  /** The original sentence, verbatim. */
  source: string;
};

/** Kind of edit that makes a pair. */
export const pairClasses = [
  'negated',
  'negation dropped',
  'no difference made one',
  'nominalised',
  'other side of a comparison',
  'tail "without" dropped',
  'arms swapped',
  'outcomes swapped',
  'other time point',
  'cause for association',
  'sides of a fronted comparison',
  'population swapped',
  'finding rejected',
  'subjects of two statements',
  'owners in a list of figures',
  'pending stated as done',
] as const;
export type PairClass = (typeof pairClasses)[number];

/** Records a pair. */
export type Make = (kind: PairClass, right: string, wrong: string, language?: MadePair['language']) => void;
