import type { Language } from '@citewell/sdk';

/** A group of people or a kind of animal that a question can name. */
export type People = {
  /** Name for answers. */
  name: Record<Language, string>;
  /** Words of a question that name the group, unless the group is read from its MeSH heading. */
  asked?: RegExp;
  /** Words of a record that studied some of the group, in whatever words: also diseases of the group alone. */
  held: RegExp;
  /** Words of a title for what mostly the group has. */
  diseases?: RegExp;
  /** MeSH headings of such records; absent for animals, whose headings are their names. */
  headings?: readonly string[];
  /** MeSH headings of records on the group alone, beside none of adults: studies from the age of 16 on have that of adolescents. */
  alone?: readonly string[];
  /** Ages in years, both inclusive, of which a record on the group states at least one. */
  ages?: { from: number; to: number };
  /** Words of records on the opposite group; a record with neither is on the group, as most are on adults. */
  opposite?: RegExp;
};

const youngest =
  /\b(?:infan\w+|bab(?:y|ies)|newborns?|neonat\w*|pre-?term|prematurity|premature (?:infants?|bab(?:y|ies)|births?|deliver(?:y|ies)|labou?r)|birth-?weights?|live births?|(?:at|after|before|since) birth|NICU|perinatal|postnatal\w*|months? of age|months?[- ]olds?|(?:days?|weeks?)[- ]olds?|toddlers?|breast-?f(?:ed|eed\w*)|lactat(?:ion\w*|ing)|weaning|milk formulas?|gestation\w*|bronchiolitis|bronchopulmonary dysplasia|ductus arteriosus|necroti[sz]ing enterocolitis|pyloric stenosis|sudden infant|SIDS)\b|婴|新生|早产|出生|幼儿|月龄|围产|母乳|宝宝|胎龄|动脉导管未闭/i;
const young =
  /\b(?:child\w*|kids?|pa?ediatric\w*|pre-?school\w*|(?<!medical |nursing |dental |graduate |business )schools?|school\w+|kindergart\w+|nurser(?:y|ies)|day-?care|pupils?|boys?|girls?|juveniles?|adolescen\w+|teen\w*|youths?|young (?:people|persons?)|minors|under[- ]fives?|[a-z]+(?:st|nd|rd|th)[- ]graders?)\b|儿|童|孩|小学|中学|学龄|少年|幼/i;
/** Diseases of the young in the title of a record. */
const diseasesOfYoung =
  /\b(?:cleft (?:lip|palate)|clubfoot|talipes|amblyopia|enuresis|croup|kawasaki|perthes|wilms|neuroblastoma|retinoblastoma|hirschsprung\w*|intussusception|cerebral palsy|spina bifida|rickets|vesicoureteral reflux|febrile (?:convulsions?|seizures?)|primary (?:molars?|teeth|dentition)|deciduous teeth|autis\w+|congenital)\b|脑瘫|脑性瘫痪|先天性|自闭症|腭裂|遗尿/i;
const either = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
/** A delivery of a child: not of a drug, of a gene or of care. */
const childbirth =
  /\b(?:vaginal|c(?:a)?esarean|(?:pre-?)?term|premature|spontaneous|instrumental|operative|assisted|forceps|breech|home|mode of|(?:before|at|after|during|since|until) (?:the )?|induced|labou?r and|abdominal|early) ?deliver(?:y|ies)\b(?! of (?:care|services?|drugs?|the drug|health))|\bdeliver(?:y|ies) (?:rooms?|by c(?:a)?esarean)\b|\bwomen (?:who )?delivered\b/i;
const sexes = /\b(?:sex|gender)\b(?! (?:hormone|steroid|chromosome|worker))|性别|两性/i;
const childHeadings = ['Child', 'Child, Preschool', 'Pediatrics', 'Schools', 'School Health Services'];
const newbornHeadings = [
  'Infant',
  'Infant, Newborn',
  'Infant, Premature',
  'Infant, Low Birth Weight',
  'Infant, Very Low Birth Weight',
  'Infant, Extremely Premature',
];

/** Groups by the MeSH heading for a question's words (question-hints.ts). */
export const groupsByHeading: Readonly<Record<string, People>> = {
  'Infant, Newborn': {
    name: { en: 'newborns', zh: '新生儿' },
    held: youngest,
    headings: newbornHeadings,
  },
  'Infant, Premature': {
    name: { en: 'preterm infants', zh: '早产儿' },
    held: /\b(?:pre-?term|prematurity|prematurely born|premature (?:infants?|bab(?:y|ies)|neonates?|newborns?|births?|deliver(?:y|ies)|labou?r)|birth-?weights?|NICU|neonatal intensive care|gestation\w*|bronchopulmonary dysplasia|ductus arteriosus|necroti[sz]ing enterocolitis)\b|早产|低出生体重|胎龄|动脉导管未闭/i,
    headings: newbornHeadings.slice(2),
  },
  Infant: {
    name: { en: 'infants', zh: '婴儿' },
    held: either(youngest, /\byoung children\b|\bunder[- ]fives?\b/),
    headings: newbornHeadings,
    ages: { from: 0, to: 3 },
  },
  Child: {
    name: { en: 'children', zh: '儿童' },
    held: either(young, youngest),
    diseases: diseasesOfYoung,
    headings: [...childHeadings, ...newbornHeadings],
    alone: ['Adolescent'],
    ages: { from: 0, to: 17 },
  },
  Adolescent: {
    name: { en: 'adolescents', zh: '青少年' },
    held: young,
    headings: [...childHeadings, 'Adolescent', 'Students'],
    ages: { from: 10, to: 19 },
  },
  'Young Adult': {
    name: { en: 'young adults', zh: '青年' },
    held: /\byoung(?:er)?\b(?! (?:child\w*|infants?|m[io][cu]se?|rats?|animals?|plants?|lea(?:f|ves)|dogs?|girls?|boys?))|\b(?:premenopausal|college[- ](?:students?|wom[ae]n|m[ae]n|ages?d?)|students?|undergraduates?|(?:military|army|navy|naval) recruits?|soldiers|athletes?|adolescen\w+|reproductive age|childbearing|early[- ]onset)\b|青年|年轻|大学|学生|育龄|早发/i,
    headings: ['Young Adult', 'Adolescent', 'Students', 'Universities'],
    ages: { from: 18, to: 45 },
  },
  Pregnancy: {
    name: { en: 'pregnancy', zh: '妊娠' },
    held: either(
      childbirth,
      /\b(?:pregnan\w+|gestation\w*|gravid\w*|antenatal\w*|pre-?natal\w*|ante-?partum|intra-?partum|post-?partum|peripartum|pre-?eclampsia|eclampsia|maternal|matern\w+|mothers?|obstetric\w*|fo?etal|fo?etus\w*|trimesters?|in utero|intrauterine|placent\w*|c(?:a)?esarean\w*|midwi\w+|miscarriages?|abortions?|stillbirths?|labou?r(?! force| market| cost| supply|-intensive)|births?|perinatal|morning sickness|hyperemesis)\b|孕|妊娠|产前|产科|产妇|产后|围产|分娩|子痫|胎|流产|剖宫|母体|母亲/,
    ),
    headings: ['Pregnancy', 'Pregnant Women', 'Pregnancy Complications', 'Prenatal Exposure Delayed Effects'],
  },
  Aged: {
    name: { en: 'older people', zh: '老年人' },
    held: /\b(?:elder(?:ly|s)?|(?<!(?:years?|yrs?|months?|weeks?|\d)(?: of age)? (?:or|and) )older|oldest|old (?:age|people|persons?|patients?|wom[ae]n|m[ae]n)|late-life|geriatric\w*|seniors|senior (?:citizens?|adults?|people|wom[ae]n|m[ae]n)|aged (?:6[05]|7\d|8\d|90)|ag(?:e|ing)-related|ag(?:e)?ing|octogenarians?|nonagenarians?|centenarians?|nursing[- ]homes?|care homes?|residential (?:care|homes?)|frail\w*|retire\w*|medicare|dementias?|alzheimer\w*|macular degeneration|cataracts?|hip fractures?|sarcopeni\w+|presbycusis|parkinson\w*|post-?menopaus\w+|osteoporo\w+)\b|老年|老人|高龄|老龄|养老|退休|岁(?:及|或)?以上|痴呆|阿尔茨海默|白内障|黄斑变性|髋部骨折|绝经后|骨质疏松/i,
    headings: ['Aged', 'Aged, 80 and over', 'Frail Elderly', 'Nursing Homes', 'Homes for the Aged'],
    ages: { from: 60, to: 130 },
  },
  Postmenopause: {
    name: { en: 'postmenopausal women', zh: '绝经后女性' },
    held: /\b\w*menopaus\w*|\b(?:older|elderly) women\b|\bhormone (?:replacement|therapy)\b|\bHRT\b|绝经|更年期|老年(?:女性|妇女)/i,
    headings: ['Postmenopause', 'Menopause', 'Osteoporosis, Postmenopausal', 'Estrogen Replacement Therapy'],
  },
};

/** The sexes, of which a question that names both names neither. */
export const women: People = {
  name: { en: 'women', zh: '女性' },
  asked: /\b(?:wom[ae]n|females?|girls|ladies)\b(?!['’]s)|女性|妇女|女人|女孩|女生/i,
  held: either(
    sexes,
    childbirth,
    /\b(?:wom[ae]n|females?|girls?|mothers?|maternal|pregnan\w+|\w*menopaus\w*|menstr\w+|breasts?|mammar(?:y|ies)|mammo(?:gra|plast)\w+|ovar\w+|uter(?:us|ine)|endometri\w+|cervical(?! (?:spin\w+|dis[ck]s?|vertebr\w+|cord|radicul\w+|myelopath\w+|arter\w+|lymph\w*|fractur\w+|dystonia|spondyl\w+|fusion|nodes?|collar))|cervix|vagin\w*|vulv\w+|gyna?ecolog\w+|obstetric\w*|hysterectom\w+|polycystic ovar\w*|contracepti\w+|o?estrogens?|c(?:a)?esarean\w*|nurses|lactat(?:ion\w*|ing)|IVF|abortions?|miscarriages?)\b|女|妇|孕|产|乳腺|卵巢|子宫|宫颈|绝经|月经|更年/,
  ),
  headings: ['Female', 'Women', 'Pregnancy', "Women's Health"],
};
export const men: People = {
  name: { en: 'men', zh: '男性' },
  asked: /\b(?:m[ae]n|males?|boys)\b(?!['’]s)|男性|男人|男孩|男生/i,
  held: either(
    sexes,
    /\b(?:m[ae]n|males?|boys?|fathers?|paternal|prostat\w+|testic\w+|testes|testis|testosterone|androgens?|semen|sperm\w*|erectile|erections?|hypospadias|cryptorchid\w+|varicoceles?|vasectom\w+|penile|penis|circumcis\w+|scrotal|epididym\w+|BPH|MSM|veterans?)\b|男|前列腺|睾|精液|精子|勃起|阳痿|包皮|阴茎|父亲/,
  ),
  headings: ['Male', 'Men', "Men's Health"],
};

/** Adults, on whom records are that name no one else. */
export const adults: People = {
  name: { en: 'adults', zh: '成人' },
  asked:
    /\b(?:in|among|for|of) (?:[a-z-]{2,20} ){0,2}(?:adults?|grown-?ups?)\b|成人|成年人|成年(?:患者|男|女)/i,
  held: /\b(?:adults?|adulthood|wom[ae]n|m[ae]n|elderly|older|students?|mothers?|pregnan\w+|workers?|employees|veterans?|nurses?)\b|成人|成年|老年|女性|男性|孕/i,
  headings: ['Adult', 'Young Adult', 'Middle Aged', 'Aged', 'Aged, 80 and over'],
  ages: { from: 18, to: 130 },
  opposite: either(
    youngest,
    /\b(?:child(?:ren|hood)?|kids?|pa?ediatric\w*|pre-?school\w*|boys?|girls?|adolescen\w+)\b|儿童|小儿|患儿|婴|幼|新生儿/,
  ),
};

const animal = (en: string, zh: string, asked: RegExp, held: RegExp): People => ({
  name: { en, zh },
  ...{ asked, held },
});

/** Animals as patients or in experiments, not as food, pets or carriers of a disease, which a record names too. */
export const animals: readonly People[] = [
  animal(
    'dogs',
    '犬',
    /\b(?:dogs?|pupp(?:y|ies))\b|(?<!狂)犬(?!病)|狗/i,
    /\b(?:dogs?|pupp(?:y|ies)|canines?|beagles?|greyhounds?|retrievers?)\b|犬|狗/i,
  ),
  animal('cats', '猫', /\bcats?\b(?! scans?)|猫/i, /\b(?:cats?|felines?|kittens?)\b|猫/i),
  animal('horses', '马', /\b(?:horses?|foals?)\b/i, /\b(?:horses?|equine|foals?|pon(?:y|ies)|mares?)\b|马/i),
  animal(
    'cattle',
    '牛',
    /\b(?:cows?|cattle|calves)\b(?!['’]s| milk)|奶牛/i,
    /\b(?:cows?|cattle|calf|calves|bovine|dairy|heifers?|steers?)\b|牛/i,
  ),
  animal(
    'pigs',
    '猪',
    /(?<!guinea )\b(?:pigs?|piglets?)\b|仔猪/i,
    /\b(?:pigs?|piglets?|swine|porcine)\b|猪/i,
  ),
  animal('sheep', '羊', /\b(?:sheep|lambs)\b|绵羊/i, /\b(?:sheep|lambs?|ovine|ewes?)\b|羊/i),
  animal('rabbits', '兔', /\brabbits?\b|家兔|兔子/i, /\b(?:rabbits?)\b|兔/i),
  animal('rats', '大鼠', /\brats\b|大鼠/i, /\b(?:rats?|rodents?|wistar|sprague|animals?|murine)\b|鼠|动物/i),
  animal(
    'mice',
    '小鼠',
    /\bmice\b|小鼠/i,
    /\b(?:mice|mouse|murine|rodents?|C57\w*|BALB\w*|knock-?(?:out|in)s?|transgenic|wild-?type|littermates?|animals?|in vivo|null|deficient)\b|[-−]\/[-−]|鼠|动物/i,
  ),
  animal(
    'monkeys',
    '猴',
    /\b(?:monkeys?|macaques?)\b|猕猴|猴子/i,
    /\b(?:monkeys?|macaques?|rhesus|primates?|marmosets?)\b|猴/i,
  ),
  animal('zebrafish', '斑马鱼', /\bzebrafish\b|斑马鱼/i, /\bzebrafish\b|\bdanio\b|斑马鱼/i),
];
