/** Words that introduce the aim of a study. */
const aim =
  /\b(?:aims?|(?<!\b(?:trials|strategies|therap(?:y|ies)|interventions?|program(?:me)?s?|efforts|measures|treatments?|approach(?:es)?|policies|drugs|agents) )aimed|objectives?|purpose|sought|hypothesi[sz]ed)\b|(?<!\byet )\bto (?:determine|investigate|assess|evaluate|examine|explore|study|quantify|estimate|compare|test|analy[sz]e|identify|clarify|establish)\b|\b(?:we|(?:this|our|the (?:present|current)) (?:[a-z]{1,20} )?study) (?:investigated|examined|evaluated|assessed|studied|compared)\b|目的|旨在|探讨/i;

/** "BACKGROUND AND PURPOSE" is the heading of prior knowledge. */
const ofBackground = /^[A-Z ]{0,20}BACKGROUND[A-Z /&]{0,20}:? ?/;

/** Returns true for a sentence that states the aim of a study. */
export function statesAim(sentence: string): boolean {
  return aim.test(sentence.replace(ofBackground, ''));
}
