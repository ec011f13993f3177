import { type Cue, cueFinder } from './cues.ts';

/** Finds the populations of a text. Senses of one group exclude each other unless both are said. */
const find = cueFinder({
  'species.human': {
    en: String.raw`patients?|humans?|people|persons?|participants?|volunteers?|individuals?|subjects?|(?:wo)?m[ae]n|child(?:ren)?|adults?|adolescents?|infants?|neonates?|newborns?|clinical trials?|healthcare workers?|nurses|physicians|students|residents|veterans|smokers|survivors|citizens|mothers?|pregnan\w+|athletes`,
    zh: '患者|病人|人群|受试者|志愿者|成人|成年人|儿童|患儿|老年人|孕妇|妇女|女性|男性|婴儿|新生儿|青少年|居民|人类',
  },
  'species.animal': {
    en: String.raw`mice|mouse|murine|rats?|rabbits?|zebrafish|drosophila|pigs?|piglets?|porcine|dogs?|canine|monkeys?|macaques?|primates?|sheep|hamsters?|animals?|animal models?|xenografts?|c\.? ?elegans|caenorhabditis|xenopus|yeast|rodents?|guinea pigs?|chickens?|chick|bovine|cats?|feline|ferrets?|horses?|mares?|stallions?|equine|cattle|cows?|calves|heifers?|steers?|goats?|broilers?|fl(?:y|ies)|worms?|nematodes?`,
    zh: '小鼠|大鼠|家兔|斑马鱼|果蝇|犬|猪(?!肉)|猴|动物|马匹|奶牛|山羊|豚鼠|线虫|酵母|啮齿',
  },
  'species.cells': {
    en: String.raw`in vitro|cell lines?|cultured (?:\w+ )?cells?|cell cultures?|ex vivo|HeLa|HEK ?293\w?|organoids?|fibroblasts|isolated (?:\w+ )?cells`,
    zh: '体外|细胞系|细胞株|培养细胞|类器官|离体',
  },
  'age.neonate': { en: 'neonat\\w+|newborns?|preterm infants?|premature infants?', zh: '新生儿|早产儿' },
  'age.child': {
    en: String.raw`child(?:ren)?|childhood|p(?:a)?ediatrics?|infants?|toddlers?|preschool\w*|school-?age[d]?|boys?|girls?|juvenile`,
    zh: '儿童|患儿|小儿|婴幼儿|婴儿|幼儿|儿科',
  },
  'age.adolescent': { en: 'adolescents?|adolescence|teenagers?|youths?', zh: '青少年' },
  'age.adult': {
    en: String.raw`adults?|middle-aged|(?:aged?|age of) (?:at least |≥ ?|> ?)?(?:18|19|2\d|3\d|4\d|5\d) years (?:or|and) (?:older|over|above)|aged (?:18|19|2\d|3\d|4\d|5\d)(?:-|–| to )\d\d`,
    zh: '成人|成年人|成年|中年',
  },
  'age.elderly': {
    en: String.raw`elderly|older (?:adults?|people|patients?|persons?|men|women|individuals|population)|geriatric|seniors?|octogenarians?|nursing home residents?|aged (?:65|70|75|80)`,
    zh: '老年人?|高龄',
  },
  'sex.female': {
    en: 'women|woman|females?|girls|mothers|postmenopausal|premenopausal',
    zh: '女性|妇女|女孩|绝经',
  },
  'sex.male': { en: 'men|man|males?|boys|fathers', zh: '男性|男子|男孩' },
  'pregnancy.pregnant': { en: 'pregnan\\w+|gestational|antenatal|prenatal', zh: '孕妇|妊娠|孕期|产前' },
  'setting.intensive': { en: 'intensive care|critically ill|ICU', zh: '重症监护|危重症?|ICU' },
  'setting.primary': {
    en: 'primary care|general practice|community-dwelling|outpatients?|ambulatory',
    zh: '基层医疗|全科|社区|门诊',
  },
  'setting.hospital': { en: 'hospitali[sz]ed|inpatients?', zh: '住院' },
});

export type Population = { group: string; member: string; text: string; start: number; end: number };

export function findPopulations(text: string): readonly Population[] {
  return find(text).flatMap(toPopulation);
}

/** Words that say two things at once, and were found as one of them. */
const alsoOf: [pattern: RegExp, group: string, member: string][] = [
  [/^(?:elderly|older|老年|高龄)/i, 'species', 'human'],
  [/^(?:neonat|newborn|preterm|premature|新生儿|早产儿)/i, 'age', 'neonate'],
  [/^(?:child|infant|儿童|患儿|婴儿)/i, 'age', 'child'],
  [/^(?:boys?|girls?|男孩|女孩)/i, 'age', 'child'],
  [/^(?:adults?|成人|成年人)/i, 'age', 'adult'],
  [/^(?:adolescent|青少年)/i, 'age', 'adolescent'],
  [/^老年人/i, 'age', 'elderly'],
  [/^(?:women|woman|mothers?|妇女|女性)/i, 'sex', 'female'],
  [/^(?:men|man|男性)$/i, 'sex', 'male'],
  [/^(?:pregnan|孕妇)/i, 'pregnancy', 'pregnant'],
];

function toPopulation({ sense, text, start, end }: Cue): Population[] {
  const [group = '', member = ''] = sense.split('.');
  const first = { group, member, text, start, end };
  const also = alsoOf
    .filter(([pattern, otherGroup]) => otherGroup !== group && pattern.test(text))
    .map(([, otherGroup, other]) => ({ group: otherGroup, member: other, text, start, end }));
  return [first, ...also];
}

/** Ages that one study often joins: an adult can be old, an adolescent is a child to many. */
const compatible = new Set([
  'adult elderly',
  'elderly adult',
  'adolescent child',
  'child adolescent',
  'neonate child',
  'child neonate',
  'adult adolescent',
]);

export function excludeEachOther(group: string, one: string, other: string): boolean {
  if (one === other) return false;
  return !(group === 'age' && compatible.has(`${one} ${other}`));
}
