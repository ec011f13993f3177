import { readTail, withTail } from './finding-tail.ts';
import { adverbs, comparatives, predicates } from './finding-verbs.ts';
import { betweenGroups } from './phrase-joins.ts';
import { isPeople } from './phrase-measures.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { type ParsedVerb, phraseWithTail } from './verb-groups.ts';

export function readDifference(
  reader: PhraseReader,
  at: number,
  end: number,
  subject: string,
  isDenied: boolean,
  significantly: string,
): string | undefined {
  if (!subject) return undefined;
  const differs = isDenied ? `无${significantly}差异` : significantly ? `有${significantly}差异` : '不同';
  if (at === end) return `${subject}${differs}`;
  if (reader.lower(at) !== 'between') {
    const tail = readTail(reader, at, end);
    return tail && !tail.comparator ? withTail(`${subject}${differs}`, tail) : undefined;
  }
  for (let to = end; to > at + 1; to--) {
    const tail = readTail(reader, to, end);
    const groups = tail && betweenGroups(reader, at, to);
    if (groups) return withTail(`${groups}${subject}${differs}`, tail);
  }
  return undefined;
}

/** "Patients with A had a higher risk of B than those with C." */
export function parseSubject(
  reader: PhraseReader,
  verb: number,
  end: number,
  subject: string,
  modal: string,
): string | undefined {
  if (!subject) return undefined;
  let at = verb + 1;
  if (/^(?:an?|the)$/.test(reader.lower(at))) at++;
  let how = '';
  if (reader.lower(at) === 'no') {
    const found = phraseWithTail(reader, at + 1, end);
    return found && !found.tail.comparator
      ? withTail(`${subject}${modal}无${found.zh}`, found.tail)
      : undefined;
  }
  if (/^(?:significantly|statistically|markedly|slightly)$/.test(reader.lower(at))) {
    how = adverbs[reader.lower(at)] ?? '';
    at++;
  }
  const comparative = comparatives[reader.lower(at)];
  if (comparative && reader.lower(at) !== 'increased') {
    const found = phraseWithTail(reader, at + 1, end);
    if (!found || /（|[和、]/.test(found.zh)) return undefined;
    const { comparator, ...tail } = found.tail;
    const [than, alone] = comparative;
    return withTail(
      comparator
        ? `${subject}${modal}的${found.zh}${how}${than}${comparator}`
        : `${subject}${modal}的${found.zh}${how}${alone}`,
      tail,
    );
  }
  if (how) return undefined;
  const found = phraseWithTail(reader, at, end);
  if (!found || /（|(?:风险比|比值比|危险度|相对风险|[HOR]R)$/.test(found.zh)) return undefined;
  const [, on, kind] = /^(对.+)的([^的]{0,4}(?:影响|作用))$/.exec(found.zh) ?? [];
  if (on) return withTail(`${subject}${modal}${on}有${kind}`, found.tail);
  return withTail(
    `${subject}${modal}${/^show/.test(reader.lower(verb)) ? '表现出' : '有'}${found.zh}`,
    found.tail,
  );
}

/** "Significantly higher in A than in B", "significantly different between A and B". */
export function readComparison(
  reader: PhraseReader,
  start: number,
  end: number,
  subject: string,
  { modal, isDenied, adverb }: ParsedVerb,
): string | undefined {
  if (!subject) return undefined;
  if (/^(?:different|similar|comparable)$/.test(reader.lower(start))) {
    const isAlike = reader.lower(start) !== 'different';
    const next = start + 1;
    if (isAlike && (isDenied || subject === '组' || (adverb && adverb !== '显著'))) return undefined;
    if (!isAlike)
      return readDifference(
        reader,
        next,
        end,
        `${subject}${modal}`,
        isDenied,
        adverb === '显著' ? '显著' : '',
      );
    const word = reader.lower(start) === 'similar' ? '相似' : '相当';
    if (/^(?:between|in|among|for)$/.test(reader.lower(next))) {
      for (let to = end; to > next + 1; to--) {
        const tail = readTail(reader, to, end);
        const groups =
          tail &&
          (reader.lower(next) === 'between'
            ? betweenGroups(reader, next, to)
            : groupsIn(reader, next + 1, to));
        if (groups) return withTail(`${groups}${subject}${modal}${word}`, tail);
      }
      return undefined;
    }
    if (reader.lower(next) === 'to' || reader.lower(next) === 'with') {
      const found = phraseWithTail(reader, next + 1, end);
      return found && !found.tail.comparator
        ? withTail(`${subject}${modal}与${found.zh}${word}`, found.tail)
        : undefined;
    }
    return next === end ? `${subject}${modal}${word}` : undefined;
  }
  const isLong = comparatives[reader.words(start, start + 2)] !== undefined;
  const comparative = comparatives[isLong ? reader.words(start, start + 2) : reader.lower(start)];
  if (!comparative || isDenied) {
    return superior(reader, start, end, `${subject}${modal}`, isDenied, adverb);
  }
  const [than, alone] = comparative;
  const isOfAge = /^(?:older|younger)$/.test(reader.lower(start));
  // People are older or younger; "smaller", "higher" or "more common" are what is measured of them.
  if (isOfAge !== isPeople.test(subject)) return undefined;
  const what = isOfAge ? `${subject}的年龄` : subject;
  const at = start + (isLong ? 2 : 1);
  const isIn = /^(?:in|for|with|among)$/.test(reader.lower(at));
  for (let to = at + 1; to <= end; to++) {
    if (
      to < end &&
      !/^(?:than|compared|versus|vs|vs\.|as|,)$/.test(reader.lower(to)) &&
      reader.tokens[to]?.kind !== 'bracket'
    )
      continue;
    const who = isIn ? reader.phrase(at + 1, to) : undefined;
    if (isIn && !who) continue;
    if (!isIn && to !== at + 1 && reader.lower(at) !== 'than' && at !== end) continue;
    const owner = who ? `${who}的${what}` : what;
    const from = isIn ? to : at;
    if (
      /^than$/.test(reader.lower(from)) ||
      /^(?:compared|as compared)$/.test(reader.words(from, from + 1))
    ) {
      const skip = reader.lower(from) === 'than' ? 1 : 2;
      let next = from + skip;
      while (
        /^(?:in|for|with|among|that|those|the)$/.test(reader.lower(next)) &&
        next < end &&
        !(reader.lower(next) === 'with' && !isIn)
      ) {
        // "Than those with X" are people of another kind.
        if (/^(?:that|those)$/.test(reader.lower(next)) && !/^(?:in|of|for)$/.test(reader.lower(next + 1)))
          return undefined;
        if (/^(?:that|those)$/.test(reader.lower(next))) next++;
        next++;
      }
      const found = phraseWithTail(reader, next, end);
      if (!found || found.tail.comparator) return undefined;
      return withTail(`${owner}${modal}${adverb}${than}${found.zh}`, found.tail);
    }
    const tail = readTail(reader, from, end);
    // "Higher with A (93%) versus B (82%)": each has its figure.
    if (tail?.comparator && owner.includes('（')) return undefined;
    if (tail) return withTail(`${owner}${modal}${adverb}${alone}`, tail);
  }
  if (at === end) return `${what}${modal}${adverb}${alone}`;
  return undefined;
}

/** "Superior to A", "not inferior to A", "as effective as A", "more effective than A". */
function superior(
  reader: PhraseReader,
  start: number,
  end: number,
  before: string,
  isDenied: boolean,
  adverb: string,
): string | undefined {
  const one = reader.lower(start);
  if (
    /^(?:superior|inferior|noninferior|non-inferior|equivalent)$/.test(one) &&
    reader.lower(start + 1) === 'to'
  ) {
    const found = phraseWithTail(reader, start + 2, end);
    if (!found || found.tail.comparator || (isDenied && /^non|^equi/.test(one))) return undefined;
    const word = { superior: '优于', inferior: '劣于', equivalent: '等效于' }[one] ?? '不劣于';
    return withTail(`${before}${isDenied ? '不' : ''}${adverb}${word}${found.zh}`, found.tail);
  }
  const than = one === 'more' || one === 'less' ? predicates[reader.lower(start + 1)] : undefined;
  if (than && reader.lower(start + 2) === 'than') {
    const found = phraseWithTail(reader, start + 3, end);
    if (!found || found.tail.comparator || adverb) return undefined;
    const word = one === 'more' ? `比${found.zh}更${than}` : `不如${found.zh}${than}`;
    return isDenied
      ? one === 'more'
        ? withTail(`${before}并不比${found.zh}更${than}`, found.tail)
        : undefined
      : withTail(`${before}${word}`, found.tail);
  }
  const as =
    one === 'as' && reader.lower(start + 2) === 'as' ? predicates[reader.lower(start + 1)] : undefined;
  if (as && !adverb) {
    const found = phraseWithTail(reader, start + 3, end);
    return found && !found.tail.comparator
      ? withTail(
          isDenied ? `${before}不如${found.zh}${as}` : `${before}与${found.zh}同样${as.replace(/^较/, '')}`,
          found.tail,
        )
      : undefined;
  }
  return undefined;
}

function groupsIn(reader: PhraseReader, start: number, end: number): string | undefined {
  if (
    /^(?:the |both )(?:two |both )?groups$|^both (?:treatment |study )?groups$/.test(reader.words(start, end))
  )
    return '两组';
  const phrase = reader.phrase(start, end);
  return phrase && /[和、]/.test(phrase) ? `${phrase}的` : undefined;
}
