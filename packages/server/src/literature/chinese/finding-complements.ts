import { readAmount } from './finding-amounts.ts';
import { readComparison } from './finding-comparisons.ts';
import { readTail, withTail } from './finding-tail.ts';
import { gerunds, predicates } from './finding-verbs.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { correlating, isObserved, type ParsedVerb, phraseWithTail, readBefore } from './verb-groups.ts';

export function readComplement(
  reader: PhraseReader,
  at: number,
  end: number,
  subject: string,
  how: ParsedVerb,
): string | undefined {
  const { modal, isDenied, adverb } = how;
  const pair = reader.words(at, at + 2);
  if (/^(?:associated|correlated|related|linked) (?:with|to)$/.test(pair)) {
    const found = phraseWithTail(reader, at + 2, end);
    if (!found) return undefined;
    const isUsual = /^(?:常|通常|一般)$/.test(adverb);
    if (isUsual && isDenied) return undefined;
    const core = isDenied
      ? `${subject}${modal}与${found.zh}无${adverb}关联`
      : `${subject}${modal}${isUsual ? adverb : ''}与${found.zh}${isUsual ? '' : correlating(adverb)}相关`;
    return withTail(core, found.tail);
  }
  return (
    readComparison(reader, at, end, subject, how) ??
    readPassive(reader, at, end, subject, how) ??
    readAdjectives(reader, at, end, subject, how) ??
    readAmount(reader, at, end, subject, how) ??
    (subject === '' || adverb !== ''
      ? undefined
      : readIdentity(reader, at, end, `${subject}${modal}`, isDenied))
  );
}

function readIdentity(
  reader: PhraseReader,
  at: number,
  end: number,
  before: string,
  isDenied: boolean,
): string | undefined {
  // "One of the most common …"
  const among = /^one of the most common /.test(reader.words(at, at + 6)) ? at + 5 : 0;
  if (among > 0) {
    const kind = phraseWithTail(reader, among, end);
    return kind && !isDenied ? withTail(`${before}是最常见的${kind.zh}之一`, kind.tail) : undefined;
  }
  if (
    !/^(?:an?|the|risk|independent|significant|major|important|key|strong|common|potential|good|poor)$/.test(
      reader.lower(at),
    )
  )
    return undefined;
  const found = phraseWithTail(reader, at, end);
  return found && withTail(`${before}${isDenied ? '不是' : '是'}${found.zh}`, found.tail);
}

const passives: Record<string, string> = {
  ...{
    increased: '升高',
    elevated: '升高',
    reduced: '降低',
    decreased: '降低',
    improved: '改善',
    lowered: '降低',
  },
  ...{
    impaired: '受损',
    prolonged: '延长',
    delayed: '延迟',
    suppressed: '受抑制',
    inhibited: '受抑制',
    upregulated: '上调',
  },
  ...{ downregulated: '下调', enhanced: '增强', attenuated: '减弱' },
};

const passiveBy: Record<string, string> = {
  ...{
    affected: '影响',
    influenced: '影响',
    inhibited: '抑制',
    suppressed: '抑制',
    mediated: '介导',
    regulated: '调节',
  },
  ...{
    caused: '引起',
    induced: '诱导',
    modulated: '调节',
    activated: '激活',
    predicted: '预测',
    blocked: '阻断',
    prevented: '预防',
  },
};

const isOrigin = /^(?:引起|诱导|介导)$/;

function readPassive(
  reader: PhraseReader,
  at: number,
  end: number,
  subject: string,
  { modal, isDenied, adverb }: ParsedVerb,
): string | undefined {
  const word = reader.lower(at);
  if (reader.lower(at + 1) === 'by' && !(reader.tokens[at + 2]?.kind === 'number')) {
    const found = phraseWithTail(reader, at + 2, end);
    const change = passives[word];
    const verb = passiveBy[word];
    const not = isDenied ? '未' : '';
    if (!found || found.tail.comparator) return undefined;
    if (verb)
      return withTail(
        `${subject}${modal}${not}${isOrigin.test(verb) ? '由' : '受'}${found.zh}${adverb}${verb}`,
        found.tail,
      );
    if (change && subject && !isDenied && /[高低善]$/.test(change))
      return withTail(`${found.zh}${modal}使${subject}${adverb}${change}`, found.tail);
    return undefined;
  }
  if (passives[word]) {
    const after = readBefore(reader, at + 1, end);
    if (after.isDenied || after.modal || (after.adverb && adverb)) return undefined;
    const tail = readTail(reader, after.at, end);
    return (
      tail &&
      withTail(`${subject}${modal}${isDenied ? '未' : ''}${adverb}${after.adverb}${passives[word]}`, tail)
    );
  }
  if (word === 'used' && modal && subject && !adverb && reader.lower(at + 1) === 'for') {
    const found = phraseWithTail(reader, at + 2, end);
    return found && !found.tail.comparator
      ? withTail(`${subject}${modal}${isDenied ? '不' : ''}用于${found.zh}`, found.tail)
      : undefined;
  }
  if (isObserved.test(word) && subject && !adverb && !isDenied && !modal) {
    const tail = readTail(reader, at + 1, end);
    return tail && !tail.comparator ? withTail(`观察到${subject}`, tail) : undefined;
  }
  if (/^(?:recommended|indicated|considered)$/.test(word) && subject && !adverb) {
    if (word === 'considered' && modal !== '应') return undefined;
    const tail = readTail(reader, at + 1, end);
    const act =
      {
        recommended: '推荐',
        considered: '考虑',
        indicated: '适用',
      }[word] ?? '';
    if (!tail || tail.comparator) return undefined;
    if (word === 'indicated') return withTail(`${subject}${modal}${isDenied ? '不' : ''}${act}`, tail);
    return withTail(`${modal}${isDenied ? '不' : ''}${act}${subject}`, tail);
  }
  if (word === 'well' && reader.lower(at + 1) === 'tolerated' && !isDenied && !adverb) {
    const tail = readTail(reader, at + 2, end);
    return tail && !tail.comparator ? withTail(`${subject}${modal}耐受性良好`, tail) : undefined;
  }
  return undefined;
}

/** "Safe and effective in children", "effective in preventing migraine". */
function readAdjectives(
  reader: PhraseReader,
  start: number,
  end: number,
  subject: string,
  { modal, isDenied, adverb }: ParsedVerb,
): string | undefined {
  // "Effectively unchanged"
  if (adverb === '有效') return undefined;
  const parts: string[] = [];
  let at = start;
  if (/^an?$/.test(reader.lower(at))) at++;
  const isNamed = at > start;
  for (; at < end; at++) {
    const word = reader.lower(at);
    if (
      /^(?:and|,)$/.test(word) &&
      parts.length > 0 &&
      (predicates[reader.lower(at + 1)] || reader.lower(at + 1) === 'well' || reader.lower(at + 1) === 'and')
    )
      continue;
    if (word === 'well' && reader.lower(at + 1) === 'tolerated') {
      parts.push('耐受性良好');
      at++;
      continue;
    }
    const predicate = predicates[word];
    if (!predicate) break;
    parts.push(predicate);
  }
  if (parts.length === 0) return undefined;
  let noun = '';
  if (isNamed) {
    const [, what = ''] =
      /^(?:and )?(treatment|therapy|procedure|technique|method|option|alternative|approach|tool|treatment option|strategy|intervention)$/.exec(
        reader.lower(at),
      ) ?? [];
    noun =
      {
        treatment: '治疗',
        therapy: '治疗',
        procedure: '操作',
        technique: '技术',
        method: '方法',
        option: '选择',
        alternative: '替代方案',
        approach: '方法',
        tool: '工具',
        strategy: '策略',
        intervention: '干预',
      }[what] ?? '';
    if (!noun) return undefined;
    at++;
  }
  const joined = parts.length > 1 ? `${parts.slice(0, -1).join('、')}且${parts.at(-1)}` : (parts[0] ?? '');
  if (isDenied && parts.length > 1) return undefined;
  const denied = joined.startsWith('有') ? `无${joined.slice(1)}` : `不${joined}`;
  const word = isDenied ? denied : joined;
  const is = (aim: string) =>
    noun
      ? `${subject}${modal}${isDenied ? '不' : ''}是${aim}${joined}的${noun}`
      : `${subject}${modal}${aim}${adverb}${word}`;
  if (at === end) return is('');
  if (/^(?:in|for)$/.test(reader.lower(at))) {
    const gerund = gerunds[reader.lower(at + 1)];
    if (gerund) {
      const found = phraseWithTail(reader, at + 2, end);
      return (
        found &&
        withTail(
          is(
            noun
              ? `${gerund}${found.zh}的`
              : `${/^(?:有效|无效|不有效)$/.test(joined) ? '' : '用于'}${gerund}${found.zh}`,
          ).replace('不有效', '无效'),
          found.tail,
        )
      );
    }
    if (reader.lower(at) === 'for' && /^(?:常见|罕见|少见|相似|相当|相同)$/.test(joined)) return undefined;
    if (reader.lower(at) === 'for') {
      const found = phraseWithTail(reader, at + 1, end);
      if (found) return withTail(is(noun ? `${found.zh}的` : `对${found.zh}`), found.tail);
    }
  }
  if (/^for|to$/.test(reader.lower(at))) return undefined;
  const tail = readTail(reader, at, end);
  return tail && !tail.comparator ? withTail(is(''), tail) : undefined;
}
