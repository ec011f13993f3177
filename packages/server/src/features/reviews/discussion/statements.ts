import { readEffects } from '@citewell/citation-checker/demonstration/effects.ts';
import { type Direction, findingDirection } from '../../../literature/ranking/direction.ts';
import type { TopicParts } from '../sections/topic-parts.ts';
import { comparatorOf, readBoundEffects } from '../studies/bound-effects.ts';
import { mainClause, namedOutcomes } from '../studies/named-outcomes.ts';
import { isOutcomePhrase } from '../studies/outcome-phrases.ts';

/** Directions in a finding's statement, by the name of the outcome of each: longer survival means lower mortality. */
export type Statement = ReadonlyMap<string, Direction>;

/**
 * Matches the boundary before the next statement on the same subject: "… did not improve survival nor did it raise
 * toxicity".
 */
const nextStatement =
  /[;；](?![^()（）]{0,200}[)）])|,? (?=nor\b)|,? and (?=(?:is|are|was|were|did|does|had|has|reduced|increased|improved|lowered|raised|prevented|(?:(?:an?|large|significant(?:ly)?|also|with|greater) ){0,2}(?:reductions?|increases?|decreases?|improvements?|lower|higher|fewer|more|less|longer|shorter|better|worse)\b))/i;
/** Words for the participants: an outcome that they have already was not counted. */
const inWhom =
  /\b(?:in|among|of|for|than) (?:the |all )?(?:those|patients|people|persons|subjects|participants|individuals|women|men|adults|children|cases) (?:with|without|who (?:had|have))\b[^,.;:]*/gi;
/** Words before a pre-existing condition: "pain after wrist fractures". */
const afterWhat =
  /\b(?:after|following) (?:an? |the )?(?:(?!treatment|therapy|surgery|supplement|adjust|use|using|\w+ing\b)[a-z-]{2,20} ){0,2}$/i;
/** General measures, whose subject the neighbouring words name. */
const counts: ReadonlySet<string> = new Set(['incidence', 'prevalence']);

const inverse: Record<Direction, Direction> = { raises: 'lowers', lowers: 'raises', unchanged: 'unchanged' };

/** Matches an adjustment with its variables, which are no exposure. */
const adjusted =
  /,? ?\b(?:even )?(?:(?:after|when|with|on|following|and|once) )?(?:(?:we|they|it was|this was|was|were|full|further|additional|multivariable|statistical) ){0,2}(?:adjust(?:ed|ing|ments?)|control(?:led|ling)|accounting|match(?:ed|ing)) (?:was made |were made )?(?:for|on)\b[^();:]*|(?:在|经)?(?:校正|调整)了?[^，。；（()]{1,80}?(?:之?后|因素)|(?:在)?控制了?[^，。；（()]{1,80}?(?:因素|变量)(?:之?后)?/gi;
/** Matches the verb of a clause that states the finding before or after an adjustment. */
const hasVerb =
  /(?:\w |^, )\b(?:was|were|had|has|have|did|is|are|remained|(?:lower|reduc|increas|decreas|rais|chang|predict|improv|prevent|affect|cut|halv|doubl)\w*)\b/i;

/** Matches the end or absence of an exposure, which is a different one: "smoking cessation", "vitamin D deficiency". */
const lacking =
  /\b(?:cessation|stop(?:s|ped|ping)?|quit\w*|abstinen\w+|withdr[ae]w\w*|discontinu\w+|avoid\w*|depriv\w+|deficien\w+|insufficien\w+|(?:smoking|alcohol|salt|sodium|sugar) (?:reduction|restriction))\b|戒[烟酒断除]|停(?:用|药|止)|撤药|缺乏|(?:维生素|摄入|睡眠)[^，。；]{0,4}不足/i;

/** Returns true for a text about the end or absence of an exposure. */
export function isOnLack(text: string): boolean {
  return lacking.test(text);
}

/** Removes adjustments: "the advantage was less strong after we adjusted for aspirin" is not about aspirin. */
export function withoutAdjustments(text: string): string {
  return text.replace(adjusted, (words, at: number) => {
    if (hasVerb.test(text.slice(0, at))) return ' ';
    // In "After adjustment for age and sex, metformin lowered …" the finding follows the last comma before its verb.
    for (let comma = words.lastIndexOf(','); comma > 0; comma = words.lastIndexOf(',', comma - 1)) {
      const rest = words.slice(comma);
      if (hasVerb.test(rest)) return rest;
    }
    return ' ';
  });
}

/** Reads the statements of a finding's main clause with the direction of their outcomes. `parts` are the topic's. */
export function statementsOf(text: string, parts: TopicParts): Statement[] {
  if (differsByGroup(text)) return [];
  return mainClause(withoutAdjustments(text))
    .split(nextStatement)
    .map((each) => {
      const statement = each.replace(inWhom, ' ');
      const direction = directionOf(statement);
      return new Map(direction ? outcomesOf(statement, parts).map((name) => told(name, direction)) : []);
    });
}

function told(name: string, direction: Direction): [string, Direction] {
  return /survival$/.test(name)
    ? [
        name.replace(/(?:^| )survival$/, (words) => words.replace('survival', 'mortality')),
        inverse[direction],
      ]
    : [name, direction];
}

/** Returns the direction expressed by a statement's words, otherwise by its figures. */
export function directionOf(statement: string): Direction | undefined {
  if (/^nor\b/i.test(statement.trim())) return 'unchanged';
  return findingDirection(statement) ?? directionOfVerbs(statement) ?? directionOfFigures(statement);
}

/** Returns the direction of verbs that the ranking rules do not know: "cut", "halved", "doubled". */
function directionOfVerbs(statement: string): Direction | undefined {
  const states = new Set(readEffects(statement).map(({ state }) => state));
  if (states.has('good') || states.has('bad')) return undefined;
  const isUp = states.has('up');
  const isDown = states.has('down');
  if (isUp && isDown) return undefined;
  if (isUp || isDown) return isUp ? 'raises' : 'lowers';
  return states.has('none') ? 'unchanged' : undefined;
}

/** Matches a comparator that describes the unexposed: "compared with supplementation". */
const isExposed =
  /^(?!no|without|never|those not)[^,;]{0,40}\b(?:use|using|users|supplementation|treatment|therapy)\b/i;
/** Matches figures of several groups, where the first is not the study's. */
const ofGroups = /(?:,|\band) (?:[\w-]{1,30} ){0,8}\d{1,2}[.·]\d{1,3} ?[([]/;

/**
 * Tells whether the ratios of a sentence on one outcome point different ways, as those of two groups: what it tells of all is unknown. The
 * second may stand without its measure.
 */
export function differsByGroup(text: string): boolean {
  const effects = readBoundEffects(text);
  const [first] = effects;
  if (!first) return false;
  const names = effects.map(({ outcome }) => outcome?.name);
  if (names.every((name, at) => name !== undefined && names.indexOf(name) === at) && names.length > 1)
    return false;
  const figures = [
    ...effects.map(({ kind, low, high }) => ({ none: kind === 'ratio' ? 1 : 0, low, high })),
    ...[...text.slice(first.end).matchAll(bareRatio)].map(([, low, high]) => ({
      none: first.kind === 'ratio' ? 1 : 0,
      low: Number(low),
      high: Number(high),
    })),
  ];
  return new Set(figures.map(({ none, low, high }) => (high < none ? -1 : low > none ? 1 : 0))).size > 1;
}

/** "and 1.50 (95% CI 1.10-2.00)": a ratio whose measure another gives. */
const bareRatio =
  /(?:,|，|\band|和|及|为)(?: [\w-]{1,30}){0,8} ?\d{1,2}\.\d{1,3} ?[([（](?:95% ?CI,? ?)?(\d{1,2}\.\d{1,3})(?:-|–|—| to |, ?|～|~|至)(\d{1,2}\.\d{1,3})/g;

function directionOfFigures(statement: string): Direction | undefined {
  const effects = readBoundEffects(statement);
  const last = effects.at(-1);
  const comparator = comparatorOf(statement);
  const isTurned = comparator && isExposed.test(statement.slice(comparator.start, comparator.end));
  if (!last || isTurned || ofGroups.test(statement.slice(last.end))) return undefined;
  const directions = new Set(
    effects.map(({ kind, low, high }): Direction => {
      const none = kind === 'ratio' ? 1 : 0;
      if (high < none) return 'lowers';
      return low > none ? 'raises' : 'unchanged';
    }),
  );
  const [direction] = directions;
  return directions.size === 1 ? direction : undefined;
}

/** Returns the outcomes of a statement: those of the list, otherwise diseases of the topic that occurred or did not. */
function outcomesOf(statement: string, parts: TopicParts): string[] {
  const listed = namedOutcomes(statement).filter(
    ({ name, start }) => !counts.has(name) && !afterWhat.test(statement.slice(0, start)),
  );
  if (listed.length > 0) return listed.map(({ name }) => name);
  const ofTopic = parts.filter(
    (wordings) => isDisease(wordings) && wordings.some((wording) => cameAbout(statement, wording)),
  );
  return ofTopic.map(nameOfPart);
}

/** Returns true for a part of a topic that names something which happens to people. */
export function isDisease(wordings: readonly string[]): boolean {
  return wordings.some((wording) => isOutcomePhrase(wording));
}

/** Returns the English name of a part, if it has one. */
export function nameOfPart(wordings: readonly string[]): string {
  return (
    wordings.find((wording) => /^[\p{Script=Latin}\d\s,'’-]+$/u.test(wording)) ??
    wordings[0] ??
    ''
  ).toLowerCase();
}

/** Matches text before a disease that marks it as the outcome rather than a trait of the participants. */
const leads =
  /(?:^|\b(?:risks?|odds|rates?|likelihood|probability|occurrence|incidence|prevalence|frequency|hazards?|proportion|number) (?:of|for) (?:an? |the )?|\b(?:develop\w*|reduc\w+|lower\w*|decreas\w+|increas\w+|rais\w+|prevent\w*|affect\w*|influenc\w+|chang\w+|caus\w+|cut|halved|doubled|less|more|fewer|higher|effects? on|protect\w* (?:against|from)|associated with) (?:an? |the )?(?:developing |incident )?)$/i;
const leadsInChinese = /(?:降低|减少|减轻|增加|升高|提高|预防|防止|影响|发生|导致|引起)了?(?:患|发生)?$/;
const followsInChinese = /^的?(?:发生|发病|患病|风险|危险|减少|降低|升高|增加|增多|下降|未)/;

function cameAbout(statement: string, wording: string): boolean {
  const text = statement.toLowerCase();
  const words = wording.toLowerCase();
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const [before, after] = [statement.slice(0, at), statement.slice(at + words.length)];
    const isHan = /\p{Script=Han}/u.test(words);
    if (isHan ? leadsInChinese.test(before) || followsInChinese.test(after) : leads.test(before)) return true;
  }
  return false;
}
