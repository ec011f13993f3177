import { indexOf, readTail, withTail } from './finding-tail.ts';
import { chineseQuantity } from './finding-tokens.ts';
import type { PhraseReader } from './phrase-reader.ts';
import type { ParsedVerb } from './verb-groups.ts';

/** "12.5% (95% CI 10 to 15)". */
export function readAmount(
  reader: PhraseReader,
  start: number,
  end: number,
  subject: string,
  { modal, isDenied, adverb }: ParsedVerb,
): string | undefined {
  if (!subject || modal || isDenied || adverb) return undefined;
  for (let to = Math.min(end, start + 6); to > start; to--) {
    const value = chineseQuantity(reader.tokens.slice(start, to));
    if (!value) continue;
    const rates = amounts(reader, start, end, subject);
    if (rates) return rates;
    const tail = readTail(reader, to, end);
    const isAge = subject.endsWith('年龄');
    const inYears = (text: string) => (isAge ? text.replace(/(?<=\d)年/g, '岁') : text);
    // A period is no share.
    if (/期$/.test(subject) && value.endsWith('%')) return undefined;
    if (tail && !tail.comparator) return inYears(withTail(`${subject}为${value}`, tail));
  }
  return undefined;
}

/** "8% in A and 12% in B (P = 0.01)". */
function amounts(reader: PhraseReader, start: number, end: number, subject: string): string | undefined {
  const stop = reader.tokens[end - 1]?.kind === 'bracket' ? end - 1 : end;
  const figures = stop < end ? readTail(reader, stop, end) : { figures: [] };
  if (!figures) return undefined;
  const parts: string[] = [];
  for (let at = start; at < stop; ) {
    let in_ = at;
    while (in_ < stop && !/^(?:in|for|with|among|after)$/.test(reader.lower(in_))) in_++;
    const value = chineseQuantity(reader.tokens.slice(at, in_));
    let to = in_ + 1;
    while (
      to < stop &&
      !(
        /^(?:and|versus|vs|vs\.|,|compared)$/.test(reader.lower(to)) &&
        (reader.tokens[to + 1]?.kind === 'number' || reader.tokens[to + 2]?.kind === 'number')
      )
    )
      to++;
    const who = reader.phrase(in_ + 1, to);
    if (
      !value ||
      !who ||
      who.includes('（') ||
      /^per$/.test(reader.lower(to - 4)) ||
      /\d{3}|每/.test(who.replace(/^\d+名/, ''))
    )
      return undefined;
    if (/期$/.test(subject) && value.endsWith('%')) return undefined;
    parts.push(`${who}${subject.endsWith('年龄') ? value.replace(/年$/, '岁') : value}`);
    at = to + 1;
    if (to < stop && /^(?:and|with|to)$/.test(reader.lower(at))) at++;
  }
  return parts.length > 1 ? withTail(`${subject}：${parts.join('，')}`, figures) : undefined;
}

/** "The sensitivity and specificity of A were 78% and 97%, respectively." */
export function readRates(
  reader: PhraseReader,
  start: number,
  end: number,
): { zh: string; subject: string } | undefined {
  const be = indexOf(reader, 'were', start + 1, end);
  if (be < 0) return undefined;
  const stop = reader.words(end - 2, end) === ', respectively' ? end - 2 : end;
  const [one, and, two] = reader.tokens.slice(be + 1, stop);
  if (stop - be !== 4 || and?.lower !== 'and' || one?.kind !== 'number' || two?.kind !== 'number')
    return undefined;
  const subject = reader.phrase(start, be);
  return subject && /[和、]/.test(subject)
    ? { zh: `${subject}分别为${one.text}和${two.text}`, subject }
    : undefined;
}
