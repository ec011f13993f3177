import { cueFinder } from '../reading/cues.ts';

/**
 * Matches Chinese names of one character where they name the animals studied: 牛的血清, 牛模型. In 牛津, 羊水, 鱼油, 鸡蛋, 狗咬伤 they
 * are part of another word.
 */
const studied = (names: string): string =>
  `(?<![吃食喝养喂被怕蜗海金咬])(?:${names})(?=的|体|群|只|头|中|内|模型|组|[，。；]|$)`;

/**
 * Species and groups of them, by the words that name them. `people` are studied as such, `human` may be human cells or
 * tissue. Words that usually mean something else (cat scan, guinea worm, fly as a verb) are omitted.
 */
const findNames = cueFinder({
  people: {
    en: String.raw`patients?|people|persons?|(?:wo)?m[ae]n|volunteers?|adults?|child(?:ren)?|adolescents?|infants?|neonates?|newborns?|boys?|girls?|mothers?|students|residents|participants?|physicians|nurses|veterans|survivors|smokers|pregnan\w+|clinical trials?|case[- ]control|outpatients?|inpatients?|schoolchildren|individuals|subjects|respondents|hospitals?|clinical(?:ly)?|cadavers?`,
    zh: '患者|病人|人群|受试者|志愿者|成人|成年人|儿童|患儿|老年人|孕妇|妇女|女性|男性|婴儿|新生儿|青少年|居民|参与者|医院|临床',
  },
  human: {
    en: String.raw`humans?|HeLa|HEK ?-?293\w?|Jurkat|HepG2|Caco-?2|MCF-?7|A549|U2OS|K562|HUVECs?`,
    zh: '人类|人源|人体|人(?:肺|肝|肾|脐|乳腺|结肠|角膜)\\p{Script=Han}{0,4}(?:细胞|组织)',
  },
  mouse: { en: String.raw`mice|mouse|murine|NIH ?3T3|MEFs?|C57BL\S{0,4}|BALB\S{0,3}`, zh: '小鼠' },
  rat: { en: 'rats?|sprague[- ]dawley|wistar', zh: '大鼠' },
  hamster: { en: 'hamsters?|CHO cells?', zh: '仓鼠' },
  cavy: { en: 'guinea[- ]pigs?', zh: '豚鼠' },
  rodent: { en: 'rodents?', zh: '啮齿' },
  rabbit: { en: 'rabbits?', zh: `家兔|新西兰兔|${studied('兔')}` },
  pig: { en: 'pigs?|piglets?|porcine|swine|minipigs?', zh: `小型猪|仔猪|${studied('猪')}` },
  dog: { en: 'dogs?|canine|beagles?', zh: `比格犬|${studied('犬|狗')}` },
  cattle: { en: 'bovine|cattle|cows?|calves|heifers?', zh: `奶牛|犊牛|${studied('牛')}` },
  sheep: { en: 'sheep|ovine|lambs?|ewes?', zh: `绵羊|山羊|羔羊|${studied('羊')}` },
  horse: { en: 'horses?|equine|mares?|stallions?', zh: '马匹' },
  feline: { en: 'cats|feline', zh: studied('猫') },
  primate: {
    en: String.raw`monkeys?|macaques?|primates?|chimpanzees?|baboons?`,
    zh: `猕猴|食蟹猴|灵长|${studied('猴')}`,
  },
  mammal: { en: 'mammals?|mammalian', zh: '哺乳' },
  bird: {
    en: 'birds?|avian|chickens?|chicks?|quails?|hens?',
    zh: `雏鸡|鸟类|${studied('鸟|禽|鸡')}`,
  },
  fish: {
    en: String.raw`zebrafish|(?<!(?:meats?|poultry|eggs|dairy|beans|nuts|oily|fatty)(?:,| and| or)? (?:and |or )?)fish(?:es)?(?!,? (?:and |or )?(?:beans|eggs|poultry|meat|nuts|oils?|intake|consumption))|trout|salmon`,
    zh: `斑马鱼|${studied('鱼')}`,
  },
  frog: { en: 'frogs?|xenopus|amphibians?', zh: `爪蟾|${studied('蛙')}` },
  vertebrate: { en: 'vertebrates?', zh: '脊椎' },
  fly: { en: 'drosophila|fruit flies|fruit fly', zh: '果蝇' },
  worm: { en: String.raw`c\.? ?elegans|caenorhabditis`, zh: '线虫' },
  yeast: { en: 'yeasts?', zh: '酵母' },
  buddingYeast: {
    en: String.raw`budding yeasts?|saccharomyces(?: cerevisiae)?|s\. ?cerevisiae|baker['’]s yeast`,
    zh: '出芽酵母|芽殖酵母|酿酒酵母',
  },
  fissionYeast: {
    en: String.raw`fission yeasts?|schizosaccharomyces(?: pombe)?|s\. ?pombe`,
    zh: '裂殖酵母',
  },
  coli: { en: String.raw`escherichia coli|e\. ?coli`, zh: '大肠杆菌|大肠埃希菌' },
  subtilis: { en: String.raw`bacillus subtilis|b\. ?subtilis`, zh: '枯草芽孢杆菌' },
  pseudomonas: { en: String.raw`pseudomonas(?: \w+)?|p\. ?aeruginosa`, zh: '假单胞菌' },
  corynebacterium: { en: String.raw`corynebacterium(?: \w+)?`, zh: '棒状杆菌|棒杆菌' },
  myxococcus: { en: String.raw`myxococcus(?: \w+)?`, zh: '黏球菌|粘球菌' },
  salmonella: { en: String.raw`salmonella(?: \w+)?`, zh: '沙门' },
  arabidopsis: { en: String.raw`arabidopsis(?: thaliana)?`, zh: '拟南芥' },
  animal: { en: 'animals?', zh: '动物' },
});

/** A species or a group of species. */
export type Species = ReturnType<typeof findNames>[number]['category'];

/** Groups of a species, nearest first; each group is part of the following ones. */
const groups: Partial<Record<Species, readonly Species[]>> = {
  people: ['human', 'primate', 'mammal'],
  mouse: ['rodent', 'mammal', 'vertebrate', 'animal'],
  rat: ['rodent', 'mammal', 'vertebrate', 'animal'],
  hamster: ['rodent', 'mammal', 'vertebrate', 'animal'],
  cavy: ['rodent', 'mammal', 'vertebrate', 'animal'],
  rodent: ['mammal', 'vertebrate', 'animal'],
  human: ['primate', 'mammal', 'vertebrate'],
  rabbit: ['mammal', 'vertebrate', 'animal'],
  pig: ['mammal', 'vertebrate', 'animal'],
  dog: ['mammal', 'vertebrate', 'animal'],
  cattle: ['mammal', 'vertebrate', 'animal'],
  sheep: ['mammal', 'vertebrate', 'animal'],
  horse: ['mammal', 'vertebrate', 'animal'],
  feline: ['mammal', 'vertebrate', 'animal'],
  primate: ['mammal', 'vertebrate', 'animal'],
  mammal: ['vertebrate', 'animal'],
  bird: ['vertebrate', 'animal'],
  fish: ['vertebrate', 'animal'],
  frog: ['vertebrate', 'animal'],
  vertebrate: ['animal'],
  fly: ['animal'],
  worm: ['animal'],
  buddingYeast: ['yeast'],
  fissionYeast: ['yeast'],
};

/** A species named in a text. */
export type NamedSpecies = { species: Species; text: string; start: number; end: number };

/** Matches "human bronchial cells" and "human gene", which are not people. */
const ofTissue =
  /^[ -](?:[\w-]+ ){0,3}?(?:cells?|tissues?|cell lines?|lines?|genes?|genomes?|proteins?|plasma|serum|samples?|specimens?|corneas?|platelets?|fibroblasts?|neurons?|fibroblast|disease|homolog\w*|ortholog\w*|cytomegalovirus|papillomavirus|immunodeficiency|herpesvirus)\b/i;

/** Returns the species that a claim names. */
export function findSpecies(text: string): readonly NamedSpecies[] {
  return findNames(text).map(({ category: species, text: word, start, end }) => ({
    species,
    text: word,
    start,
    end,
  }));
}

/** Returns the species that an abstract names: its humans are people, while a claim's may be human cells. */
export function findStudiedSpecies(text: string): readonly NamedSpecies[] {
  return findSpecies(text).map((named) =>
    named.species === 'human' && /^humans?$/i.test(named.text) && !ofTissue.test(text.slice(named.end))
      ? { ...named, species: 'people' }
      : named,
  );
}

/** Returns true if one of two is the other or a group that includes it. */
export function isOfOneKind(one: Species, other: Species): boolean {
  return one === other || (groups[one]?.includes(other) ?? false) || (groups[other]?.includes(one) ?? false);
}
