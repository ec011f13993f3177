import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { isMeshSubject } from '../../../../literature/query/mesh/mesh.ts';
import type { Span } from '../studies.ts';
import { beginsWithPeople, isInterventionName, nounPhrase } from './study-cells.ts';

/** Words before a name that say what was asked about it: "The benefits of", "Evidence regarding". */
const aboutIt =
  /^(?:the |an? )?(?:[a-z-]{3,20} )?(?:benefits?|effects?|efficacy|effectiveness|safety|impact|influence|evidence|roles?|use|value|associations?|administration|addition|risks?)(?: and [a-z-]{3,20})? (?:of|for|from|on|regarding|concerning|about) (?:the )?(?=\S{3})/i;
/** Last words of a phrase that names a result, a measure or a part of a comparison. */
const namesResult =
  /\b(?:risks?|changes?|rates?|incidence|prevalence|mortality|survival|outcomes?|events?|tolerance|hours?|days?|weeks?|months?|years?|effects?|efficacy|effectiveness|benefits?|evidence|regarding|concerning|detection|reproducibility|reliability|accuracy|performance|validity|sensitivity|specificity|rather|other|than|versus|vs)$|\bwith (?:[\w-]{1,20} ){0,4}(?:responses?|recurrence|progression|susceptibility|severity|status)$/i;
/** A finite verb between two nouns: "infection triggers aberrant expression". Plurals before a noun are rare. */
const verbAmongNouns =
  /(?<=[a-z\d)] )(?!(?:diabetes|herpes|rabies|measles|mumps|species|series|sports|always)\b)(?:[a-z]{3,20}[a-rtv-z]s(?<!ss|us|is)|forecast|(?:trigger|reduc|increas|improv|decreas|caus|predict|prevent|induc|promot|alter|show|rais|lower)ed) (?!(?:and|or|of|in|with|without|for|on|to|plus|versus|vs|at|by|from|as|alone|only)\b)[a-z]/;
/** Words and marks that may be directly before a whole noun phrase in a sentence. */
const before =
  /(?:^|[.,;:?!()[\]“”"'’–—/]|\b(?:of|with|without|to|by|for|on|in|the|an?|using|receiving|received|receive|taking|took|given|gave|between|versus|vs\.?|against|than|does|do|is|are|can|should|whether|that|from|either|both|after|during|regarding|via|through|daily|mg|and))\s*$/i;
/** Words and marks that may be directly after it: no noun, and no other thing joined to it. */
const after =
  /^(?:$|[.,;:?!)\]“”"'’–—/]|\s*[([]|\s+(?:in|on|for|among|with|without|versus|vs\.?|compared|to|at|by|from|during|after|before|as|is|are|was|were|has|have|had|may|can|could|did|does|will|would|should|and|than|alone|over|through|within|between|against|twice|once|daily|that|which|who|while|but|not|\d|(?:significantly |also )?(?:reduc|improv|increas|decreas|prevent|affect|influenc|predict|caus|lower|rais|help|enhanc|promot|chang|alter|protect|modif|show|provid|reliev)(?:e?s|ed|y|ies)?)\b)/i;
/** Nouns that add nothing to a known name: "metformin therapy". */
const handled = /^\s+(?:therapy|treatment|use|users?|supplement\w*|administration|monotherapy|group|arm)\b/i;
/** Another thing joined to the name, of which the name is then a part: "or placebo" is none. */
const joined = /^(?: or (?!(?:placebo|no|not|usual|sham|matching)\b)|\/| plus )/i;

/**
 * Returns the passage of a record that a model gives for its intervention, if it is a complete noun phrase there: no
 * question about it, no result, no sentence, and no part of a longer name. Undefined otherwise, or if the rules' own
 * words say more.
 *
 * @example
 * interventionSpan(article, 'The benefits of statins', undefined)?.text; // 'statins'
 */
export function interventionSpan(article: Article, words: string, byRules?: Span): Span | undefined {
  const phrase = nounPhrase(words).replace(aboutIt, '');
  if (phrase === '' || (byRules && says(byRules.text, phrase) && !says(phrase, byRules.text)))
    return undefined;
  const isHan = /\p{Script=Han}/u.test(phrase);
  if (beginsWithPeople(phrase)) return undefined;
  if (isHan && /(?:疗效|效果|效应|作用|影响|关系|相关性|风险|安全性|研究|分析)$/.test(phrase))
    return undefined;
  if (!isHan && (!isInterventionName(phrase) || namesResult.test(phrase) || verbAmongNouns.test(phrase)))
    return undefined;
  return passages(article, phrase).find(({ field, start, end }) => {
    if (isHan) return true;
    const text = field === 'title' ? article.title : abstractText(article);
    const [earlier, later] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 60)];
    const isKnown = isMeshSubject(phrase);
    return (
      !joined.test(later) &&
      (after.test(later) || (isKnown && handled.test(later))) &&
      (before.test(earlier) || isKnown)
    );
  });
}

function says(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

/** Finds a phrase as whole words, whatever its capitals, in a record's title and then in its abstract. */
function passages(article: Article, phrase: string): Span[] {
  const wanted = phrase.toLowerCase();
  return (
    [
      ['title', article.title],
      ['abstract', abstractText(article)],
    ] as const
  ).flatMap(([field, text]) => {
    const lower = text.toLowerCase();
    if (lower.length !== text.length) return [];
    const found: Span[] = [];
    for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + 1)) {
      const end = start + phrase.length;
      const isWhole =
        !(/[\p{Script=Latin}\p{N}]$/u.test(lower.slice(0, start)) && /^[a-z\d]/.test(wanted)) &&
        !(/^[\p{Script=Latin}\p{N}]/u.test(lower.slice(end)) && /[a-z\d]$/.test(wanted));
      if (isWhole) found.push({ text: text.slice(start, end), field, start, end });
    }
    return found;
  });
}
