import type { SearchQuery } from '@citewell/core/records/query.ts';

/** Names that records use for a subject and dictionaries do not give, by subject. */
const otherNames: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bandrogen[- ](?:deprivation|suppression|ablation)\b|雄激素(?:剥夺|去除|阻断)/i,
    ['androgen suppression', 'androgen ablation', 'androgen deprivation', 'androgen blockade'],
  ],
  [
    /\bchemo-?radi(?:o-?therapy|ation)\b|(?:同步)?放化疗/i,
    ['chemoradiation', 'chemo-radiotherapy', 'chemo-radiation', 'radiochemotherapy', 'radio-chemotherapy'],
  ],
  [
    /\banti-?platelet\b|抗血小板/i,
    ['glycoprotein IIb', 'GP IIb', 'abciximab', 'eptifibatide', 'tirofiban', 'platelet inhibition'],
  ],
  [
    /^(?:(?:blood pressure|BP)[- ]lowering(?: (?:drugs?|treatments?|therapy))?|lowering (?:of )?blood pressure|降(?:血)?压(?:药物?|治疗)?)$/i,
    [
      'antihypertensive',
      'blood pressure lowering',
      'lowering blood pressure',
      'reducing blood pressure',
      'blood pressure reduction',
    ],
  ],
  [
    /^(?:(?:preterm|premature) (?:infants?|bab(?:y|ies)|neonates?|newborns?)|早产儿)$/i,
    [
      ...['preterm infants', 'premature infants', 'preterm neonates', 'preterm newborns', 'preterm babies'],
      ...[
        'preterm children',
        'born prematurely',
        'children born preterm',
        'infants born preterm',

        'retinopathy of prematurity',
      ],
    ],
  ],
  [/^(?:sepsis|脓毒症|败血症)$/i, ['septic patients', 'septic infants', 'septic neonates', 'severe sepsis']],
  [/\bhyperhomocyst\w+|高同型半胱氨酸/i, ['homocysteine']],
  [/\bhyperuric\w+|高尿酸/i, ['uric acid', 'urate']],
  [/\bosteoporosis\b|骨质疏松/i, ['low bone density', 'low bone mineral density', 'low bone mass']],
  [
    /^(?:blood pressure control|control of blood pressure|血压(?:的)?(?:控制|管理))$/i,
    ['blood pressure', 'BP', 'hypertension', 'hypertensive', 'antihypertensive'],
  ],
];

/** Countries of low and middle income by the World Bank. */
const developing = new Intl.DisplayNames('en', { type: 'region' });
const developingCountries =
  'AF AL DZ AO AR AM AZ BD BJ BO BR BF BI KH CM CF TD CN CO CD CG CI EC EG SV ER ET GA GM GH GT GN GW HT HN IN ID IR IQ JM JO KE KG LA LB LS LR LY MG MW MY ML MR MX MN MA MZ MM NA NP NI NE NG PK PG PY PE PH RW SN SL SO ZA SS LK SD SY TJ TZ TH TG TN TR TM UG UA UZ VN YE ZM ZW'
    .split(' ')
    .flatMap((code) => developing.of(code)?.replace(/ \(.*| - .*/, '') ?? []);
const areDeveloping =
  /^(?:developing countr(?:y|ies)|(?:low|middle|lower)(?:-income)?(?:[- ](?:and|to|or)[- ]middle)?[- ]income (?:countr(?:y|ies)|settings)|LMICs?|resource[- ](?:limited|poor|constrained) (?:countr(?:y|ies)|settings)|发展中国家|(?:中?低|中低)收入国家|资源(?:有限|匮乏)(?:地区|国家))$/i;

/** Names of a want of something that is eaten or formed in the skin, whose blood level shows it. */
const wantOf =
  /^((?:vitamin [A-K]\d{0,2}|iron|zinc|iodine|fol(?:ate|ic acid)|magnesium|selenium|calcium|micronutrient|nutrient|nutritional)) (?:deficiency|insufficiency)$/i;

/** Prefixes that some write with a hyphen: "pre-exposure prophylaxis". */
const hyphened = /\b(pre|post|non|anti|peri|intra|inter|multi)-(?=[a-z]{3})/i;

/** Matches the name of a species, which texts write with the initial of the genus: "Plasmodium falciparum". */
const species =
  /^(Acinetobacter|Aspergillus|Bordetella|Borrelia|Candida|Chlamydia|Clostridi(?:um|oides)|Cryptococcus|Enterococcus|Escherichia|Haemophilus|Helicobacter|Klebsiella|Legionella|Leishmania|Listeria|Mycobacterium|Neisseria|Plasmodium|Porphyromonas|Pseudomonas|Salmonella|Schistosoma|Staphylococcus|Streptococcus|Toxoplasma|Treponema|Trypanosoma) ([a-z]{4,20})$/;

/** Adds to the wordings of a subject the other names that records use for it. */
export function withAlternativeNames(query: SearchQuery): SearchQuery {
  const added = (wordings: readonly string[]) => {
    const own = wordings.slice(0, 2);
    return [
      ...otherNames.flatMap(([pattern, names]) => (own.some((name) => pattern.test(name)) ? names : [])),
      ...own.flatMap((name) => {
        const [, genus = '', kind] = species.exec(name) ?? [];
        return kind ? [`${genus.charAt(0)}. ${kind}`] : [];
      }),
      ...own.flatMap((name) => {
        const [, substance] = wantOf.exec(name) ?? [];
        return substance
          ? [
              ...['insufficiency', 'deficiency', 'inadequacy'].map((word) => `${substance} ${word}`),
              ...[
                `low ${substance}`,
                `${substance}-deficient`,
                ...(/^vitamin/i.test(substance)
                  ? [`${substance} status`, `hypo${substance.replace(/^vitamin/i, 'vitaminosis')}`]
                  : []),
              ],
            ]
          : [];
      }),
      ...own.flatMap((name) => (hyphened.test(name) ? [name.replace(hyphened, '$1')] : [])),
      ...(own.some((name) => areDeveloping.test(name))
        ? [
            'low- and middle-income countries',
            'low-income countries',
            'lower income countries',
            'poor countries',
            'developing world',
            'resource-poor settings',
            'resource-limited settings',
            'sub-Saharan Africa',
            ...developingCountries,
          ]
        : []),
    ];
  };
  const all = (wordings: readonly string[]) => [...new Set([...wordings, ...added(wordings)])];
  return {
    ...query,
    facets: query.facets.map(all),
    ...(query.subjects && {
      subjects: query.subjects.map((subject) => {
        const wordings = all(subject.wordings);
        return wordings.length > subject.wordings.length
          ? {
              ...subject,
              ...((isControl(subject.name) || areDeveloping.test(subject.name)) && {
                kind: 'known' as const,
              }),
              wordings,
            }
          : subject;
      }),
    }),
  };
}

/** Returns true for the control or lowering of a measure, which is asked for by the names of the measure. */
function isControl(name: string): boolean {
  return /\bcontrol\b|\blowering\b|控制|管理|降血?压/i.test(name);
}
