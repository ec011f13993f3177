import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';

/** Endings of drug names, from the stems of the WHO's list of international nonproprietary names. */
export const inn =
  /^[a-z-]{2,}(?:mab|tinib|rafenib|metinib|ciclib|zomib|parib|lisib|statin|april|opril|sartan|olol|dipine|gliptin|gliflozin|glutide|zepatide|natide|glitazone|parin|xaban|gatran|conazole|cillin|mycin|micin|floxacin|cycline|clovir|navir|buvir|asvir|gravir|prazole|tidine|setron|triptan|azepam|zolam|caine|curium|dronate|profen|coxib|onide|asone|solone|terol|tropium|lukast|platin|taxel|rubicin|tecan|citabine|trexate|limus|formin|semide|thiazide|afil|penem|bactam|vudine|oxetine|pramine|triptyline|peridone|stigmine|relin|steride|oxifene|rozole|fibrate|trapib|gepant|glinide|grel|pidogrel|vaptan|entan|ciguat|sulfan|mustine|amivir|fenac|gabalin|racetam|barbital|piprazole|quine|zolid|oxacin|bendazole|mectin)$/;

/**
 * A drug that the abstract never names, in a sentence that it otherwise tells: certain where it names another one in its
 * place, a doubt elsewhere.
 */
export function drugFindings({ terms, abstract, covered, verbatim }: Comparison): Finding[] {
  if (verbatim || covered.best < topical) return [];
  const drugsOf = (stems: readonly string[]) => stems.filter((stem) => inn.test(stem));
  const named = terms.filter(({ text, stems }) => drugsOf([text.toLowerCase(), ...stems]).length > 0);
  const foreign = named.filter(
    ({ text, stems }) =>
      ![text.toLowerCase(), ...stems].some(
        (stem) =>
          abstract.stems.has(stem) ||
          [...abstract.stems].some((other) => other.endsWith(stem.replace(/s$/, ''))),
      ),
  );
  if (foreign.length === 0) return [];
  const own = new Set(named.flatMap(({ text, stems }) => [text.toLowerCase(), ...stems]));
  const rival = abstract.sentences
    .flatMap(({ tokens }) => tokens)
    .find(({ text, stem }) => inn.test(text.toLowerCase()) && !own.has(text.toLowerCase()) && !own.has(stem));
  const isAlone = foreign.length === named.length;
  return foreign.map(({ text }) => ({
    kind: 'context',
    force: rival && isAlone ? 'certain' : 'doubt',
    claim: text,
    evidence: rival?.text,
  }));
}

const topical = 0.35;

const lettered = /\b(vitamin|hepatitis|influenza|factor|apolipoprotein)s?[ -]([A-K]\d{0,2}|[IVX]{1,5})\b/gi;

/** "Vitamin E" where the abstract speaks of vitamin D alone. */
export function letterFindings({ claim, abstract, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const read = (text: string) =>
    Array.from(text.matchAll(lettered), ([whole, lead = '', letter = '']) => ({
      whole,
      lead: lead.toLowerCase(),
      letter: letter[0]?.toUpperCase(),
    }));
  const own = read(claim.text);
  if (own.length === 0) return [];
  const theirs = [...abstract.sentences.flatMap(({ text }) => read(text)), ...read(abstract.title.text)];
  return own.flatMap(({ whole, lead, letter }): Finding[] => {
    const alike = theirs.filter((each) => each.lead === lead);
    const [instead] = alike;
    if (!instead || alike.some((each) => each.letter === letter)) return [];
    return [{ kind: 'context', force: 'certain', claim: whole, evidence: instead.whole }];
  });
}
