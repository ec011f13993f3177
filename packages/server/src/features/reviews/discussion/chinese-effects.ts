import type { Clause } from '@citewell/citation-checker/demonstration/statement.ts';
import type { TopicParts } from '../sections/names-topic.ts';
import { findSubgroup, parseEffects, type Sentence, type StatedEffect } from './outcome-effects.ts';
import { directed, readDirection } from './stated-direction.ts';
import { outcomeInChinese, type StatedOutcome } from './stated-outcomes.ts';

/** Matches both sides of an association: "X 与 Y 无关". */
const related =
  /^(.{2,40}?)(?:与|和|同)(.{2,30}?)(?:之间)?(?:的?(?:风险|发生|发病)率?)?(?:均)?(?:无|没有|未见|不)?(?:显著|明显)?(?:相关|关联|联系|关)?$/;

/** "，与子痫前期无关": a further outcome of the subject before. */
const alsoInChinese =
  /^[，；]?(?:但|而|且|并)?(?:与|和|同)([^，。；]{2,30}?)(?:的?(?:风险|发生|发病)率?)?(?:均)?(?:无|没有|未见|不)(?:显著|明显)?(?:相关|关联|联系|关)$/;
/** "X 与 Y 风险升高相关": both sides of an association whose direction is stated before it. */
const directedInChinese =
  /^(.{2,40}?)(?:与|和|同)([^，。；]{2,30})\n(?:的|呈|显著|独立|密切)?(?:相关|有关|关联)/;

/** Matches the association after an amount of its subject. */
const amountOfSubject =
  /^(?:的\p{Script=Han}{1,8})?(?:与|和|同)\p{Script=Han}[^，。；]{1,30}(?:相关|有关|关联|无关)/u;

/** Reads the effects of a Chinese clause, each on its outcome. */
export function effectsInChinese(clause: Clause, sentence: Sentence, parts: TopicParts): StatedEffect[] {
  const { text, start: from } = clause;
  return clause.effects.flatMap((effect, index): StatedEffect[] => {
    const reading = readDirection(effect);
    if (!reading) return [];
    const [start, end] = [effect.start - from, effect.end - from];
    const [before, after] = [text.slice(0, start), text.slice(end)];
    const last = clause.effects[index - 1];
    // The words before state what is associated: "风险升高相关".
    if (reading.direction === 'related' && last && effect.start - last.end < 4) return [];
    // "收缩压升高与骨折相关": an amount of what has the effect.
    if (reading.direction !== 'related' && amountOfSubject.test(after)) return [];
    const stated =
      reading.direction === 'related' ? directed(effect, before, sentence.text, undefined) : reading;
    if (!stated) return [];
    const read = (outcome: StatedOutcome, zones: readonly string[]) => {
      const clause = text + findSubgroup(sentence.text, from + text.length);
      return parseEffects(outcome, stated, [...zones, sentence.lead], { clause, parts });
    };
    const [, one = '', other = ''] = directedInChinese.exec(`${before}\n${after}`) ?? [];
    if (one !== '') {
      const found = outcomeInChinese(other, parts);
      return found ? read(found.outcome, [one]) : [];
    }
    const [, alone = ''] = alsoInChinese.exec(text.slice(0, end).trim()) ?? [];
    if (alone !== '') {
      const found = outcomeInChinese(alone, parts);
      return found ? parseEffects(found.outcome, stated, [], { clause: text, parts }) : [];
    }
    if (/关|联系/.test(effect.text)) {
      const [, one = '', other = ''] = related.exec(text.slice(0, end).trim()) ?? [];
      const found = outcomeInChinese(other, parts);
      return found ? read(found.outcome, [one]) : [];
    }
    const object = after.replace(/^了|[，。；,.;].*$/g, '').trim();
    const isObject =
      /^(?!至|到|了?\d(?!型|岁|级)|约|至少|为|比|趋势|不|差异|[（(])(?:\d[型岁级])?\p{Script=Han}{2}/u.test(
        object,
      );
    if (isObject) {
      const found = outcomeInChinese(object, parts);
      return found ? read(found.outcome, [before]) : [];
    }
    const found = outcomeInChinese(before.trim(), parts);
    return found ? read(found.outcome, [found.rest]) : [];
  });
}
