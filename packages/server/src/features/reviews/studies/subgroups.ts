import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { formsWrittenOut } from '../../../retrieval/subjects/abbreviations.ts';
import { listedName } from './named-outcomes.ts';

const people =
  '(?:patients?|participants|subjects|individuals|people|persons|adults|women|men|boys|girls|children|adolescents|infants|neonates|newborns|mothers|smokers|non-?smokers|users|non-?users|drinkers|carriers|non-?carriers|whites|blacks|those|survivors|mice|rats)';
/** A period of a study: "during years 5–9", "in later years", "第5–9年". */
const period = [
  String.raw`(?:in|during|over|within|for|from|between|before|after|beyond|until|since) (?:the )?(?:years?|months?|weeks?|days?) \d{1,3}(?![\d.·])(?: ?(?:-|–|—|to|and|through|until) ?(?:year |month |week |day )?\d{1,3}(?![\d.·]))?(?: onwards?)?`,
  String.raw`(?:in|during|over|within|for|from|after) (?:the )?(?:later|earlier|subsequent|remaining) (?:\d{1,3} |[a-z]{3,8} )?(?:years?|months?|weeks?|days?|decades?|periods?)`,
  String.raw`(?:in|during|over|within|for|after) the (?:first|last|initial|early|following|next|second|third) (?:\d{1,3} |[a-z]{3,8} )?(?:years?|months?|weeks?|days?|hours?|decades?|trimester)`,
  String.raw`第 ?\d{1,2}(?: ?(?:-|–|—|~|～|至|到) ?(?:第 ?)?\d{1,2})? ?年(?:间|内|期间|时)?|(?:最初|前) ?\d{1,2} ?年(?:间|内|期间)`,
].join('|');

/** Words that only a part of those studied has. */
const parts = new RegExp(
  [
    String.raw`\bsub-?(?:groups?|sets?|samples?|stud(?:y|ies)|populations?)\b|\bstrat(?:um|a|ified)\b|\badditional (?:study )?cohorts?\b`,
    String.raw`\b(?:first|second|third|fourth|fifth|highest|lowest|top|bottom|upper|lower) (?:ter|quar|quin|dec)tiles?\b`,
    String.raw`\bcategor(?:y|ies):|\([1-9]\) `,
    String.raw`(?<![\p{L}\p{N}])(?:${period})(?![a-z])[^,;:.()[\]，；。]{0,40}`,
    String.raw`\b(?:in|among|for|within) (?:the )?(?:(?!(?:groups?|arms?|than|versus|vs|compared|and|or|of)\b)[\w-]{1,20} ){0,4}${people}\b(?: (?:with|without|who|aged|younger|older|receiving|taking|using|prescribed|treated|in|at|under|over|from)\b[^,;:.()[\]]{0,80})?`,
    String.raw`\b(?:in|for|at) (?:early|late|limited|extensive|advanced|mild|moderate|severe|stage)[- ](?:stage\b|disease\b|[IV1-4]{1,3}\b)?[^,;:.()[\]]{0,60}`,
    String.raw`(?:亚组|分层)|(?:在|对于)[^，。；、（(]{1,20}(?:患者|人群|女性|男性|儿童|老年人|孕妇)中?`,
  ].join('|'),
  'giu',
);
/** A class of a disease by its short form, at the beginning of a clause: "In STEMI, …". */
const classes =
  /(?<=^|[;,] (?:(?:and|whereas|while|but) )?)(?:[Ii]n|[Ff]or|[Aa]mong) [A-Z][A-Za-z]{0,3}[A-Z][A-Za-z-]{0,8}(?=[ ,(])/g;
/** Words directly before an effect of all. */
const ofAll = /\b(?:any|all|overall|total|entire|whole)\b[^,;()[\]]{0,40}[([]?\s?$/i;
/** Phrases with "in", "of" and the like that name what is compared, and no group of people. */
const compares = /\b(?:compar\w+ (?:with|to)|versus|vs\.?|relative to|than) (?:the |that |those )?$/i;
const comparedAfter =
  /^(?: \([^)]{0,40}\))? (?:than|compared|versus|vs|relative to)\b|^[^,;:()]{0,60} than\b|与|较|相比/i;
/** Words that say nothing of which people they are. */
const anyone = new Set(
  indexTerms(
    'patients participants subjects individuals people persons adults those all these the overall whole entire study cohort trial population who were was in of for among within to with treated receiving enrolled included randomized assigned',
  ),
);

/** Words after an effect for its population: "(HR 0.70) in women". */
const afterEffect = new RegExp(
  String.raw`^[)\]]?,? (?:in|among|for|within) (?:the )?(?:[\w-]{1,20} ){0,3}(?:${people}|subgroup|stratum|(?:ter|quar|quin|dec)tile)\b[^,;:.()[\]]{0,60}|^[)）]?[，,]?(?:在|见于)?[^，。；（(]{1,12}(?:亚组|女性|男性|老年人|儿童)中?`,
  'i',
);

/** Words after an effect for its period: "RR 0.90 [95% CI 0.79–1.02] during years 5–9". */
const afterInPeriod = new RegExp(String.raw`^[)\]）]?[,，]? ?(?:${period})(?![a-z])`, 'i');

/** Place in a sentence of the words for the part of a study that an effect is of. */
export type Subgroup = { start: number; end: number };

/**
 * Finds the subgroup or period to which an effect applies, in the effect's clause. Undefined if the clause names no group, or the
 * population of the title: `whole` are the title and the words for the study's population.
 *
 * @example
 * subgroupOf('Among women, mortality was lower (HR 0.7, 0.6-0.8).', { from: 0, start: 34, end: 49 }, 'Statins in adults'); // { start: 0, end: 11 }
 */
export function subgroupOf(
  sentence: string,
  { from, start, end }: { from: number; start: number; end: number },
  whole: string,
): Subgroup | undefined {
  const known = new Set(indexTerms(whole));
  const isOfAll = (words: string) =>
    !/\bsub|strat|tile|cohort|\(|亚组|分层/i.test(words) &&
    indexTerms(words).every((term) => known.has(term) || anyone.has(term));
  const clause = sentence.slice(from, start);
  // A period after the effect is its own, whatever the clause compares: "less extreme before than after year 10 (…".
  const [during] = afterInPeriod.exec(sentence.slice(end)) ?? [];
  if (during) return { start: end, end: end + during.length };
  if (ofAll.test(clause)) return undefined;
  for (const { 0: words, index } of [...clause.matchAll(parts), ...clause.matchAll(classes)]) {
    // "Worse among men than women": those who are compared are no part that the effect is of.
    const isCompared = comparedAfter.test(clause.slice(index + words.trimEnd().length));
    if (isCompared || compares.test(clause.slice(0, index)) || isOfAll(words)) continue;
    return { start: from + index, end: from + index + words.trimEnd().length };
  }
  const [words] = afterEffect.exec(sentence.slice(end)) ?? [];
  return words && !isOfAll(words) ? { start: end, end: end + words.trimEnd().length } : undefined;
}

/** Secondary analyses. */
const further =
  /\b(?:secondary (?:outcomes?|end ?points?|analys[ie]s)|sensitivity analys[ie]s|post ?hoc|exploratory|(?<!\b(?:no|without) (?:[\w-]+ ){0,3})interactions?|per-protocol)\b|次要结局|敏感性分析/i;
/** Returns true for a sentence on a secondary analysis. */
export function isFurtherAnalysis(sentence: string): boolean {
  return further.test(sentence);
}

const first =
  /\bprimary (?:[\w-]{1,20} ){0,2}(?:outcomes?|end ?points?|analys[ie]s)\b|\boverall\b|主要(?:结局|终点)|总体/i;

/**
 * Rank of an effect among those of its study, the main one's lowest: of all people, on an outcome that the topic asks for, or else on the
 * primary outcome or the title's. `mainOutcome`: what the methods call so.
 */
export function rankOfEffect(
  sentence: string,
  effect: { outcome: string; subgroup: Subgroup | undefined },
  { title, mainOutcome, asked }: { title: string; mainOutcome: string; asked: readonly string[] },
): number {
  const terms = new Set(indexTerms(`${title} ${mainOutcome}`));
  const listed = listedName(effect.outcome);
  const isTitles = indexTerms(listed).every((term) => terms.has(term));
  const ofPart = effect.subgroup ? 4 : 0;
  // "Cardiovascular mortality" replaces mortality if no effect on all of it is stated.
  if (asked.includes(listed)) return ofPart - (listed === effect.outcome ? 2 : 1);
  return ofPart + (isFurtherAnalysis(sentence) ? 2 : 0) + (isTitles || first.test(sentence) ? 0 : 1);
}

/** Short forms for the participants of a study: "we analysed patients with DM". */
const taken =
  /\b(?:analy[sz]ed|studied|enrolled|included|randomi[sz]ed|recruited) [^.;()]{0,60}?\b([A-Z][A-Z-]{1,8})\b/g;
const anyShort = /\b[A-Z]{2,5}(?:-[A-Z]{2,5})?\b/g;

/**
 * Returns the words for a study's whole population: its title, its description of the participants, and the abbreviations
 * of both.
 */
export function populationWords(article: Article, population: string): string {
  const text = abstractText(article);
  const titled = new Set(indexTerms(article.title));
  const explained = formsWrittenOut(text, article).flatMap(({ form, name }) =>
    indexTerms(name).some((term) => titled.has(term)) ? [form] : [],
  );
  const initials = (article.title.match(/[\p{L}\d]+/gu) ?? []).map((word) =>
    /^[A-Z]{2,5}$/.test(word) ? word : word.charAt(0).toUpperCase(),
  );
  const unexplained = (text.match(anyShort) ?? []).filter((form) =>
    initials.join('').includes(form.replaceAll('-', '')),
  );
  const named = [...text.matchAll(taken)].map(([, form = '']) => form);
  return [article.title, population, ...explained, ...unexplained, ...named].join(' ');
}
