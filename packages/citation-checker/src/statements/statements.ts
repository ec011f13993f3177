import { isProven, isUnproven, ratioSide, readMeasures } from '../numbers/measures.ts';
import type { ClauseSpan } from '../reading/clauses.ts';
import { readQuantities } from '../reading/quantities.ts';
import { findStrength } from './claim-strength.ts';
import { type Direction, findDirections } from './directions.ts';
import { nothingChanged } from './no-effect.ts';
import { outcomeSign } from './outcomes.ts';

/** Statement of a clause about its subject: a change in one direction, no change, or an association. */
export type Statement = {
  says: 'directed' | 'none' | 'linked';
  /** The words it says it by. */
  text: string;
  start: number;
  end: number;
  /** Direction of an association, from its ratio. */
  direction?: Direction;
  /** Near an outcome that patients want (+1) or do not want (−1). */
  outcome: 1 | -1 | undefined;
  /** On which side of its words the outcome stands: "reduced mortality", "mortality was reduced". */
  object: 'before' | 'after';
  /** "may", or numbers that leave it open. */
  unsure: boolean;
};

/** Axes that say what happened to an outcome. */
export const isMoving = (axis: string): boolean =>
  ['amount', 'quality', 'weight', 'sign', 'frequency'].includes(axis);
/** Words of a state, not of what was done to it: "deficiency leads to …", "high intake". */
const condition =
  /^(?:deficien\w*|lack\w*|absen\w*|knock.*|silenc\w*|many|most|low|high|up|down|deplet\w*|inhibitory|activat(?:ed|ion)|loss|lost|缺失|缺乏|敲除|敲低|沉默|失活)$/i;
/** The step of a dose, and what was done before something was seen: "per 5 mg increase", "after blocking CD36". */
const step =
  /(?:\b(?:per|each|every)\b(?:(?!\s(?:was|were|is|are|had|has)\s)[^,;.]){0,30}\s|每[^，；。]{0,6})$/i;
const stepped =
  /^(?:increases?|increments?|decreases?|reductions?|rises?|higher|lower|greater|increasing|升高|增高|增加|增长|上升|提高|降低|下降|减少)$/i;
const conditional = /\b(?:after|when|upon|following)\s$/i;
const gerund = /ing$/i;
/** Beginning of a clause whose subject is an action: "blocking CD36 lowered …", "inhibition of CD36 …". */
const leading = /^\W*(?:the |both |further )?$/i;
const deed = /(?:tion|sion|ment|ade|down)$/i;

function isCondition(text: string, { text: word, start }: Direction): boolean {
  const before = text.slice(Math.max(0, start - 48), start);
  return (
    condition.test(word) ||
    (stepped.test(word) && step.test(before)) ||
    (gerund.test(word) && conditional.test(before))
  );
}

function isDeed(text: string, { text: word, start, end }: Direction): boolean {
  return (
    leading.test(text.slice(0, start)) &&
    (gerund.test(word) || (deed.test(word) && /^ of\b/i.test(text.slice(end, end + 4))))
  );
}

/** Distance of an outcome from what is stated about it, in characters. */
const outcomeReach = 60;
/** More than a clause has; a text of nothing else must not take its square in time. */
const statementsMax = 12;

/** Reads the statements of a clause. Linear in its length. */
export function readStatements({ text }: ClauseSpan): Statement[] {
  const measured = readMeasures({ text, quantities: /\d/.test(text) ? readQuantities(text) : [] });
  const strength = findStrength(text);
  const nothing = nothingChanged(text);
  if (nothing)
    return [
      {
        says: 'none',
        ...nothing,
        outcome: outcomeSign(text),
        object: sideOf(text, nothing),
        unsure: false,
      },
    ];
  const unproven = isUnproven(measured);
  const unsure = unproven || strength.some(({ sense }) => sense === 'hedge');
  const moving = findDirections(text).filter(
    (direction) => isMoving(direction.axis) && !isCondition(text, direction),
  );
  const directed = (moving.length > 1 && moving[0] && isDeed(text, moving[0]) ? moving.slice(1) : moving)
    .slice(0, statementsMax)
    .map((direction): Statement => {
      const { start, end } = direction;
      const near = text.slice(Math.max(0, start - outcomeReach), end + outcomeReach);
      return {
        says: 'directed',
        text: direction.text,
        start,
        end,
        direction,
        outcome: outcomeSign(near),
        object: sideOf(text, direction),
        unsure,
      };
    });
  if (directed.length > 0) return directed;
  const whole = {
    text: text.trim(),
    start: 0,
    end: text.length,
    outcome: outcomeSign(text),
    object: 'before',
  } as const;
  if (unproven) return [{ says: 'none', ...whole, unsure: false }];
  const link =
    strength.find((cue) => cue.sense === 'associative' || (cue.sense === 'causal' && !isNoun(text, cue))) ??
    significant(text);
  const side = ratioSide(measured);
  if (link)
    return [
      {
        ...whole,
        ...(side && {
          direction: { axis: 'amount', side, text: link.text, start: link.start, end: link.end },
        }),
        says: 'linked',
        text: link.text,
        start: link.start,
        end: link.end,
        object: sideOf(text, link),
        unsure,
      },
    ];
  if (isProven(measured)) return [{ says: 'linked', ...whole, unsure: false }];
  return [];
}

/** "Death from any cause", "due to": words of a name, not of a link that was found. */
function isNoun(text: string, { text: cue, start }: { text: string; start: number }): boolean {
  return (
    /^(?:cause|causal|due to|because of|attributable to|由于)$/i.test(cue) ||
    /(?:\b(?:of|from|to|by|any|all|other|natural|specific|known|unknown)|(?:ic|al|ar|ous|ed))\s$/i.test(
      text.slice(0, start),
    )
  );
}

function significant(text: string): { text: string; start: number; end: number } | undefined {
  const found =
    /\b(?:significant(?:ly)? (?:differ\w+|effects?|change\w*)|differed|affect(?:s|ed)|effects? on|influences?d?)\b|差异(?:有|具有)统计学意义|有(?:显著|明显)(?:差异|影响)|影响/i.exec(
      text,
    );
  return found ? { text: found[0], start: found.index, end: found.index + found[0].length } : undefined;
}

/** Behind these words what they are about has been said: "mortality was lower", "did not differ", 高于. */
const beforehand =
  /\b(?:was|were|is|are|been|be|being|remained)\s(?:\w+ly\s|not\s|also\s|much\s|slightly\s){0,2}$/i;
const backward =
  /^(?:(?:did |does |do )?not(?: \w+ly)? (?:differ|chang)\w*|similar|comparable|equivalent|identical|unchanged|unaffected|unaltered|non-?significant\w*|insignificant\w*|rose|fell|declined|.{0,60}(?:高于|低于|多于|少于|优于|劣于|长于|短于|大于|小于|相似|相当|相近|无统计学|不显著|差异无|无(?:显著|明显|统计学)\p{Script=Han}{0,20}差异|无差异|升至|降至|更高|更低|更多|更少|较高|较低))$/iu;

/** "A decrease in the intake of fat was found": what it is of follows; "a decrease in both groups" tells only where. */
const article = /\b(?:an?|the|no|any)\s(?:\w+\s){0,2}$/i;
const ofWhat =
  /^\s(?:in|of)\s(?!(?:the |both |all |either |each |these |our )?(?:\w+ )?(?:groups?|arms?|patients|women|men|children|adults|mice|rats|cases|controls|cohorts?)\b|both|all)/i;

function sideOf(text: string, cue: { text: string; start: number; end: number }): 'before' | 'after' {
  if (
    article.test(text.slice(Math.max(0, cue.start - 40), cue.start)) &&
    ofWhat.test(text.slice(cue.end, cue.end + 40))
  )
    return 'after';
  if (backward.test(cue.text) || beforehand.test(text.slice(Math.max(0, cue.start - 40), cue.start)))
    return /^\s(?:in|on|for|of)\s(?!both|the two|all|either|each|those|patients|women|men|children|adults)/i.test(
      text.slice(cue.end, cue.end + 24),
    ) && /^no |^not |^similar/i.test(cue.text)
      ? 'after'
      : 'before';
  // A sentence that ends with its verb: "mortality decreased", 死亡率降低.
  const rest = text
    .slice(cue.end)
    .replace(/[(（][^)）]{0,400}[)）]/g, '')
    .replace(/[\d.,%％\s]+/g, ' ')
    .trim();
  const han = /\p{Script=Han}/u.test(cue.text);
  if (
    han
      ? rest.replace(/[^\p{Script=Han}A-Za-z]/gu, '').length < 2 ||
        /^(?:了?相关|有关|的?风险$|趋势)/.test(rest)
      : /^(?:(?:significantly|slightly|markedly|by|with|in|from|after|at|to|more|over|during)\b.*)?[.,;]*$/i.test(
          rest,
        ) && !/^(?:effect|associat|no )/i.test(cue.text)
  )
    return 'before';
  return 'after';
}
