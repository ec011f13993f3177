/** Words for giving up, and for going on with, what a study looked at. */
const givesUp =
  /\b(?:cessation|quit\w*|stopp\w+|discontinu\w+|withdrawal|abstinence|abstain\w*|deprescrib\w+|reducers?)\b|戒|停[用药止]/i;
const goesOn = /\b(?:continu(?:ed|ing)|persist(?:ent|ing)|ongoing|sustained)\b|继续|持续/i;
const compared =
  /\b(?:compar(?:ed|ing|ison) (?:with|to)|versus|vs\.?|relative to|than)\b[^,;:()[\]]*|(?:与|较)[^，。；、]{1,20}(?:相比|比较)/gi;

/**
 * Returns true if an effect is one of the opposite of what a study gave or looked at: continued smoking in a study of
 * smoking cessation.
 */
export function concernsOpposite(effect: string, intervention: string): boolean {
  const own = effect.replace(compared, ' ');
  return givesUp.test(intervention)
    ? goesOn.test(own) && !givesUp.test(own)
    : goesOn.test(intervention) && givesUp.test(own) && !goesOn.test(own);
}
