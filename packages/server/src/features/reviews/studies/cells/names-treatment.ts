import { indexTerms } from '@citewell/core/text/words.ts';
import { findDescriptor } from '../../../../literature/query/mesh/descriptors.ts';

/** Heads of phrases for what is given, done or taken, and for what is measured or carried as an exposure. */
const given =
  /\b(?:therap(?:y|ies)|treatments?|training|exercises?|activit(?:y|ies)|surgery|\w{3,}ectom(?:y|ies)|\w{3,}plasty|\w{3,}otomy|\w{3,}ostomy|\w{3,}scopy|\w{3,}graphy|\w{3,}metry|biops(?:y|ies)|bypass|banding|transplant\w*|ablation|resection|repair|implants?|stents?|devices?|pacing|dialysis|ventilation|screening|vaccin\w*|immuni[sz]ation|supplement\w*|diets?|fasting|consumption|intake|feeding|use|smoking|drinking|tobacco|alcohol|coffee|tea|cannabis|opioids?|exposures?|pollution|education|programm?es?|interventions?|counsel\w*|(?:tele)?monitoring|rehabilitation|acupuncture|massage|yoga|meditation|mindfulness|prophylaxis|anticoagulation|sedation|an(?:a)?esthesia|analgesia|drugs?|agents?|medications?|antibiotics?|inhibitors?|(?:ant)?agonists?|blockers?|steroids?|hormones?|insulin|vitamins?|minerals|index|indices|density|thickness|levels?|concentrations?|BMI|weight|birth ?weight|height|obesity|overweight|adiposity|deficiency|insufficiency|interval|dispersion|polymorphisms?|alleles?|variants?|mutations?|genotypes?|stem cells|parity|income|education|occupation|sleep|stress|depression|fitness|polyps?|tests?|testing|score|scores|app|apps|\w{4,}(?:statins?|mabs?|nibs?|prils?|sartans?|mycin|cillins?|olols?|azoles?|formin|gliptins?|gliflozins?|glitazones?|parins?|xabans?|dipines?|oxetine|triptans?|dronates?|setrons?|sones?|olones?|vir|virs|tide|tides|platin|taxel|calcitriol|ferol))$/i;
/** First words of a phrase for a result, a question or an action on something. */
const opensOther =
  /^(?:the |an? )?(?:progression|quality|clinical|epidemiology|preservation|prevention|mechanisms?|averting|starting|preventing|linking|identifying|improving|reducing|types?|years?|experience|ten|equivalence|therapeutic equivalence|abnormalit\w+|differences?|regulation|repression|biomarkers?|markers?|independent|acute|chronic)(?: (?:of|with|in|for|from|to|and)\b|$)|^(?:averting|starting|preventing|linking|identifying|improving|reducing)\b|\bas an?\b|\b(?:increase|influence|improve|reduce|affect|predict|cause|prevent)s? [a-z]/i;
/** Prepositions at which the head of a phrase ends, and what follows. */
const afterHead = / (?:of|in|for|with|on|before|after|during|at|by|from|to|versus|and|or|plus)\b.*$/i;
/** Words at the end of a Chinese phrase for a result or a question. */
const hanOther =
  /(?:进展|生活质量|流行病学|危险因素|差异|预防|机制|功能|保护|异常|特征|现状|预后|诊断|综述|指标)$/;
const wordsMax = 5;

/**
 * Returns true if a phrase names a treatment or an exposure by its head: "oral iron supplements", "body mass index", "alendronate", and
 * not "quality of life", "the progression", or a subject of the topic that is a disease. `topic` contains the wordings of its parts.
 *
 * @example
 * namesTreatment('Neoadjuvant androgen ablation before prostatectomy', []); // true
 */
export function namesTreatment(phrase: string, topic: readonly (readonly string[])[]): boolean {
  if (/\p{Script=Han}/u.test(phrase)) return !hanOther.test(phrase);
  if (opensOther.test(phrase)) return false;
  const head = phrase.replace(afterHead, '').replace(/(?<![.,;:])[.,;:]+$/, '');
  const words = head.split(/\s+/);
  const headings = Array.from({ length: Math.min(wordsMax, words.length) }, (_, at) =>
    findDescriptor(words.slice(-at - 1).join(' ')),
  ).flatMap((found) => found ?? []);
  const branches = headings.flatMap(({ trees }) => trees);
  if (given.test(head) || branches.some((tree) => /^[DES]$/.test(tree))) return true;
  const isDisease = branches.some((tree) => tree.length > 1);
  const terms = new Set(indexTerms(phrase));
  // A disease that shares words with every part of the topic is what all its studies are on.
  const isTopic = topic.every((wordings) =>
    wordings.some((wording) => indexTerms(wording).some((term) => terms.has(term))),
  );
  return isDisease && !isTopic && headings.some(({ names }) => names.some((name) => sameTerms(name, head)));
}

function sameTerms(one: string, other: string): boolean {
  const terms = new Set(indexTerms(other));
  return new Set(indexTerms(one)).symmetricDifference(terms).size === 0;
}
