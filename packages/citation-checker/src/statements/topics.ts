import { type EvidenceSentence, presence } from '../locate.ts';
import { readTerms, type Term } from '../reading/terms.ts';
import { readText } from '../reading/tokens.ts';
import { findDirections } from './directions.ts';
import { isMoving } from './statements.ts';

/** Words that frame a finding, whatever it is about. */
const framing =
  /^(?:significan\w*|differ\w*|compar\w*|associat\w*|effects?|affect\w*|rates?|groups?|patients?|treatment|therapy|intervention|similar\w*|frequent\w*|common|occur\w*|evidence|chang\w*|likely|linked|correlat\w*|related|significantly|leads?|led|caus\w*|result\w*|all|total|risks?|rates?|incidence|frequency|odds|hazards?|likelihood|probability|number|HR|OR|RR|CI|SD|显著|无关|相似|相当|风险|发生率|发病率)$/i;

/** Adverbs of manner and frequency: "mostly", "usually". */
const adverb =
  /^(?!(?:famil|elder|ear|dai|week|month|year|hour|assemb|anoma|fami|multip|s?upp|app|f|rep)ly$)\w{3,}ly$/i;

/** The words of a text that tell what it is about, not what is said of it. */
export function topicsOf(text: string, across: 'same' | 'english'): Term[] {
  const cues = findDirections(text).filter(({ axis }) => isMoving(axis));
  const said = new Set(cues.map((cue) => cue.text.toLowerCase()));
  const read = readText(text);
  const words = withoutPopulation(/\p{Script=Han}/u.test(text) ? blanked(text, cues) : text);
  return readTerms(words === text ? read : readText(words), across).filter(
    ({ text: word }) => !framing.test(word) && !adverb.test(word) && !said.has(word.toLowerCase()),
  );
}

/** Removes the population, which another rule compares: "in patients with …" to the end, …患者的. */
function withoutPopulation(text: string): string {
  const rest = text
    .replace(
      /\b(?:in|among|for) (?:the )?(?:\w+ ){0,2}(?:patients|adults|women|men|children|people|participants|individuals|subjects|mice|rats)\b[^,;(]*(?=[,;(]|$)/i,
      ' ',
    )
    .replace(/[\p{Script=Han}\d]{1,14}(?:患者|成人|儿童|女性|男性|人群|小鼠|大鼠)的(?=\p{Script=Han})/u, ' ');
  return (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > 1 ? rest : text;
}

/** Longer ones are a whole clause whose numbers speak. */
const longestCue = 60;

/** A text with blanks over some of its words; places stay true. */
export function blanked(text: string, cues: readonly { start: number; end: number }[]): string {
  let [blank, copied] = ['', 0];
  for (const { start, end } of cues.toSorted((one, other) => one.start - other.start)) {
    if (end - start >= longestCue || end <= copied) continue;
    const from = Math.max(start, copied);
    blank += text.slice(copied, from) + ' '.repeat(end - from);
    copied = end;
  }
  return blank + text.slice(copied);
}

/** A drug's name is rare in all abstracts and common in its own: an outcome tells more which finding is meant. */
export const heaviest = 4;

/** Weighs terms by how well they identify a sentence of the abstract: most if few sentences contain them. */
export function tellingWeight(sentences: readonly EvidenceSentence[]): (term: Term) => number {
  const known = new Map<string, number>();
  return (term) => {
    const key = term.stems.join(' ');
    let weight = known.get(key);
    if (weight === undefined) {
      const holding = sentences.filter(({ stems }) => presence(term, stems) >= 0.5).length;
      weight = Math.min(term.weight, heaviest) * Math.log(1 + sentences.length / Math.max(0.5, holding)) ** 2;
      known.set(key, weight);
    }
    return weight;
  };
}
