/** Directions of an effect on its outcome. */
export type Effect = 'down' | 'up' | 'good' | 'prevent' | 'delay' | 'shorter' | 'longer';

const lemmas: Record<string, string | { effect: Effect }> = {
  ...{ reduce: { effect: 'down' }, lower: { effect: 'down' }, decrease: { effect: 'down' } },
  ...{ increase: { effect: 'up' }, raise: { effect: 'up' }, elevate: { effect: 'up' } },
  ...{ improve: { effect: 'good' }, prevent: { effect: 'prevent' }, delay: { effect: 'delay' } },
  ...{ shorten: { effect: 'shorter' }, prolong: { effect: 'longer' } },
  ...{
    affect: '影响',
    influence: '影响',
    predict: '预测',
    inhibit: '抑制',
    suppress: '抑制',
    promote: '促进',
  },
  ...{ induce: '诱导', cause: '引起', enhance: '增强', attenuate: '减轻', impair: '损害', alleviate: '缓解' },
  ...{
    accelerate: '加速',
    exacerbate: '加重',
    worsen: '加重',
    facilitate: '促进',
    reverse: '逆转',
    restore: '恢复',
  },
  ...{
    modulate: '调节',
    regulate: '调节',
    activate: '激活',
    mediate: '介导',
    block: '阻断',
    stimulate: '刺激',
  },
  ...{ trigger: '触发', exceed: '超过', reach: '达到', achieve: '达到' },
  ...{ produce: '产生', exhibit: '表现出', lack: '缺乏', express: '表达', detect: '检出' },
  ...{
    minimize: '尽量减少',
    maintain: '维持',
    preserve: '保留',
    eliminate: '消除',
  },
  ...{
    ameliorate: '改善',
    augment: '增强',
    mitigate: '减轻',
    abolish: '消除',
    diminish: '减弱',
    hasten: '加速',
  },
  ...{
    favor: '有利于',
    outweigh: '超过',
    relieve: '缓解',
  },
  ...{
    upregulate: '上调',
    downregulate: '下调',
    ablate: '消除',
    'down-regulate': '下调',
  },
  ...{ 'up-regulate': '上调', explain: '解释', identify: '识别' },
};

const forms = new Map<string, { zh?: string; effect?: Effect; isBase: boolean }>();
for (const [lemma, meaning] of Object.entries(lemmas)) {
  const stem = lemma.replace(/e$/, '');
  const doubled =
    /(?:[^aeiou][aeiou])(?:t|p|g)$/.test(lemma) && /^(?:permit|stop)$/.test(lemma)
      ? `${lemma}${lemma.at(-1)}ed`
      : '';
  const said = typeof meaning === 'string' ? { zh: meaning } : meaning;
  forms.set(lemma, { ...said, isBase: true });
  for (const form of [`${lemma}s`, `${stem}ed`, doubled])
    if (form) forms.set(form, { ...said, isBase: false });
}

export const transitive: ReadonlyMap<string, { zh?: string; effect?: Effect; isBase: boolean }> = forms;

/** Adjectives of an effect, with how Chinese calls having one. */
const effectsOnAs: Record<string, (object: string) => string> = {
  no: (object) => `对${object}无影响`,
  'no significant': (object) => `对${object}无显著影响`,
  'no statistically significant': (object) => `对${object}无显著影响`,
  'no adverse': (object) => `对${object}无不利影响`,
  an: (object) => `对${object}有影响`,
  'a significant': (object) => `对${object}有显著影响`,
  'a positive': (object) => `对${object}有积极影响`,
  'a negative': (object) => `对${object}有负面影响`,
  'a beneficial': (object) => `对${object}有有益影响`,
  beneficial: (object) => `对${object}有有益影响`,
  'an adverse': (object) => `对${object}有不利影响`,
};
const effectsOn = Object.entries(effectsOnAs).map(([kind, format]): [string, typeof format] => [
  ['had', 'has', 'have']
    .flatMap((verb) =>
      ['effect', 'effects', 'impact', 'influence'].map((noun) => `${verb} ${kind} ${noun} on`),
    )
    .join('|'),
  format,
]);

/** Verbs of several words, with how Chinese says them of an object. */
export const phrasalVerbs: [
  words: string[],
  format: (object: string, adverb: string, isDenied: boolean) => string,
][] = (
  [
    ['lead to|leads to|led to|result in|results in|resulted in', (o, a, n) => `${n ? '未' : ''}${a}导致${o}`],
    ['contribute to|contributes to|contributed to', (o, a, n) => `${n ? '未' : ''}${a}促成${o}`],
    ['depend on|depends on|depended on', (o, a, n) => `${n ? '不' : ''}${a}取决于${o}`],
    [
      'protect against|protects against|protected against',
      (o, a, n) => `对${o}${n ? '无' : '有'}${a && `${a}的`}保护作用`,
    ],
    [
      'correlate with|correlates with|correlated with',
      (o, a, n) => (n ? `与${o}无${a}相关性` : `与${o}${a}相关`),
    ],
    ...effectsOn,
    ['play a role in|plays a role in|played a role in', (o, _a, n) => `在${o}中${n ? '不' : ''}发挥作用`],
    [
      'play an important role in|plays an important role in|played an important role in',
      (o, _a, n) => `在${o}中${n ? '不' : ''}发挥重要作用`,
    ],
    ['benefit from|benefits from|benefited from', (o, _a, n) => `${n ? '未' : ''}从${o}中获益`],
  ] as [string, (object: string, adverb: string, isDenied: boolean) => string][]
).flatMap(([names, format]) =>
  names.split('|').map((name): [string[], typeof format] => [name.split(' '), format]),
);

/** Verbs without an object that state a change. */
export const changing: Record<string, string> = {
  ...{ increased: '升高', increases: '升高', increase: '升高', rose: '升高', rises: '升高' },
  ...{
    decreased: '降低',
    decreases: '降低',
    decrease: '降低',
    fell: '降低',
    declined: '下降',
    declines: '下降',
    decline: '下降',
  },
  ...{ improved: '改善', improves: '改善', improve: '改善', worsened: '恶化', dropped: '下降' },
};

export const adverbs: Record<string, string> = {
  ...{
    significantly: '显著',
    markedly: '明显',
    substantially: '明显',
    considerably: '明显',
    dramatically: '大幅',
  },
  ...{ greatly: '大幅', slightly: '略', modestly: '轻度', effectively: '有效', independently: '独立' },
  ...{
    strongly: '强',
    closely: '密切',
    positively: '正',
    negatively: '负',
    inversely: '负',
    directly: '直接',
  },
  ...{ rapidly: '迅速', often: '常', commonly: '常', frequently: '常', usually: '通常', generally: '一般' },
  ...{
    highly: '高度',
    potently: '强力',
    selectively: '选择性',
    mainly: '主要',
    primarily: '主要',
    further: '进一步',
  },
  ...{
    safely: '安全',
    partially: '部分',
    completely: '完全',
    statistically: '',
    also: '',
    both: '',
    somewhat: '略',
  },
  ...{
    probably: '很可能',
    likely: '很可能',
    possibly: '可能',
    potentially: '可能',
    consistently: '一致',
    still: '仍',
  },
  ...{ 'dose-dependently': '剂量依赖性', gradually: '逐渐', progressively: '逐渐', currently: '目前' },
};

export const modals: Record<string, string> = {
  ...{ may: '可能', might: '可能', could: '可能', can: '可', should: '应', will: '将', must: '必须' },
};

export const predicates: Record<string, string> = {
  ...{
    safe: '安全',
    effective: '有效',
    feasible: '可行',
    useful: '有用',
    beneficial: '有益',
    helpful: '有帮助',
  },
  ...{
    common: '常见',
    rare: '罕见',
    uncommon: '少见',
    frequent: '常见',
    infrequent: '少见',
    similar: '相似',
  },
  ...{ comparable: '相当', necessary: '必要', important: '重要', essential: '必不可少', reliable: '可靠' },
  ...{
    accurate: '准确',
    acceptable: '可接受',
    'cost-effective': '具有成本效果',
    efficacious: '有效',
    'well-tolerated': '耐受性良好',
  },
  ...{
    sufficient: '足够',
    insufficient: '不足',
    possible: '可能',
    valuable: '有价值',
    harmful: '有害',
    ineffective: '无效',
  },
  ...{
    unsafe: '不安全',
    unnecessary: '不必要',
    excellent: '极好',
    good: '良好',
    poor: '较差',
    high: '较高',
    low: '较低',
  },
  ...{
    prevalent: '常见',
    unclear: '尚不清楚',
    unknown: '尚不清楚',
    safer: '更安全',
    promising: '有前景',
    practical: '实用',
    easy: '简便',
    simple: '简单',
    stable: '稳定',
    successful: '成功',
  },
  ...{
    valid: '有效度',
    justified: '合理',
    appropriate: '适宜',
    identical: '相同',
    equal: '相等',
    unchanged: '无变化',
  },
};

/** Comparatives: how A stands to B, and what is said where no B is named. */
export const comparatives: Record<string, [than: string, alone: string]> = {
  ...{
    higher: ['高于', '较高'],
    lower: ['低于', '较低'],
    greater: ['大于', '较大'],
    larger: ['大于', '较大'],
  },
  ...{
    smaller: ['小于', '较小'],
    longer: ['长于', '较长'],
    shorter: ['短于', '较短'],
    better: ['优于', '较好'],
  },
  ...{
    worse: ['差于', '较差'],
    poorer: ['差于', '较差'],
    'more frequent': ['多于', '较多'],
    'less frequent': ['少于', '较少'],
  },
  ...{
    'more common': ['多于', '较常见'],
    'less common': ['少于', '较少见'],
    older: ['大于', '较大'],
    younger: ['小于', '较小'],
  },
  ...{
    'more prevalent': ['多于', '较常见'],
    'less prevalent': ['少于', '较少见'],
    increased: ['高于', '较高'],
  },
};

export const gerunds: Record<string, string> = {
  ...{
    preventing: '预防',
    closing: '关闭',
    treating: '治疗',
    reducing: '减少',
    predicting: '预测',
    improving: '改善',
    detecting: '检出',
  },
  ...{
    diagnosing: '诊断',
    identifying: '识别',
    evaluating: '评估',
    assessing: '评估',
    monitoring: '监测',
    managing: '管理',
  },
  ...{
    increasing: '提高',
    lowering: '降低',
    controlling: '控制',
    decreasing: '降低',
    screening: '筛查',
    relieving: '缓解',
  },
  ...{
    inducing: '诱导',
    maintaining: '维持',
    determining: '确定',
    measuring: '测量',
    estimating: '估计',
    differentiating: '鉴别',
  },
};

/** Words of measured outcomes, which rise and fall, whereas events become more and fewer. */
const isMeasure =
  /(?:活性|表达|密度|风险|率|压|水平|评分|度|量|体重|值|糖|醇|蛋白|时间|疼痛|功能|[A-Za-z\d])$/;

export function said(effect: Effect, outcome: string): string {
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
