import type { Source } from './align-claim.ts';

/** Experiments, which show causes whatever verbs report them. */
const experiments =
  /\b(?:knock-?(?:outs?|ins?|downs?)|transgenic|transfect\w{0,4}|randomi[sz](?:ed|ation|ing)|randomly (?:assign|allocat|divid|distribut)\w{1,4}|placebo|mutants?|si-?RNA|sh-?RNA|overexpress\w{0,4}|inject\w{1,5}|ablat\w{1,4}|in vitro|in vivo|mice|mouse|rats?|cell lines?|cultured)\b|敲除|随机分|随机对照|安慰剂|小鼠|大鼠|转染|体外/iu;

/** Returns true if a study changed something itself, instead of only observing. */
export function isIntervention({ title, sentences }: Source): boolean {
  return (
    experiments.test(title.read.text) ||
    sentences.some(({ sentence: { section, text } }) => section !== 'background' && experiments.test(text))
  );
}
