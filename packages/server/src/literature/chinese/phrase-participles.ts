export const causes: Record<string, (item: string, what: string) => string> = {
  'caused by': (item, what) => `${what}所致的${item}`,
  'due to': (item, what) => `${what}所致的${item}`,
  'resulting from': (item, what) => `${what}所致的${item}`,
  'induced by': (item, what) => `${what}诱发的${item}`,
  'associated with': (item, what) => `与${what}相关的${item}`,
  'related to': (item, what) => `与${what}相关的${item}`,
};

/** "65 years or older", "45-65 years", "18 to 40 years". */
export function agesOf(words: string): string | undefined {
  const [, low, high, end] =
    /^(?:between )?(\d{1,3})(?:(?: to | and |-|–)(\d{1,3}))? years?(| or older| or more| and older| and over| or over)$/.exec(
      words,
    ) ?? [];
  if (!low || (high && end)) return undefined;
  return high ? `${low}至${high}岁` : end ? `${low}岁及以上` : `${low}岁`;
}

export const participles: [words: string[], format: (people: string, what: string) => string][] = [
  [['aged'], (people) => people],
  [['undergoing'], (people, what) => `接受${what}的${people}`],
  [['who', 'underwent'], (people, what) => `接受${what}的${people}`],
  [['receiving'], (people, what) => `接受${what}的${people}`],
  [['who', 'received'], (people, what) => `接受${what}的${people}`],
  [['treated', 'with'], (people, what) => `接受${what}治疗的${people}`.replace('治疗治疗', '治疗')],
  [
    ['who', 'were', 'treated', 'with'],
    (people, what) => `接受${what}治疗的${people}`.replace('治疗治疗', '治疗'),
  ],
  [['who', 'had'], (people, what) => `有${what}的${people}`],
  [['who', 'have'], (people, what) => `有${what}的${people}`],
  [['suffering', 'from'], (people, what) => `${what}${people}`],
  [['diagnosed', 'with'], (people, what) => `诊断为${what}的${people}`],
  [['hospitalized', 'with'], (people, what) => `因${what}住院的${people}`],
  [['hospitalized', 'for'], (people, what) => `因${what}住院的${people}`],
  [['exposed', 'to'], (people, what) => `暴露于${what}的${people}`],
  [['infected', 'with'], (people, what) => `感染${what}的${people}`],
  [['taking'], (people, what) => `使用${what}的${people}`],
  [['using'], (people, what) => `使用${what}的${people}`],
];
