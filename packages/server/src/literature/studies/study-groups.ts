/** Group or material studied, in the words of its record. */
export type StudyGroup = {
  /** Name of the group: "2,512 women". */
  en: string;
  /** Chinese words with their classifier: 2512名女性. */
  zh: string;
  classifier: string;
  /** Marks animals, which are named even without a count. */
  kind: 'people' | 'animals';
  /** Indicates that it only says that they were people: "patients", "participants". */
  isGeneric?: true;
  /** Indicates that it names an occupation: those who have it are studied, or treat those who are. */
  isProfession?: true;
};

const people = (en: string, zh: string, classifier = '名'): StudyGroup => ({
  ...{ en, zh, classifier, kind: 'people' },
});
const profession = (en: string, zh: string): StudyGroup => ({ ...people(en, zh), isProfession: true });
const generic = (en: string, zh: string, classifier = '名'): StudyGroup => ({
  ...people(en, zh, classifier),
  isGeneric: true,
});
const animals = (en: string, zh: string, classifier = '只'): StudyGroup => ({
  ...{ en, zh, classifier, kind: 'animals' },
});

/**
 * Groups with the words that name them in either language; of those that begin at the same position the first counts.
 */
export const studyGroups: readonly { en: string; zh: string; group: StudyGroup }[] = [
  { en: 'pregnant women', zh: '孕妇|妊娠期?妇女', group: people('pregnant women', '孕妇') },
  {
    en: 'postmenopausal women',
    zh: '绝经后(?:妇女|女性)',
    group: people('postmenopausal women', '绝经后女性'),
  },
  { en: 'women', zh: '女性|妇女', group: people('women', '女性') },
  { en: 'men', zh: '男性', group: people('men', '男性') },
  {
    en: '(?:very )?(?:preterm|premature) (?:infants|neonates|newborns)',
    zh: '早产儿',
    group: people('preterm infants', '早产儿'),
  },
  { en: 'neonates|newborns|newborn infants', zh: '新生儿', group: people('newborns', '新生儿') },
  { en: 'infants', zh: '婴儿', group: people('infants', '婴儿') },
  { en: '(?:live[- ]?born |live )?singletons', zh: '单胎(?:活产)?儿', group: people('singletons', '单胎儿') },
  {
    en: 'children and adolescents|children and young people',
    zh: '儿童(?:和|及|与)青少年',
    group: people('children and adolescents', '儿童和青少年'),
  },
  {
    en: '(?:school-?aged? |preschool )?children|p(?:a)?ediatric patients',
    zh: '儿童|患儿|小儿',
    group: people('children', '儿童'),
  },
  { en: 'adolescents|teenagers', zh: '青少年', group: people('adolescents', '青少年') },
  {
    en: '(?:older|elderly) (?:adults|people|persons|individuals)',
    zh: '老年人',
    group: people('older adults', '老年人'),
  },
  { en: '(?:older|elderly) patients', zh: '老年患者', group: people('older patients', '老年患者', '例') },
  { en: '(?:healthy )?volunteers', zh: '志愿者', group: people('volunteers', '志愿者') },
  {
    en: 'veterans(?! (?:affairs|health|admin|hospital))',
    zh: '退伍军人',
    group: people('veterans', '退伍军人'),
  },
  { en: 'nurses', zh: '护士', group: profession('nurses', '护士') },
  {
    en: 'physicians|doctors|(?:general |family )?practitioners|surgeons|internists|clinicians',
    zh: '(?:执业|内科|外科|全科)?医[师生]',
    group: profession('physicians', '医生'),
  },
  {
    en: '(?:health|health[- ]care) (?:professionals|workers|personnel)',
    zh: '医务人员',
    group: profession('health professionals', '医务人员'),
  },
  { en: 'dentists|pharmacists', zh: '牙医|药师', group: profession('health professionals', '医务人员') },
  { en: 'teachers', zh: '教师', group: profession('teachers', '教师') },
  {
    en: '(?:[a-z]+ )?workers|employees|civil servants',
    zh: '职工|工人|员工',
    group: profession('workers', '职工'),
  },
  {
    en: 'soldiers|recruits|(?:military|service) personnel',
    zh: '士兵|新兵|军人',
    group: profession('soldiers', '军人'),
  },
  {
    en: '(?:medical |nursing |college |university )?students',
    zh: '学生',
    group: people('students', '学生'),
  },
  { en: 'adults', zh: '成人|成年人', group: people('adults', '成人') },
  { en: '(?:in|out)?patients', zh: '患者|病人', group: generic('patients', '患者', '例') },
  {
    en: 'participants|subjects|respondents',
    zh: '受试者|参与者|研究对象',
    group: generic('participants', '受试者'),
  },
  { en: 'individuals|people|persons', zh: '(?!)', group: generic('people', '人') },
  { en: '(?:[a-z0-9/-]+ )?mice', zh: '小鼠', group: animals('mice', '小鼠') },
  { en: '(?:[a-z-]+ )?rats', zh: '大鼠', group: animals('rats', '大鼠') },
  { en: 'rabbits', zh: '家兔|新西兰兔', group: animals('rabbits', '兔') },
  { en: 'zebrafish', zh: '斑马鱼', group: animals('zebrafish', '斑马鱼', '条') },
  { en: 'hamsters', zh: '仓鼠', group: animals('hamsters', '仓鼠') },
  { en: 'guinea pigs', zh: '豚鼠', group: animals('guinea pigs', '豚鼠') },
  { en: '(?:mini)?pigs|piglets|swine', zh: '猪', group: animals('pigs', '猪', '头') },
  { en: 'dogs', zh: '犬', group: animals('dogs', '犬') },
  { en: 'cats', zh: '(?!)', group: animals('cats', '猫') },
  { en: 'sheep|lambs', zh: '绵羊', group: animals('sheep', '绵羊') },
  { en: '(?:[a-z]+ )?(?:macaques|monkeys)', zh: '猕猴|食蟹猴', group: animals('monkeys', '猴') },
];

/** Pattern source for all English names of groups. */
export const groupPattern = studyGroups.map(({ en }) => en).join('|');
/** Pattern source for all Chinese names of groups. */
export const hanGroupPattern = studyGroups.map(({ zh }) => zh).join('|');

const named = studyGroups.map(({ en, zh, group }) => ({
  group,
  isNamedBy: new RegExp(`^(?:${en}|${zh})$`, 'iu'),
}));

/** Returns the group named by a word that `groupPattern` found. */
export function groupOf(name: string): StudyGroup | undefined {
  return named.find(({ isNamedBy }) => isNamedBy.test(name))?.group;
}
