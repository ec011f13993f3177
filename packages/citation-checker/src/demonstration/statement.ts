import { type ClauseSpan, splitClauses } from '../reading/clauses.ts';
import { type Effect, readEffects } from './effects.ts';

/** Clause of a claim or of the abstract, with its effects; offsets refer to the sentence. */
export type Clause = { text: string; start: number; end: number; effects: readonly Effect[] };

/**
 * Splits a sentence into clauses and reads their effects; a merely qualifying clause ("but not significantly") joins
 * the previous one.
 */
export function readClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const { text: part, start, end } of splitClauses(text).flatMap(splitContrast)) {
    const effects = readEffects(part).map((effect) => ({
      ...effect,
      start: effect.start + start,
      end: effect.end + start,
      ...(effect.cues && {
        cues: effect.cues.map((cue) => ({ start: cue.start + start, end: cue.end + start })),
      }),
    }));
    const last = clauses.at(-1);
    if (last && isQualification.test(part.trim())) {
      clauses[clauses.length - 1] = {
        ...last,
        text: text.slice(last.start, end),
        end,
        effects: [{ direction: 'none', text: part.trim(), start, end }],
      };
      continue;
    }
    // 接受手术的患者，其…: a clause without an effect names the subject of the next.
    if (last && last.effects.length === 0 && (topic.test(last.text.trim()) || leading.test(last.text))) {
      clauses[clauses.length - 1] = { text: text.slice(last.start, end), start: last.start, end, effects };
      continue;
    }
    // "Lowered thrombosis but not embolism": for the words after it, the effect is none.
    const contrast = contrasted.exec(withoutBrackets(part));
    if (last && contrast?.index === 0) {
      const denied = { text: contrast[0].trim(), start, end: start + contrast[0].length };
      clauses.push({ text: part, start, end, effects: [{ direction: 'none', ...denied }] });
      continue;
    }
    clauses.push({ text: part, start, end, effects });
  }
  return clauses;
}

/** Matches "but not" without a verb of its own. */
const contrasted =
  /,?\s(?:but|and|though|although|yet) not (?=(?:(?!\b(?:was|were|is|are|did|do|does|had|has|have|been|could|can|may|might|will)\b)[^,;]){2,120}$)|(?:但|而)(?:不(?:能|会)?|未能?|并未|没有)(?=\p{Script=Han})(?!\p{Script=Han}{1,10}(?:者|组|患者|人群))/iu;

/** Replaces brackets, whose figures separate no statements, with spaces. */
const withoutBrackets = (text: string): string =>
  text.replace(/\([^()]{0,160}\)/g, (inside) => ' '.repeat(inside.length));

/** Matches the end of a Chinese clause that states population, place, time or comparator. */
const topic =
  /(?:者|患者|病人|人群|儿童|女性|男性|孕妇|小鼠|大鼠|细胞|队列|研究|试验|中|后|时|内|前|期间|组|相比|比较|相较|方面|而言|显示|表明|发现|提示|证实|揭示|报道|认为|指出|可见)$/;

/** Matches the beginning of a Chinese clause that only introduces the next: 在南非，…; 由于…，…. */
const leading =
  /^(?:在|对于?|对比|经过?|用|以|于|随着?|当|由于|鉴于|作为|就|根据|按照|依据|为了?|通过|采用|使用|应用|利用|无论|即使|即便|除|与|和|同|较)\p{Script=Han}[^，。；]{1,40}[，,]?$/u;

function splitContrast(clause: ClauseSpan): ClauseSpan[] {
  const at = contrasted.exec(withoutBrackets(clause.text))?.index ?? 0;
  if (at === 0) return [clause];
  const { text, start, end } = clause;
  return [
    { text: text.slice(0, at), start, end: start + at },
    { text: text.slice(at), start: start + at, end },
  ];
}

/** Matches a withdrawal of the preceding statement: "But the difference was not significant". */
const isQualification =
  /^[,;]? ?(?:(?:but|although|though|however|yet),? )?(?:(?:the|this|these|that) )?(?:(?:differences?|results?|increases?|decreases?|trends?|it|they) )?(?:(?:was|were|is|are|did|do|does) )?(?:not |n't |non[- ]?)(?:reach |attain )?(?:statistical(?:ly)? )?significan\w{1,3}(?: \w{1,12})?[.;,]?$/i;
