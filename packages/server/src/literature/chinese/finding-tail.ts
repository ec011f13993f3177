import { chineseQuantity, chineseStatistics, type Token } from './finding-tokens.ts';
import { gerunds } from './finding-verbs.ts';
import { isPeople } from './phrase-measures.ts';
import type { PhraseReader } from './phrase-reader.ts';

/** Parts after the outcome of a finding: in whom, when, compared with what, and its figures. */
export type Tail = {
  comparator?: string;
  population?: string;
  condition?: string;
  time?: string;
  figures: string[];
};

const comparing: string[][] = [
  'compared with',
  'compared to',
  'as compared with',
  'as compared to',
  'in comparison with',
  'in comparison to',
  'when compared with',
  'when compared to',
  'relative to',
  'versus',
  'vs',
  'vs.',
  'than',
].map((words) => words.split(' '));

const read = new WeakMap<PhraseReader, Map<number, Tail | undefined>>();

/** Reads everything from `start` to `end`, or returns undefined. Each part of a sentence is read once. */
export function readTail(reader: PhraseReader, start: number, end: number): Tail | undefined {
  const known = read.get(reader) ?? new Map<number, Tail | undefined>();
  read.set(reader, known);
  const place = start * 128 + end;
  if (!known.has(place)) known.set(place, readParts(reader, start, end));
  return known.get(place);
}

function readParts(reader: PhraseReader, start: number, end: number): Tail | undefined {
  if (start === end) return { figures: [] };
  let at = start;
  if (reader.lower(at) === ',') at++;
  const token = reader.tokens[at];
  if (!token || at === end) return undefined;
  if (token.kind === 'bracket') {
    const figures = chineseStatistics(token.text.slice(1, -1).trim());
    // Figures before a comparator are those of the first only.
    for (
      let next = at + 2;
      next < end &&
      comparing.some(([first]) =>
        reader
          .words(at + 1, end)
          .split(' ')
          .includes(first ?? ''),
      );
      next++
    )
      if (reader.tokens[next]?.kind === 'bracket' && reader.tokens[next - 1]?.kind !== 'bracket')
        return undefined;
    return figures
      ? withRest(reader, at + 1, end, (tail) => ({ ...tail, figures: [figures, ...tail.figures] }))
      : undefined;
  }
  // "…, P = 0.03"
  if (/^(?:p|hr|or|rr)$/.test(token.lower) && reader.tokens[at + 1]?.kind === 'mark') {
    const value = reader.tokens[at + 2];
    if (value?.kind !== 'number') return undefined;
    const figures = `${token.text} ${reader.tokens[at + 1]?.text} ${value.text}`;
    return withRest(reader, at + 3, end, (tail) => ({ ...tail, figures: [figures, ...tail.figures] }));
  }
  for (const words of comparing) {
    if (reader.words(at, at + words.length) !== words.join(' ')) continue;
    return extend(reader, at + words.length, end, (tail, phrase) =>
      // "Compared with women in the placebo group": the group is theirs.
      tail.comparator || (tail.population && isPeople.test(phrase))
        ? undefined
        : { ...tail, comparator: phrase },
    );
  }
  const analysis = /^(?:in|on|by) (?:the )?(?:multivariate|multivariable) analys[ie]s$/.exec(
    reader.words(at, at + (reader.lower(at + 1) === 'the' ? 4 : 3)),
  );
  if (analysis)
    return withRest(reader, at + analysis[0].split(' ').length, end, (tail) =>
      tail.condition ? undefined : { ...tail, condition: '多因素分析中' },
    );
  switch (token.lower) {
    case 'overall':
      return withRest(reader, at + 1, end, (tail) =>
        tail.condition ? undefined : { ...tail, condition: '总体上' },
      );
    case 'from': {
      const to = indexOf(reader, 'to', at + 1, end);
      if (to < 0) return undefined;
      const one = chineseQuantity(reader.tokens.slice(at + 1, to));
      if (!one) return undefined;
      return quantity(reader, to + 1, end, (two) => `由${one}变为${two}`);
    }
    case 'by':
      return quantity(reader, at + 1, end, (value) => value) ?? undefined;
    case 'dose':
      return reader.lower(at + 1) === 'dependently'
        ? withRest(reader, at + 2, end, (tail) => ({ ...tail, figures: ['剂量依赖性', ...tail.figures] }))
        : undefined;
    case 'in':
    case 'among':
    case 'within':
      if (gerunds[reader.lower(at + 1)])
        return extend(reader, at + 2, end, (tail, phrase) =>
          tail.condition
            ? undefined
            : { ...tail, condition: `在${gerunds[reader.lower(at + 1)]}${phrase}方面` },
        );
      return extend(reader, at + 1, end, (tail, phrase) =>
        tail.population || isVague(phrase) ? undefined : { ...tail, population: phrase },
      );
    case 'at':
    case 'after':
    case 'following':
    case 'during':
    case 'before':
    case 'over': {
      const time = timeOf(reader, at, end);
      if (time) return time;
      return extend(reader, at + 1, end, (tail, phrase) =>
        tail.condition || tail.time || token.lower === 'at' || token.lower === 'over'
          ? undefined
          : { ...tail, condition: conditionOf(token, phrase) },
      );
    }
  }
  return undefined;
}

function conditionOf({ lower }: Token, phrase: string): string {
  if (lower === 'during') return `在${phrase}期间`;
  return lower === 'before' ? `${phrase}前` : `${phrase}后`;
}

/** Chinese of people, animals, tissues, diseases and places: that in which something is found. */
const isPlace =
  /(?:组|细胞|组织|人群|队列|国|州|地区|医院|癌|瘤|病|征|炎|血症|障碍|妊娠|环境|医疗|社区|体外|体内|肝脏|肾脏|脑|血清|血浆)$/;
const isVague = (phrase: string) => !isPlace.test(phrase) && !isPeople.test(phrase);

function withRest(
  reader: PhraseReader,
  at: number,
  end: number,
  add: (tail: Tail) => Tail | undefined,
): Tail | undefined {
  const rest = readTail(reader, at, end);
  return rest && add(rest);
}

/** Tries the shortest phrase first: what follows it is a part of its own. */
function extend(
  reader: PhraseReader,
  start: number,
  end: number,
  add: (tail: Tail, phrase: string) => Tail | undefined,
): Tail | undefined {
  for (let to = start + 1; to <= end; to++) {
    const rest = to < end && /^(?:with|and)$/.test(reader.lower(to)) ? undefined : readTail(reader, to, end);
    const phrase = rest && reader.phrase(start, to);
    const tail = phrase && add(rest, phrase);
    if (tail) return tail;
  }
  return undefined;
}

function quantity(
  reader: PhraseReader,
  start: number,
  end: number,
  format: (value: string) => string,
): Tail | undefined {
  for (let to = Math.min(end, start + 5); to > start; to--) {
    const value = chineseQuantity(reader.tokens.slice(start, to));
    const rest = value && readTail(reader, to, end);
    if (rest) return { ...rest, figures: [format(value), ...rest.figures] };
  }
  return undefined;
}

const spans = /^(?:天|周|个月|年|小时|分钟)$/;

/** "At 6 months", "after 2 years of follow-up". */
function timeOf(reader: PhraseReader, at: number, end: number): Tail | undefined {
  const from = /^(?:a|an|the)$/.test(reader.lower(at + 1)) ? at + 2 : at + 1;
  for (const length of [2, 1]) {
    const words = reader.tokens.slice(from, from + length);
    const text = length === 1 ? (words[0]?.text.replace('-', ' ') ?? '') : '';
    const value =
      length === 2
        ? chineseQuantity(words)
        : /^\d+ (?:day|week|month|year)$/.test(text)
          ? `${text.split(' ')[0]}${{ day: '天', week: '周', month: '个月', year: '年' }[text.split(' ')[1] ?? '']}`
          : undefined;
    if (!value || !spans.test(value.replace(/^[\d.]+/, ''))) continue;
    const isFollowed = /^(?:of )?follow-up/.test(reader.words(from + length, from + length + 2));
    const next = from + length + (isFollowed ? (reader.lower(from + length) === 'of' ? 2 : 1) : 0);
    const word = reader.lower(at);
    const time =
      word === 'at' ? `${value}时` : word === 'after' || word === 'following' ? `${value}后` : `${value}期间`;
    const rest = readTail(reader, next, end);
    return rest && !rest.time ? { ...rest, time } : undefined;
  }
  return undefined;
}

export function indexOf(reader: PhraseReader, word: string, start: number, end: number): number {
  for (let at = start; at < end; at++) if (reader.lower(at) === word) return at;
  return -1;
}

/** Puts the tail around what a finding says. */
export function withTail(core: string, { population, time, condition, comparator, figures }: Tail): string {
  const where = population && (/[中内]$/.test(population) ? `在${population}` : `在${population}中`);
  const before = [where, time, condition, comparator && `与${comparator}相比`].filter(Boolean);
  return `${before.map((part) => `${part}，`).join('')}${core}${figures.length > 0 ? `（${figures.join('；')}）` : ''}`;
}

/** Chinese of a phrase that opens a sentence: "In patients with diabetes", "Compared with placebo", "After 6 months". */
export function openingOf(reader: PhraseReader, start: number, end: number): string | undefined {
  if (
    /^(?:overall|however|moreover|furthermore|additionally|also|thus|therefore|finally|importantly|interestingly|notably|in conclusion|in summary|in addition|in any event|in any case|in contrast|conversely|consequently|in fact)$/.test(
      reader.words(start, end),
    )
  )
    return '';
  if (
    /^(?:in|on|by) (?:the )?(?:multivariate|multivariable) (?:logistic regression |regression |cox |)?(?:analysis|analyses|model|models)$/.test(
      reader.words(start, end),
    )
  )
    return '多因素分析中，';
  if (/^after (?:adjustment|adjusting|controlling) for /.test(reader.words(start, end))) {
    const what = reader.phrase(start + 3, end);
    return what && `校正${what}后，`;
  }
  if (
    /^in (?:this|our|the present|the current) (?:study|series|cohort|trial|population|sample|analysis|meta-analysis|review|experience|patients)$/.test(
      reader.words(start, end),
    )
  )
    return '本研究中，';
  if (start === end) return undefined;
  const [, study] =
    /^in (?:this|our|the present) (study|trial|meta-analysis) of /.exec(`${reader.words(start, end)} `) ?? [];
  if (study) {
    const what = reader.phrase(start + 4, end);
    return what && reader.lower(start + 2) === study ? `在本项${what}的研究中，` : undefined;
  }
  const tail = readTail(reader, start, end);
  // A phrase before a comma is where something was found, whatever it names.
  const where =
    tail || !/^(?:in|among)$/.test(reader.lower(start)) ? undefined : reader.phrase(start + 1, end);
  if (where) return `在${where}中，`;
  return tail && tail.figures.length === 0 ? withTail('', tail) : undefined;
}
