import type { Subject } from '@citewell/core/records/query.ts';
import { findHeading } from '../mesh/descriptors.ts';
import { meshHeading } from '../mesh/mesh.ts';

/** Role of a subject in questions: what is given or taken, what is done or tested, and what people have. */
export type SubjectKind = 'drug' | 'procedure' | 'condition';

/** Names of conditions that no list may have. */
const conditionEnglish =
  /(?:itis|osis|emia|aemia|oma|pathy|algia|uria|penia|plegia|rrh?oea|rrhea|phobia|trophy)s?$|\b(?:diseases?|syndromes?|disorders?|cancers?|tumou?rs?|failure|injur(?:y|ies)|infections?|infarctions?|attacks?|strokes?|fractures?|pain|ache|ulcers?|bleed(?:s|ing)?|ha?emorrhages?|depression|anxiety|insomnia|dementia|delirium|miscarriages?|obesity|adenomas?|fibrillation|embolism|clots?|falls|death|stones?|deficiency|exacerbations?|birth|damage|toxicity|seizures?|healing|vomiting|nausea|pneumonia|scars?|scarring|remission|resistance|perforations?|rash(?:es)?|functions?|recovery|growth|survival|patients|survivors)$/i;
const conditionHan =
  /(?:病|症|炎|癌|瘤|痛|疼|综合征|综合症|损伤|损害|衰竭|衰|出血|流产|骨折|中风|卒中|感染|梗死|梗|栓塞|血栓|颤|抑郁|焦虑|痴呆|失眠|肥胖|高血压|低血糖|高血糖|缺乏|毒性|中毒|早产|畸形|腺瘤|结石|溃疡|咳嗽|腹泻|便秘|水肿|贫血|过敏|发作|死亡|跌倒|复发|酸中毒|恶心|呕吐|瘢痕|疤痕|缓解|耐药|穿孔|皮疹|乏力|肿胀|大于胎龄儿|巨大儿|愈合|功能|恢复|患者|病人|人群|者)$/;
/** Consequences of tests, which MeSH has among procedures. */
const ofDiagnosis = /(?:over|mis|under)-?diagnos[ie]s$|(?:过度|错误)诊断$|[误漏]诊$/i;
/** Names of operations, tests and other procedures. */
const procedureEnglish =
  /(?:graphy|gram|scopy|ectomy|plasty|otomy|pacing|screening|tests?|testing|surgery|bypass|training|programmes?|programs?|imaging|scans?|radiation|radiotherapy|ultrasound|rehabilitation|exercise|physiotherapy|massage|cytology)$/i;
const procedureHan =
  /(?:术|手术|检查|检测|筛查|造影|扫描|镜|超声|B超|训练|锻炼|运动|康复|放疗|照射|透析|起搏器|支架|搭桥|按摩|推拿|针灸|细胞学|刮痧|拔罐)$/;

/** Returns the kind of a subject: by MeSH if it has the name, otherwise by the name; drugs end in every way. */
export function kindOfSubject({ name, wordings }: Pick<Subject, 'name' | 'wordings'>): SubjectKind {
  const [first = name, second = ''] = wordings;
  if (conditionHan.test(name) || ofDiagnosis.test(name)) return 'condition';
  if (procedureHan.test(name)) return 'procedure';
  const isHan = /\p{Script=Han}/u.test(first);
  const english = isHan ? second : first;
  for (const wording of [english, meshHeading(english) ?? '']) {
    const [tree = ''] = findHeading(wording)?.trees ?? [];
    if (tree === 'D' || tree === 'S') return 'drug';
    if (tree === 'E') return 'procedure';
    if (tree.startsWith('C') || /^F\d/.test(tree)) return 'condition';
    if (tree === 'F') return 'procedure';
    // Organisms are given, as probiotics: infections with them have headings of their own.
    if (tree === 'B') return 'drug';
  }
  if (conditionEnglish.test(english)) return 'condition';
  return procedureEnglish.test(english) ? 'procedure' : 'drug';
}

/** Endings of the names of drugs and their classes, in either language, and what everybody takes. */
const drugName =
  /(?:pril|sartan|mycin|cillin|cycline|floxacin|conazole|prazole|zole|statin|olol|dipine|mab|nib|vir|xaban|gatran|gliptin|gliflozin|glutide|glitazone|parin|platin|taxel|taxane|olimus|dronate|triptan|profen|oxacin|azepam|azine|idone|oxetine|steroid|antibiotic|diuretic|inhibitor|blocker|agonist|vaccine|probiotic|vitamin [a-z]\d{0,2}|aspirin|insulin|paracetamol|acetaminophen|warfarin|morphine|codeine|ketamine|calcium|magnesium|zinc|iron)s?$/i;
const drugNameHan =
  /(?:林|汀|沙坦|平|尼|单抗|肽|班|韦|霉素|沙星|唑|胺|酮|普利|洛尔|替丁|他滨|铂|芬|药|疫苗|激素|抑制剂|阻滞剂|拮抗剂|维生素.?|丸|汤|颗粒|胶囊|片剂?|膏|钙片|胰岛素|他汀)$/;

/** Returns true for a drug by MeSH or by its name: named alone, it takes the place of another. */
export function isGiven({ name, wordings }: Pick<Subject, 'name' | 'wordings'>): boolean {
  const [first = name, second = ''] = wordings;
  const english = /\p{Script=Han}/u.test(first) ? second : first;
  const isListed = [english, meshHeading(english) ?? ''].some((wording) =>
    ['D', 'S'].includes(findHeading(wording)?.trees[0] ?? ''),
  );
  return isListed || drugNameHan.test(name) || drugName.test(english);
}
