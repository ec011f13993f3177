/** Words with which a study says what it set out to find. */
const aim =
  /\b(?:aims?|aimed|objectives?|purpose|sought|hypothesi[sz]ed)\b|\bto (?:determine|investigate|assess|evaluate|examine|explore|study|quantify|estimate|compare|test|analy[sz]e|identify|clarify|establish)\b|\bwe (?:investigated|examined|evaluated|assessed|studied|compared)\b|目的|旨在|探讨/i;

/** "BACKGROUND AND PURPOSE" heads what was known before. */
const ofBackground = /^[A-Z ]{0,20}BACKGROUND[A-Z /&]{0,20}:? ?/;

/** True for a sentence in which a study says what it set out to find. */
export function statesAim(sentence: string): boolean {
  return aim.test(sentence.replace(ofBackground, ''));
}
