import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';
import { isDirected } from './effect-relation.ts';

/** Nouns for what others hold, before the statement that it consists of. */
const opinion = String.raw`(?:hypothes[ie]s|claims?|views?|ideas?|notions?|beliefs?|assumptions?|assertions?|suggestions?|concepts?|theor(?:y|ies)|contentions?|premises?|dogmas?|conclusions?|possibility|proposals?|paradigm|perception|argument|impression|myths?|expectations?)`;

/** Frames with the statement that they govern up to the end of their sentence: a rejection, a report of others, too few data. */
const governing = new RegExp(
  [
    String.raw`\b(?:reject(?:s|ed|ing)?|refut(?:es?|ed|ing)|disprov(?:es?|ed|ing)|contradict(?:s|ed|ing)?|challeng(?:es?|ed|ing)|disput(?:es?|ed|ing)|question(?:s|ed|ing)?|dispel(?:s|led|ling)?|debunk(?:s|ed|ing)?|argu(?:es?|ed|ing) against|speaks? against|rul(?:es?|ed|ing) out|doubts? (?:on|about|upon)|into question|(?:runs?|ran) counter to|inconsistent with|at odds with)\b[^.;,]{0,60}?\b${opinion}\b`,
    String.raw`\bit (?:is|was|would be|may be|seems) (?:therefore |thus |clearly )?(?:wrong|incorrect|mistaken|false|erroneous|misleading|premature|untrue|doubtful|unlikely|a (?:mistake|myth|misconception|fallacy))\b[^.;,]{0,40}?\bthat\b`,
    String.raw`\b(?:critics|opponents|proponents|advocates|some|others|many|most (?:people|clinicians|physicians|doctors)|lay people|experts|commentators) (?:have |has |had |also |still )?(?:claim|believ|argu|think|thought|maintain|assert|contend|fear|suspect|assum|speculat|suppos|propos|hold|held)\w{0,3}(?: that)?\b`,
    String.raw`\bit (?:is|was|has been) (?:\w+ly )?(?:believed|assumed|thought|held|claimed|argued|feared|supposed|speculated|hypothesi[sz]ed) that\b`,
    String.raw`\b(?:few|little|scant|sparse|insufficient|hardly any|anecdotal) (?:\w+ )?(?:data|evidence|studies|trials|reports)\b[^.;,]{0,24}?\b(?:that|for|show|suggest|support|indicat|demonstrat|exist)`,
    String.raw`(?<=^|[A-Z]{3}:? |: )In (?:an?|our|the|their|one|two|several|some|other|(?=(?:earlier|previous|prior|past)\b)) ?(?:earlier|previous|prior|past|recent earlier) (?:[\w-]+ ){0,2}?(?:stud(?:y|ies)|work|reports?|trials?|experiments?|papers?|analys[ie]s|research|investigations?|series)\b`,
    String.raw`\b(?:the|this|our|a) (?:[\w-]+ )?(?:models?|theory|simulations?) predict(?:s|ed)?\b`,
    String.raw`(?:反驳|否定|推翻|驳斥|质疑|拒绝|反对)[^。；]{0,60}(?:假设|假说|观点|看法|说法|结论|理论)`,
    String.raw`(?:批评者|反对者|支持者|有人|有些人|一些人|部分学者|传统上|人们)(?:普遍|一直|曾)?(?:认为|声称|主张|相信|担心|怀疑)|据称|误认为|(?:错误|误)(?:地|的)?(?:认为|推断)`,
    String.raw`(?:鲜有|少有|很少有|仅有少数|几乎没有)(?:数据|证据|研究)`,
    String.raw`在(?:一项|我们)?(?:先前|早期|早先|之前|以往|既往|此前)的?(?:一项)?研究中`,
    String.raw`模型预测`,
  ].join('|'),
  'iu',
);

/** Frames that follow the statement: "the hypothesis that … was rejected". */
const following = new RegExp(
  String.raw`\b${opinion} that\b[^.;]{4,160}?\b(?:rejected|refuted|disproved|unfounded|untenable|unsupported|(?:is|was|were|are) (?:wrong|incorrect|false|mistaken))\b|(?:假设|假说|观点|看法|说法|结论)(?:并?不成立|是错误的|有误|被(?:否定|推翻|拒绝))`,
  'iu',
);

/** Frames up to the next comma, after which the finding follows: "Contrary to the hypothesis that …, …". */
const opening = new RegExp(
  String.raw`\b(?:contrary|counter|in contrast|as opposed) to\b[^.;,]{0,40}?\b${opinion}\b|与[^，。；]{2,60}(?:假设|假说|预期|观点)(?:相反|不符|不一致|相悖)`,
  'iu',
);

/** Matches a condition on a finding; its words follow. */
const condition =
  /(?:(?<=^|[A-Z]{3}:? |: )|, )(?:only )?(?:if|unless|provided(?: that)?|assuming(?: that)?)\b[^,.;]{2,120}|(?:如果|若|倘若|假如|除非)[^，。；]{1,40}/iu;

/** Matches any frame or condition of a claim. */
const conditional =
  /\b(?:if|unless|provided|assuming|when|whether|without|would|could|may|might)\b|如果|若|倘若|假如|除非|只有|当/i;

/**
 * Compares what governs a statement: unclear if the sentence rejects it, ascribes it to others or makes it depend on a
 * condition, and the claim does not.
 */
export function compareFrames(
  { read: { text }, clauses }: Claim,
  { indexed, places }: Alignment,
): SlotResult {
  const theirs = indexed.read.text;
  const unclear = { outcome: 'unclear', claim: text, leansAgainst: true } as const;
  const isBetween = (from: number, to: number) => (place: number) => {
    const start = indexed.read.tokens[place]?.start ?? -1;
    return start >= from && start < to;
  };
  const directed = clauses.flatMap(({ effects }) => effects.filter(({ direction }) => isDirected(direction)));
  const theirEffects = indexed.clauses.flatMap(({ effects }) => effects);
  /**
   * Returns true if a stretch of the sentence has a word of the claim that the rest lacks, or all of its words and its
   * direction.
   */
  const isWithin = (from: number, to: number) =>
    [...places.values()].some((at) => at.every(isBetween(from, to))) ||
    ([...places.values()].every((at) => at.some(isBetween(from, to))) &&
      theirEffects.some(
        ({ start, direction }) =>
          start >= from && start < to && directed.some((own) => own.direction === direction),
      ));
  const endOf = (from: number, mark: RegExp) => {
    const found = mark.exec(theirs.slice(from));
    return found ? from + found.index : theirs.length;
  };
  const rejected = opening.exec(theirs);
  if (rejected && !opening.test(text)) {
    const isHan = /\p{Script=Han}/u.test(rejected[0]);
    const end = isHan
      ? rejected.index + rejected[0].length
      : endOf(rejected.index + rejected[0].length, /[,;]/);
    if (isWithin(rejected.index, end)) return unclear;
  }
  const governed = governing.exec(theirs);
  if (
    governed &&
    !governing.test(text) &&
    isWithin(governed.index, endOf(governed.index, /;|, (?:but|whereas|while)\b/))
  )
    return unclear;
  const denied = following.exec(theirs);
  if (denied && !following.test(text)) {
    const isHan = /\p{Script=Han}/u.test(denied[0]);
    if (isHan || isWithin(denied.index, denied.index + denied[0].length)) return unclear;
  }
  const limited = condition.exec(theirs);
  // A paraphrase may say the condition with its own words, but must say it.
  if (limited && !conditional.test(text)) {
    const isPart = isBetween(limited.index, limited.index + limited[0].length);
    const isSaid = [...places.values()].some((at) => at.some(isPart));
    if (!isSaid) return unclear;
  }
  return { outcome: 'same' };
}
