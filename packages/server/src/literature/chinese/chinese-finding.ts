import { readClauses } from '@citewell/citation-checker/demonstration/statement.ts';
import type { ToChinese } from './chinese-terms.ts';
import { type Clause, readClause } from './finding-clauses.ts';
import { readTokens } from './finding-tokens.ts';

/** Matches the name of a section of findings at the beginning of an abstract without sections of its own. */
const sectionName =
  /^(?:(?:MAIN |PRINCIPAL )?(?:RESULTS?|FINDINGS?|CONCLUSIONS?|INTERPRETATION|SUMMARY|SIGNIFICANCE)(?: AND (?:RELEVANCE|SIGNIFICANCE))?[:.]? |Conclusions?(?:[:.] ?| )|Results?: ?)(?=[A-Z])/;
/** Matches the name of any other section, which is no word of the sentence. */
const otherSection =
  /^(?:[A-Z]{4,}(?: [A-Z]{3,})*:? [A-Z]|(?:AIMS?|BACKGROUND|CONTEXT|DESIGN|INTRODUCTION|METHODS?|OBJECTIVES?|PATIENTS|PURPOSE|RATIONALE|SETTING)\b|(?:Background|Aims?|Objectives?|Methods?|Purpose|Introduction): )/;
const study =
  '(?:results|findings|data|study|trial|review|meta-analysis|analysis|analyses|observations|evidence|experiment|experiments|work|paper)';
const whose = '(?:our|the|these|this|those|present|current|available|preliminary|overall|combined)';
const shows =
  '(?:(?<hedge>suggest|suggests|suggested|indicate|indicates|indicated)|shows?|showed|shown|demonstrates?|demonstrated|found|confirms?|confirmed|reveals?|revealed|(?:has|have) (?:shown|demonstrated|found|confirmed))';
const leadIn = new RegExp(
  `^(?:(?:in (?:conclusion|summary|this study)|overall(?=,)|taken together|together|collectively|thus|finally|moreover|furthermore|however|in addition|additionally|therefore|according to our results|importantly),? )?(?:(?:${whose} ){0,2}(?:study |trial )?${study} (?:of (?:this|our|the present) ${study} )?(?:strongly |clearly |also |further )?${shows} that |(?:here,? )?we (?:also )?(?:(?:have )?(?:found|conclude|concluded|showed?|shown|observed|demonstrated?|report|reported))(?: here)? that |it (?:is|was|has been) (?:concluded|found|shown|demonstrated|observed) that )?`,
  'i',
);

/**
 * Translates an English finding into one line of Chinese: subject, direction, outcome and figures, with the population
 * and the comparator that the sentence names. Returns undefined if any part has no Chinese term or another form: a line
 * states all that its sentence states.
 */
export function chineseFinding(sentence: string, toChinese: ToChinese): string | undefined {
  const trimmed = sentence.trim().replace(/\.$/, '').replace(sectionName, '');
  const opening = leadIn.exec(trimmed);
  const text = trimmed.slice(opening?.[0].length ?? 0);
  if (otherSection.test(text)) return undefined;
  const tokens = readTokens(text);
  if (!tokens) return undefined;
  const reader = toChinese(tokens);
  const hedge = opening?.groups?.hedge ? '结果提示：' : '';
  const clause = readClause(reader, 0, tokens.length);
  if (!clause || !agrees(text, clause.zh) || !isPlain(clause.zh) || !isFinding(clause)) return undefined;
  return `${hedge}${clause.zh}。`;
}

/** Returns false where parts are stacked as no Chinese text does: they were probably not joined as the sentence means. */
function isPlain(zh: string): boolean {
  return !/的[^，。；：（）和、的]{0,12}的[^，。；：（）和、的]{0,12}的|(?<!卒)中的[^，。；：]{0,20}(?<!卒)中的|的组中的|(\p{Script=Han}{2,12})\1|的的|患者的人群|的中的|中中|有有|率患者|[的者][高低]水平|有限的数量|）（|的[A-Z]+中的|有[^，。有]{0,40}中的[^，。有]{0,40}(?:作用|影响)/u.test(
    zh,
  );
}

/** Returns false for a statement about the study, and for a ratio without what it is of. */
function isFinding({ zh, subject }: Clause): boolean {
  if (
    /^(?:研究|试验|分析|数据|结果|样本|(?:.*的)?比值|研究持续时间|.{0,4}时期|评分|(?:潜在)?机制|.*随访(?:时间|期|的(?:中位|平均)持续时间)?|(?:主要|次要)(?:结局|终点))$/.test(
      subject,
    )
  )
    return false;
  // "There was no difference between the groups": in what?
  if (
    /(?:^|，)观察到(?:显著|相似)?的?(?:降低|升高|变化|改善|增加|减少|结果|差异)(?:（|$)|未见干预的作用/.test(
      zh,
    )
  )
    return false;
  if (
    /(?:不存在|未见)(?:治疗的|组间的)?(?:显著)?的?(?:组)?(?:差异|关联|相关性|相互作用|作用|变化)(?:（|$)/.test(
      zh,
    )
  )
    return false;
  if (/(?:^|，)(?:[^，的]*(?:(?<!时)间|组))?(?:无(?:显著)?差异|存在(?:[^，的]{0,2}的)?变化)(?:（|$)/.test(zh))
    return false;
  return !/(?:^|，)(?:校正后的|校正|合并|总体)?(?:[aA]?(?:IRR|RR|HR|OR|SMR|SIR)|[一-龥]{0,2}(?:比值比|风险比|相对风险|相对危险度)|均数差|平均差异|P值|AUC)(?:（[^）]*）)?(?:为|[：:])|[有为]\d[\d.]*的/.test(
    zh,
  );
}

/** Compares with the checker's reading, so that nothing is reversed: a line denies where the sentence does. */
function agrees(text: string, zh: string): boolean {
  const effects = readClauses(text).flatMap((clause) => clause.effects);
  const isNone = effects.some(({ direction }) => direction === 'none');
  return !isNone || /[未无不非]|同样|相当|相似|等效/.test(zh);
}
