import { chineseQuantity } from './finding-tokens.ts';
import { phraseKey } from './phrase-dictionary.ts';
import {
  determiners,
  differences,
  effects,
  isPeople,
  isQuantity,
  isTreatment,
  ofMeasure,
  relationAdjectives,
  relations,
} from './phrase-measures.ts';
import type { PhraseReader } from './phrase-reader.ts';

/** Splits at a preposition: the phrase before and after, and how Chinese joins them. */
type Joiner = (reader: PhraseReader, start: number, at: number, end: number) => string | undefined;

const both = (
  reader: PhraseReader,
  [one, two]: [start: number, end: number],
  [three, four]: [start: number, end: number],
  format: (first: string, second: string) => string | undefined,
): string | undefined => {
  const second = reader.phrase(three, four);
  const first = second && reader.phrase(one, two);
  return first && second ? format(first, second) : undefined;
};

export const bare = (reader: PhraseReader, start: number, at: number) => {
  const from = determiners.test(reader.lower(start)) ? start + 1 : start;
  return phraseKey(reader.words(from, at).split(' ').filter(Boolean));
};

/** Joins two phrases with 的, which is not said twice. */
function owned(owner: string, item: string): string {
  return `${owner}的${item}`;
}

const ofOrIn =
  (isOf: boolean): Joiner =>
  (reader, start, at, end) => {
    const key = bare(reader, start, at);
    const rest = () => reader.phrase(at + 1, end);
    if (key === 'those' || key === 'that') return rest();
    if (differences[key]) {
      const between = indexOfWord(reader, 'between', at + 1, end);
      if (between > 0) {
        const [what, groups] = [reader.phrase(at + 1, between), betweenGroups(reader, between, end)];
        return what && groups && `${groups}的${what}的${differences[key]}`.replace('的显著差异', '显著差异');
      }
      const what = rest();
      return what && `${what}的${differences[key]}`;
    }
    // "Effects in men" are not those of men.
    if (!isOf && (effects[key] || /(?:^| )interaction$/.test(key))) return undefined;
    if (isOf && effects[key]) {
      const on = indexOfWord(reader, 'on', at + 1, end);
      if (on > 0)
        return both(
          reader,
          [at + 1, on],
          [on + 1, end],
          (cause, what) => `${cause}对${what}的${effects[key]}`,
        );
      const cause = rest();
      return cause && `${cause}的${effects[key]?.replace('影响', '作用')}`;
    }
    const withAt =
      isOf && /^(?:treatment|therapy)$/.test(key) ? indexOfWord(reader, 'with', at + 1, end) : -1;
    if (withAt > 0) {
      const drug = reader.phrase(withAt + 1, end);
      if (drug && isTreatment.test(drug)) {
        const recipient = reader.phrase(at + 1, withAt);
        return recipient && `以${drug}治疗${recipient}`;
      }
    }
    const measure = ofMeasure[key];
    if (measure) {
      const what = rest();
      // A rate of what goes on is a speed.
      if (
        key === 'rate' &&
        what &&
        /(?:喂养|生长|合成|产生|分泌|代谢|清除|下降|进展|恢复|输注|死亡)$/.test(what)
      )
        return undefined;
      // "Incidence of nausea and patient satisfaction"
      if (!what || (/[和或、]/.test(what) && (isQuantity.test(what) || /满意度$/.test(what))))
        return undefined;
      if (key === 'history' && /史$/.test(what)) return undefined;
      // "Duration of hospital stay"
      if (/时间$/.test(what) && /^(?:duration|length)$/.test(key)) return what;
      // 死亡风险, not 死亡率风险
      const plain = measure === '风险' ? what.replace(/(?<=死亡)率$/, '') : what;
      return isPeople.test(what) ? owned(what, measure) : `${plain}${measure}`;
    }
    // "Depression scores and quality of life": what is joined before "of" may share what follows.
    if (/(?:^| )(?:and|or)(?: |$)|,/.test(reader.words(start, at)) && !reader.isTerm(start, at))
      return undefined;
    // "43 of 44 patients"
    if (reader.tokens[start]?.kind === 'number' || /^\d/.test(reader.phrase(start, at) ?? ''))
      return undefined;
    return both(reader, [start, at], [at + 1, end], (item, owner) =>
      isOf || isPeople.test(owner)
        ? isPeople.test(item) && !isOf
          ? `${owner}中的${item}`
          : owned(owner, item)
        : `${owner}中的${item}`,
    );
  };

function indexOfWord(reader: PhraseReader, word: string, start: number, end: number): number {
  for (let at = start; at < end - 1; at++) if (reader.lower(at) === word) return at;
  return -1;
}

/** "Between A and B", "between groups": what stands after "between". */
export function betweenGroups(reader: PhraseReader, between: number, end: number): string | undefined {
  const words = reader.words(between + 1, end);
  // Figures after the last group are those of the comparison.
  if (/\([^()]*\d/.test(words)) return undefined;
  if (/^(?:the )?(?:two |study |treatment |2 )?groups$/.test(words)) return '组间';
  if (/^(?:the )?three groups$/.test(words)) return '三组间';
  for (let and = between + 2; and < end - 1; and++) {
    if (reader.lower(and) !== 'and') continue;
    // "Between groups in A and B" are not the groups.
    if (/(?:^| )(?:in|of|for) /.test(reader.words(between + 1, and + 1))) return undefined;
    if (/ in /.test(reader.words(and + 1, end))) return undefined;
    const [one, two] = [reader.phrase(between + 1, and), reader.phrase(and + 1, end)];
    if (one && two) return `${one}与${two}之间`;
  }
  // "Between the different drug classes"
  const several =
    /[^s]s$/.test(words) && !/ (?:and|or) /.test(words) ? reader.phrase(between + 1, end) : undefined;
  return several && `${several}之间`;
}

const after =
  (format: (item: string, what: string) => string): Joiner =>
  (reader, start, at, end) =>
    both(reader, [start, at], [at + 1, end], format);

/** "At 6 months", "over 3 years" after what happens then. */
function timed(format: (time: string) => string): Joiner {
  return (reader, start, at, end) => {
    const time = chineseQuantity(reader.tokens.slice(at + 1, end));
    const item = time && /(?:天|周|个月|年|小时|分钟)$/.test(time) ? reader.phrase(start, at) : undefined;
    return item && time && `${format(time)}的${item}`;
  };
}

export const prepositions: Record<string, Joiner> = {
  of: ofOrIn(true),
  in: ofOrIn(false),
  among: ofOrIn(false),
  between: (reader, start, at, end) => {
    const key = bare(reader, start, at);
    const groups = betweenGroups(reader, at, end);
    if (!groups) return undefined;
    const difference = differences[key];
    if (difference) return `${groups}的${difference}`;
    const noun = Object.keys(relations).find((name) => key === name || key.endsWith(` ${name}`));
    if (!noun || /之间$/.test(groups) === false) return undefined;
    const adjective = key === noun ? '' : relationAdjectives[key.slice(0, -noun.length - 1)];
    return adjective === undefined ? undefined : `${groups}的${adjective}${relations[noun]}`;
  },
  on: (reader, start, at, end) => {
    const effect = effects[bare(reader, start, at)];
    const what = effect && reader.phrase(at + 1, end);
    return what && `对${what}的${effect}`;
  },
  for: (reader, start, at, end) => {
    const key = bare(reader, start, at);
    const what = reader.phrase(at + 1, end);
    if (!what) return undefined;
    if (
      /^(?:risk|screening|treatment|surgery|therapy|need|hospitalization|admission|chemotherapy)$/.test(key)
    ) {
      if (/^(?:hospitalization|admission)$/.test(key))
        return `因${what}${key === 'admission' ? '入院' : '住院'}`;
      if (key === 'need') return `对${what}的需求`;
      const measure = ofMeasure[key];
      return measure ? `${what}${measure}` : `针对${what}的${reader.phrase(start, at)}`;
    }
    const item = reader.phrase(start, at);
    if (!item) return undefined;
    if (/(?:因素|标志物|靶点|方法|方案|工具|策略|选择)$/.test(item)) return `${what}的${item}`;
    return undefined;
  },
  with: (reader, start, at, end) => {
    const key = bare(reader, start, at);
    if (/^(?:treatment|therapy|supplementation|intervention)$/.test(key)) {
      const what = reader.phrase(at + 1, end);
      return what && (key === 'supplementation' ? `补充${what}` : `${what}治疗`.replace('治疗治疗', '治疗'));
    }
    if (key === 'those') {
      const what = reader.phrase(at + 1, end);
      return what && `有${what}者`;
    }
    return both(reader, [start, at], [at + 1, end], (people, what) => {
      if (!isPeople.test(people) || isTreatment.test(what)) return undefined;
      if (/(?:较高|较低|较差|较好|升高|降低)$/.test(what)) return `${what}的${people}`;
      if (/^(?:患者|人|受试者|个体)$/.test(people))
        return /[的高低好差]$|^(?:高|低|有|无|较)/.test(what)
          ? `${what}的${people}`
          : `${what}${/^(?:人|个体)$/.test(people) ? '患者' : people}`;
      const isState =
        /^(?:高|低|有|无|较|良好|不良|慢性高|使用|接受)|(?:水平|评分|史|率|治疗|支持|收入|教育|较高|较低|升高|降低)$/.test(
          what,
        );
      return `${isState ? '有' : '患有'}${what}的${people}`;
    });
  },
  without: (reader, start, at, end) =>
    bare(reader, start, at) === 'those'
      ? ((what) => what && `无${what}者`)(reader.phrase(at + 1, end))
      : both(reader, [start, at], [at + 1, end], (people, what) =>
          isPeople.test(people) ? `无${what}的${people}` : undefined,
        ),
  after: after((item, what) => (/后$/.test(what) ? `${what}的${item}` : `${what}后的${item}`)),
  following: after((item, what) => `${what}后的${item}`),
  during: after((item, what) => `${what}期间的${item}`),
  before: after((item, what) => `${what}前的${item}`),
  to: (reader, start, at, end) => {
    const key = bare(reader, start, at);
    const what =
      /^(?:response|exposure|resistance|susceptibility|sensitivity|adherence|compliance|time|risk)$/.test(key)
        ? reader.phrase(at + 1, end)
        : undefined;
    if (!what) return undefined;
    switch (key) {
      case 'exposure':
        return `${what}暴露`;
      case 'resistance':
        return `对${what}的抵抗`;
      case 'time':
        return `至${what}的时间`;
      case 'response':
        return `对${what}的反应`;
      case 'susceptibility':
        return `对${what}的易感性`;
      case 'adherence':
      case 'compliance':
        return `对${what}的依从性`;
      case 'sensitivity':
        return `对${what}的敏感性`;
    }
    return undefined;
  },
  from: (reader, start, at, end) => {
    const what = /^(?:death|mortality)$/.test(bare(reader, start, at))
      ? reader.phrase(at + 1, end)
      : undefined;
    return what && `${what}所致${/^mort/.test(bare(reader, start, at)) ? '死亡率' : '死亡'}`;
  },
  'due-to': () => undefined,
  by: () => undefined,
  at: timed((time) => `${time}时`),
  as: () => undefined,
  than: () => undefined,
  within: timed((time) => `${time}内`),
  over: timed((time) => `${time}期间`),
  through: () => undefined,
  via: () => undefined,
  against: () => undefined,
  who: () => undefined,
  which: () => undefined,
  that: () => undefined,
  whose: () => undefined,
  about: () => undefined,
  into: () => undefined,
  until: () => undefined,
  not: () => undefined,
};
