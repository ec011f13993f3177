import { readClauses } from '@citewell/citation-checker/demonstration/statement.ts';
import { chinesePopulation, type ToChinese } from './chinese-terms.ts';

type Effect = 'down' | 'up' | 'good' | 'prevent' | 'delay' | 'shorter' | 'longer';

const verbs: [Effect, RegExp][] = [
  ['down', /^(?:reduc(?:e[sd]?|ing)|lower(?:s|ed)?|decreas(?:e[sd]?))$/i],
  ['up', /^(?:increas(?:e[sd]?)|rais(?:e[sd]?)|elevat(?:e[sd]?))$/i],
  ['good', /^improv(?:e[sd]?)$/i],
  ['prevent', /^prevent(?:s|ed)?$/i],
  ['delay', /^delay(?:s|ed)?$/i],
  ['shorter', /^shorten(?:s|ed)?$/i],
  ['longer', /^prolong(?:s|ed)?$/i],
];
const verb =
  'reduc(?:e[sd]?)|lower(?:s|ed)?|decreas(?:e[sd]?)|increas(?:e[sd]?)|rais(?:e[sd]?)|elevat(?:e[sd]?)|improv(?:e[sd]?)|prevent(?:s|ed)?|delay(?:s|ed)?|shorten(?:s|ed)?|prolong(?:s|ed)?';
const adverb = String.raw`(?:(?<adverb>significantly|markedly|substantially|effectively) )?`;
const subject = String.raw`(?<subject>[^,;:()]{3,80}?)`;
const modal = String.raw`(?:(?<modal>may|might|could|can|appears? to|seems? to) )?`;
const rest = String.raw`(?<rest>[^;:]{3,300})$`;

/** Forms of findings that can be translated completely; a sentence of any other form gets no Chinese line. */
type Kind =
  | 'acts'
  | 'denies'
  | 'related'
  | 'unrelated'
  | 'noEffect'
  | 'compared'
  | 'same'
  | 'effective'
  | 'ineffective'
  | 'rates'
  | 'accuracy'
  | 'riskFactor';

const arm = String.raw`(?:in|with|among|for|after) (?:the )?`;
const percentage = String.raw`\d{1,3}(?:\.\d+)? ?%`;
const inBrackets = String.raw`(?<rest>(?:,? ?[([].{0,120})?)$`;
const forms: [kind: Kind, RegExp][] = [
  [
    'rates',
    new RegExp(
      String.raw`^(?<outcome>[^;:()]{3,90}?) (?:was|were) (?<one>${percentage}) ${arm}(?<subject>[^;:(),\d]{2,60}?)(?<arms> groups?| arm)? and (?<two>${percentage}) ${arm}(?<other>[^;:(),\d]{2,60}?)(?: groups?| arm)?${inBrackets}`,
      'i',
    ),
  ],
  [
    'accuracy',
    new RegExp(
      String.raw`^(?:the )?sensitivity and specificity of (?:the )?(?<subject>[^;:(),\d]{2,60}?) were (?<one>${percentage}) and (?<two>${percentage})(?:, respectively)?(?<rest>)$`,
      'i',
    ),
  ],
  [
    'riskFactor',
    new RegExp(
      String.raw`^${subject} (?:was|were|is|are) (?:an? )?(?<adverb>independent )?risk factors? for (?:the development of )?${rest}`,
      'i',
    ),
  ],
  [
    'compared',
    new RegExp(
      String.raw`^(?<outcome>[^;:()]{3,90}?) (?:was|were|is|are) ${adverb}(?<verb>lower|higher|less frequent|more frequent|less common|more common|shorter|longer) ${arm}(?<subject>[^;:(),]{2,60}?)(?: groups?| arm)? (?:than|compared (?:with|to)|versus) (?:that |those )?(?:in |with |among |for |after )?(?:the )?(?<other>[^;:(),]{2,60}?)(?: groups?| arm)?(?<rest>(?:,? ?[([].{0,120})?)$`,
      'i',
    ),
  ],
  [
    'same',
    /^there (?:was|were) no (?<adverb>(?:statistically )?significant )?differences? in (?:the )?(?<outcome>[^;:()]{3,90}?) between (?:the )?(?<subject>[^;:(),]{2,60}?)(?: groups?| arm)? and (?:the )?(?<other>[^;:(),]{2,60}?)(?: groups?| arms?)?(?<rest>(?:,? ?[([].{0,120})?)$/i,
  ],
  [
    'ineffective',
    new RegExp(
      String.raw`^${subject} (?:was|is|were|are) (?:not effective|ineffective) (?:in|for) (?:(?<aim>preventing|treating|the treatment of|the prevention of|reducing) )?${rest}`,
      'i',
    ),
  ],
  [
    'effective',
    new RegExp(
      String.raw`^${subject} (?:was|is|were|are) (?:an )?effective (?:treatment |therapy )?(?:in|for) (?:(?<aim>preventing|treating|the treatment of|the prevention of|reducing) )?${rest}`,
      'i',
    ),
  ],
  ['denies', new RegExp(`^${subject} (?:did|does|do) not ${adverb}(?<verb>${verb}) ${rest}`, 'i')],
  [
    'noEffect',
    new RegExp(
      String.raw`^${subject} (?:had|has|have) no (?<adverb>significant )?(?:effect|impact|influence) on ${rest}`,
      'i',
    ),
  ],
  [
    'related',
    new RegExp(
      String.raw`^${subject} (?:was|were|is|are) ${adverb}associated with (?:an? )?(?:significantly |statistically significant )?(?<verb>increased|higher|greater|elevated|lower|reduced|decreased) ${rest}`,
      'i',
    ),
  ],
  [
    'unrelated',
    new RegExp(
      String.raw`^${subject} (?:was|were|is|are) not (?<adverb>significantly )?associated with ${rest}`,
      'i',
    ),
  ],
  ['acts', new RegExp(`^${subject} ${modal}${adverb}(?<verb>${verb}) ${rest}`, 'i')],
];

/** Matches a section's name at the beginning of an unstructured abstract. */
const sectionName = /^(?:[A-Z]{5,12}|Conclusions?)[:.]? (?=[A-Z])/;
const leadIn =
  /^(?:(?:in (?:conclusion|summary|this study)|overall|taken together|according to our results), )?(?:(?:(?:the )?(?:results|findings) of (?:this|our|the present) (?:study|trial|analysis) |(?:(?:our|the|these|this|present|current) ){1,2}(?:results|findings|data|study|trial|review|meta-analysis|analysis) )(?:(?<hedge>suggests?|suggested|indicates?|indicated)|shows?|showed|demonstrates?|demonstrated|found|confirms?|confirmed) that |we (?:found|conclude|conclude here|show|observed) that )?/i;

const number = String.raw`[-−]?\d+(?:[.,·]\d+)*`;
const unit = String.raw`(?: ?(?:%|percentage points|mm ?Hg|kg|g|mg/dL|mmol/L|mg/L|days?|weeks?|months?|years?|hours?|minutes?|points?|cm))?`;
const times: Record<string, string> = { day: '天', week: '周', month: '个月', year: '年', hour: '小时' };

const tails: { pattern: RegExp; take(match: RegExpExecArray, out: Tail, toChinese: ToChinese): boolean }[] = [
  {
    pattern:
      /^,? ?(?:as )?(?:compared (?:with|to)|versus|vs\.?|relative to) ([^,;:()]{3,50}?)(?= (?:in|at|after|from|by|over|during) |[,(.]|$)/i,
    take: (match, out, toChinese) => set(out, 'comparator', toChinese(match[1] ?? '')),
  },
  {
    pattern: /^,? ?(?:in|among) ([^,;:()]{3,90}?)(?= (?:compared|versus|at|after|over|during) |[,(.]|$)/i,
    take: (match, out, toChinese) => set(out, 'population', chinesePopulation(match[1] ?? '', toChinese)),
  },
  {
    pattern: new RegExp(`^,? ?from (${number}${unit}) to (${number}${unit})(?=[ ,.(]|$)`, 'i'),
    take: (match, out) => set(out, 'figure', `由${unitOf(match[1])}变为${unitOf(match[2])}`),
  },
  {
    pattern: new RegExp(`^,? ?by (${number}${unit})(?=[ ,.(]|$)`, 'i'),
    take: (match, out) => set(out, 'figure', unitOf(match[1])),
  },
  {
    pattern: /^,? ?[([]([^()[\]]{3,120})[)\]]/,
    take: (match, out) => isStatistics(match[1] ?? '') && set(out, 'statistics', match[1]),
  },
  {
    pattern:
      /^,? ?(at|after|over|during) (\d{1,3})[ -](day|week|month|year)s?(?: of follow-up)?(?=[ ,.(]|$)/i,
    take: (match, out) => {
      const span = `${match[2]}${times[(match[3] ?? '').toLowerCase()]}`;
      const at = (match[1] ?? '').toLowerCase();
      return set(out, 'time', at === 'at' ? `${span}时` : at === 'after' ? `${span}后` : `${span}期间`);
    },
  },
];

type Tail = Partial<Record<'comparator' | 'population' | 'figure' | 'statistics' | 'time', string>>;

function set(out: Tail, key: keyof Tail, value: string | undefined): boolean {
  if (value === undefined || out[key] !== undefined) return false;
  out[key] = value;
  return true;
}

function unitOf(figure = ''): string {
  return figure
    .replace(/ ?percentage points$/i, '个百分点')
    .replace(/ ?(day|week|month|year|hour)s?$/i, (_, name: string) => times[name.toLowerCase()] ?? '')
    .replace(/ ?points?$/i, '分')
    .replace(/ ?minutes?$/i, '分钟');
}

/** Matches ratios, intervals and P values, which Chinese texts use unchanged. */
function isStatistics(text: string): boolean {
  return (
    /\d/.test(text) &&
    !/[a-z]{2,}/i.test(
      text.replace(
        /\b(?:hazard|odds|risk|rate|relative|ratio|confidence|interval|CI|HR|OR|RR|aOR|aHR|SD|MD|SMD|to|vs|versus|mean|difference|per|adjusted|NNT|mm|Hg|kg|mg|dL|mmol)\b/gi,
        '',
      ),
    )
  );
}

/** Words of measured outcomes, which rise and fall, whereas events become more and fewer. */
const isMeasure = /(?:风险|率|压|水平|评分|度|量|体重|值|糖|醇|蛋白|时间|疼痛|功能|[A-Za-z\d])$/;

function said(effect: Effect, outcome: string): string {
  switch (effect) {
    case 'down':
      return isMeasure.test(outcome) ? `降低${outcome}` : `减少${outcome}`;
    case 'up':
      return /风险$|[^压率平分度值糖醇白\dA-Za-z]$/.test(outcome) ? `增加${outcome}` : `升高${outcome}`;
    case 'good':
      return `改善${outcome}`;
    case 'prevent':
      return `预防${outcome}`;
    case 'delay':
      return `延缓${outcome}`;
    case 'shorter':
      return `缩短${outcome}`;
    case 'longer':
      return `延长${outcome}`;
  }
}

/**
 * Translates an English finding into one line of Chinese: subject, direction, outcome and figures, with the population
 * and the comparator that the sentence names. Returns undefined if any part has no Chinese term or another form: a line
 * is complete or absent.
 */
export function chineseFinding(sentence: string, toChinese: ToChinese): string | undefined {
  const trimmed = sentence.trim().replace(/\.$/, '').replace(sectionName, '');
  const opening = leadIn.exec(trimmed);
  const text = trimmed.slice(opening?.[0].length ?? 0);
  for (const [kind, form] of forms) {
    const groups = form.exec(text)?.groups;
    if (!groups) continue;
    const line = formatFinding(kind, groups, toChinese);
    if (line === undefined || !agrees(kind, text)) return undefined;
    return `${opening?.groups?.hedge ? '结果提示：' : ''}${line}。`;
  }
  return undefined;
}

/** Reads clauses with the checker and requires exactly one effect, so that nothing is reversed. */
function agrees(kind: Kind, text: string): boolean {
  const effects = readClauses(text).flatMap((clause) => clause.effects);
  const directed = effects.filter(({ direction }) => direction !== 'related');
  if (directed.length > 1) return false;
  const isNone = directed.some(({ direction }) => direction === 'none');
  return isNone === denials.has(kind);
}

const denials: ReadonlySet<Kind> = new Set(['denies', 'unrelated', 'noEffect', 'same', 'ineffective']);

function formatFinding(
  kind: Kind,
  {
    subject: about = '',
    verb: word = '',
    adverb: how,
    modal: perhaps,
    rest: remainder = '',
    outcome: measured,
    other = '',
    aim = '',
    one = '',
    two = '',
    arms = '',
  }: Record<string, string | undefined>,
  toChinese: ToChinese,
): string | undefined {
  const subjectZh = toChinese(about);
  const read =
    kind === 'accuracy'
      ? { outcome: '敏感度和特异度', tail: {} }
      : measured === undefined
        ? readRest(remainder, toChinese)
        : { outcome: toChinese(measured), tail: readTail(remainder, toChinese) };
  if (!subjectZh || !read?.outcome || !read.tail) return undefined;
  const { outcome, tail } = read;
  const otherZh = toChinese(other);
  const significantly = how ? '显著' : '';
  const effect = verbs.find(([, pattern]) => pattern.test(word))?.[0];
  const core = (() => {
    switch (kind) {
      case 'acts':
        return effect && `${subjectZh}${perhaps ? '可能' : ''}${significantly}${said(effect, outcome)}`;
      case 'denies':
        return effect && `${subjectZh}未${significantly}${said(effect, outcome)}`;
      case 'compared':
        return (
          otherZh && `${subjectZh}组的${outcome}${significantly}${comparedBy[word.toLowerCase()]}${otherZh}组`
        );
      case 'same':
        return otherZh && `${subjectZh}与${otherZh}之间${outcome}无${significantly}差异`;
      case 'effective':
      case 'ineffective':
        return `${subjectZh}${aims[aim.toLowerCase()] ?? '对'}${outcome}${kind === 'effective' ? '有效' : '无效'}`;
      case 'rates': {
        const group = arms ? '组' : '';
        return otherZh && `${outcome}：${subjectZh}${group}${one}，${otherZh}${group}${two}`;
      }
      case 'accuracy':
        return `${subjectZh}的${outcome}分别为${one}和${two}`;
      case 'riskFactor':
        return `${subjectZh}是${outcome}的${how ? '独立' : ''}危险因素`;
      case 'noEffect':
        return `${subjectZh}对${outcome}无${significantly}影响`;
      case 'unrelated':
        return `${subjectZh}与${outcome}无${significantly}关联`;
      case 'related':
        return `${subjectZh}与${outcome}${/^(?:lower|reduced|decreased)$/i.test(word) ? '降低' : '升高'}相关`;
    }
  })();
  if (!core) return undefined;
  const { population, comparator, figure, statistics, time } = tail;
  const before = [population && `在${population}中`, time, comparator && `与${comparator}相比`].filter(
    Boolean,
  );
  const figures = [figure, statistics].filter(Boolean).join('；');
  return `${before.map((part) => `${part}，`).join('')}${core}${figures ? `（${figures}）` : ''}`;
}

const comparedBy: Record<string, string> = {
  lower: '低于',
  higher: '高于',
  'less frequent': '少于',
  'less common': '少于',
  'more frequent': '多于',
  'more common': '多于',
  shorter: '短于',
  longer: '长于',
};

const aims: Record<string, string> = {
  preventing: '预防',
  'the prevention of': '预防',
  treating: '治疗',
  'the treatment of': '治疗',
  reducing: '减少',
};

/** Returns the translatable beginning of the outcome and what follows; undefined if anything is left over. */
function readRest(text: string, toChinese: ToChinese): { outcome: string; tail: Tail } | undefined {
  const ends = [
    ...text.matchAll(
      /(?=,? (?:in|among|compared|as compared|versus|vs\.?|relative to|from|by|at|after|over|during) |,? ?[([])|$/gi,
    ),
  ];
  for (const { index } of ends) {
    const outcome = toChinese(text.slice(0, index).replace(/,$/, ''));
    if (!outcome) continue;
    const tail = readTail(text.slice(index), toChinese);
    if (tail) return { outcome, tail };
  }
  return undefined;
}

function readTail(text: string, toChinese: ToChinese): Tail | undefined {
  const tail: Tail = {};
  let left = text;
  while (left.trim() !== '') {
    const found = tails.some(({ pattern, take }) => {
      const match = pattern.exec(left);
      if (!match || !take(match, tail, toChinese)) return false;
      left = left.slice(match[0].length);
      return true;
    });
    if (!found) return undefined;
  }
  return tail;
}
