import { drugName } from '@citewell/citation-checker/reading/drug-names.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { namesOf } from '../alternatives.ts';
import { findHeading } from '../mesh/descriptors.ts';
import { meshHeading } from '../mesh/mesh.ts';
import { type Clause, clausesOf, isOnTopic, proposes } from './clauses.ts';

/**
 * Subjects of a question, which a record must hold, and those that a message only mentions about the people in it: circumstances, and others that
 * an answer need not name even if its record does not mention them.
 */
export type ReadSubjects = {
  subjects: Subject[];
  circumstances: Subject[];
  others: Subject[];
  /** Names of those that people do not have. */
  denied: string[];
};

/**
 * Separates the subjects of a message from its circumstances, which a note has before its question: what its people do not have, values of
 * tests, drugs that they take besides the treatment asked about, complaints of a treatment, and the form in which something is given. A record
 * on the question need not mention them. If a message had nothing else, they are its subjects.
 *
 * @example
 * // "IgA nephropathy, on ramipril. Do steroids help?": the disease is the subject, ramipril a circumstance.
 */
export function readCircumstances(
  message: string,
  all: readonly Subject[],
  topics: readonly string[],
): ReadSubjects {
  const clauses = clausesOf(message);
  const located = all.map((subject) => ({ subject, clauses: clausesWith(subject, clauses) }));
  const isOnlyStated = ({ clauses }: Located) =>
    clauses.length > 0 && clauses.every(({ clause }) => !clause.isAsked);
  const asked = clauses.filter(({ isAsked }) => isAsked);
  const isInAsked = (pattern: RegExp) => asked.some(({ text }) => pattern.test(text));
  const refersBack = isInAsked(pointsBack);
  const asksForOneOf = isInAsked(oneOf);
  const asksOnTreatment =
    isInAsked(asksForTarget) ||
    (!refersBack &&
      (isInAsked(asksForTreatment) ||
        isInAsked(namesTreatment) ||
        asked.some(({ text }) => asksWhetherItHelps.test(text) && isOnTopic(text, topics)) ||
        located.some((each) => !isOnlyStated(each) && each.clauses.length > 0 && isTreatment(each.subject))));
  const left = new Set(located);
  const named = new Set<Located>();
  const denied: string[] = [];
  /** Sets subjects apart as long as others remain; `isNamed` if an answer names those that its record does not mention. */
  const setApart = (
    isCircumstance: (each: Located) => boolean,
    { isNamed = false, mayBeAll = false }: { isNamed?: boolean; mayBeAll?: boolean } = {},
  ) => {
    const found = [...left].filter(isCircumstance);
    if (found.length === left.size && !mayBeAll) return;
    for (const each of found) {
      left.delete(each);
      if (isNamed) named.add(each);
    }
  };
  setApart(({ subject, clauses: within }) => isForm(subject, within, all));
  if (asked.length > 0) {
    const before = new Set(left);
    setApart((each) => isOnlyStated(each) && each.clauses.every(isDenied));
    denied.push(...[...before.difference(left)].flatMap(({ subject }) => namesOf(subject)));
    if (asksOnTreatment)
      setApart((each) => isOnlyStated(each) && isDrug(each.subject) && each.clauses.every(isTaken), {
        isNamed: true,
        mayBeAll: isInAsked(namesTreatment),
      });
    if (asksOnTreatment)
      setApart((each) => isOnlyStated(each) && isEvent(each.subject) && each.clauses.every(isAlone), {
        isNamed: true,
      });
    const isOfTreatment =
      asksOnTreatment ||
      [...left].some(({ subject, clauses: places }) => isTreatment(subject) && places.some(isProposed));
    const isTopical = asked.some(({ text }) => isOnTopic(text, topics));
    if (!asksForOneOf && !isInAsked(asksForTarget))
      setApart(
        (each) =>
          isOnlyStated(each) &&
          isMeasure(each.subject) &&
          each.clauses.every((place) => (isOfTreatment && isValue(place)) || (isTopical && isNumber(place))),
      );
    if (!refersBack)
      setApart(
        (each) =>
          isOnlyStated(each) &&
          isSign(each.subject) &&
          each.clauses.every((place) => isComplaintOf(place, all)),
        {
          isNamed: true,
        },
      );
  }
  return {
    denied,
    others: located.filter((each) => !left.has(each) && !named.has(each)).map(({ subject }) => subject),
    subjects: located.filter((each) => left.has(each)).map(({ subject }) => subject),
    circumstances: located.filter((each) => named.has(each)).map(({ subject }) => subject),
  };
}

/** Place of a name in a clause. */
type Place = { clause: Clause; before: string; name: string; after: string };
type Located = { subject: Subject; clauses: Place[] };

function clausesWith(subject: Subject, clauses: readonly Clause[]): Place[] {
  return namesOf(subject).flatMap((name) =>
    clauses.flatMap((clause) => {
      const at = clause.text.toLowerCase().indexOf(name.toLowerCase());
      if (at < 0) return [];
      const [before, after] = [clause.text.slice(0, at), clause.text.slice(at + name.length)];
      return [{ clause, before, name, after }];
    }),
  );
}

/** Matches what refers to something named before: "which do I stop", 想停. */
const pointsBack =
  /\b(?:it|its|this|that|they|them|these|those|both|stop(?:ped|ping)?|restart|continue|kept|keep|switch|swap|reduce|increase|lower|doses?|dosing|cut down|come off|wean\w*|taper\w*)\b|它|这个|停|减量|加量|换药|剂量|续用|一起吃|同时吃/i;
/** Matches questions for one of several named before. */
const oneOf = /\bwhich\b|哪/i;
/** Matches questions for some treatment, whichever it is. */
const asksForTreatment =
  /\b(?:does|do|will|would|can|is there|there)? ?(?:any(?:thing|one)|something)\b.{0,30}\b(?:helps?|works?|do|use|take|try|good)\b|\bwhat (?:else )?(?:helps?|works?|can|could|should)\b|有什么(?:办法|药)|吃什么|用什么|怎么治/i;

/** Matches questions whether what they name helps. */
const asksWhetherItHelps =
  /\b(?:do|does|will|would)\b.{2,60} (?:help|work|do anything)\b|(?:有用|管用|有效|值得用|能不能治)(?=[吗没不么]|$)/i;
/** Matches questions for how strictly something is to be controlled. */
const asksForTarget = /\b(?:targets?|goals?)\b|目标|控制在/i;
/** Matches treatments that ordinary words name, which are no subjects. */
const namesTreatment =
  /\b(?:steroids?|antibiotics?|antidepressants?|painkillers?|diuretics?|statins?|vaccines?|jabs?|surgery|operat(?:e|ion)|chemo\w*|radiotherapy|immunotherapy|diet|exercises?|physio\w*|acupuncture|inhalers?|tablets?|injections?|drops|creams?|transfus\w+|ventilat\w+|oxygen|fluids|CBT|\w*therap(?:y|ies)|counsel\w+)\b|激素|抗生素|消炎药|手术|开刀|化疗|放疗|疫苗|针灸|免疫|中药|输血|靶向/i;

/** Matches what comes before something that people do not have. */
const denies =
  /\b(?:never (?:had|have|been|has) (?:an? |any )?(?:[\w/-]+ ){0,3}(?:(?:or|and) )?(?:an? )?|no (?:known |previous |prior |past )?(?:history of )?|not (?:an? )?|hasn['’]?t got |doesn['’]?t have |don['’]?t have |isn['’]?t |nil )$|(?:没有?得?过?|无|否认|未见|未发现|从没得过|不是)$/i;
function isDenied({ before }: Place): boolean {
  return denies.test(before);
}

/** Matches names of what tests measure: abbreviations, and ordinary names. */
const measures =
  /\p{Lu}{2}|\p{Lu}\d|A1c|\b(?:glucose|sugars?|cholesterol|triglycerides?|h(?:a)?emoglobin|creatinine|urate|uric acid|potassium|sodium|calcium|ferritin|platelets?|saturations?|pressure)\b|血糖|糖化|糖耐量|血脂|胆固醇|甘油三酯|血红蛋白|肌酐|尿酸|血钾|血钠|白细胞|血小板|转氨酶|氧饱和/u;
/** Matches what says that people take a drug, have taken it, or do not want it, before or after its name. */
const takenBefore =
  /\b(?:on|tak(?:es?|ing)|took|started|given|despite|after|tried|failed|stopped|off|maxed|max(?:imum)?|allergic to|intolerant of|tolerate|wants?|hates?)(?:\W+[\w/+.-]+){0,3}?\W*$|(?:[吃打服]着?|用着|在用|[吃用打服]了|不想[吃用打]|[长一][期直][吃用打服])\p{Script=Han}{0,2}$/iu;
const takenAfter =
  /^\s*(?:allerg|climbing|running|maxed|didn['’]?t|doesn['’]?t|not )|^(?:加量|减量)?(?:也|都)?(?:没用|没效果|无效|不管用|控制不好|效果不好|过敏|不耐受)/i;
function isTaken({ before, after }: Place): boolean {
  if (proposes.test(before)) return false;
  return takenBefore.test(before) || takenAfter.test(after);
}

function isProposed({ before }: Place): boolean {
  return proposes.test(before);
}

/** Matches the value of a test after its name, but no dose or time. */
const valueAfter =
  /^[\s:：=<>≤≥~]{0,4}(?:(?:of|is|was|at|down to|up to|around|about|only|now|still) ){0,3}[<>≤≥~]?\d{1,6}(?:\.\d{1,3})?(?![\d.])(?!\s?(?:mg|mcg|µg|μg|g|units?|years?|yrs?|months?|weeks?|days?|岁|年|个?月|周|天|期|片|粒|个半?小时)(?![A-Za-z]))|^\s*(?:还是|一直|有点|有些|总是|老是|偏|略|又|稍|也)?[高低](?!危)|^\s*(?:is |are |was |are still |is still )?(?:normal|fine|raised|high|low|up|down|going up|climbing|rising)\b/iu;
const numberAfter =
  /^[\s:：=<>≤≥~]{0,4}(?:(?:of|is|was|at|now) )?[<>≤≥~]?\d{1,6}(?:\.\d{1,3})?(?![\d.])(?!\s?(?:mg|mcg|µg|μg|g|units?|years?|yrs?|months?|weeks?|days?|岁|年|个?月|周|天|期|片|粒|个半?小时)(?![A-Za-z]))/iu;
function isNumber({ after }: Place): boolean {
  return numberAfter.test(after);
}
const valueBefore = /\b(?:normal|raised|high|low|falling|rising|borderline|abnormal)\s+$/i;
/** Matches names of values themselves, though lists have them as diseases. */
const isValueItself = /[高低]$|^(?:BMI|BP|HR|RR|GCS|L?V?EF|MMSE|MoCA)$/;
function isValue({ before, name, after }: Place): boolean {
  return valueAfter.test(after) || valueBefore.test(before) || /[高低]$/.test(name);
}

/** Forms in which a drug is given or a device is used, which its name may be followed by. */
const forms =
  /^(?:masks?|machines?|tablets?|pills?|capsules?|injections?|jabs?|shots?|patch(?:es)?|creams?|ointments?|drops?|sprays?|inhalers?|infusions?|syrup|gels?|pens?)$/i;
function isForm({ name }: Subject, places: readonly Place[], all: readonly Subject[]): boolean {
  return (
    forms.test(name) &&
    places.length > 0 &&
    places.every(({ before }) =>
      all.some((other) =>
        namesOf(other).some(
          (each) => each !== name && before.toLowerCase().trimEnd().endsWith(each.toLowerCase()),
        ),
      ),
    )
  );
}

/** Matches a fragment that has a name and nothing else but a number: "two falls". */
function isAlone({ before, after }: Place): boolean {
  return (
    /^\W{0,3}(?:\d{1,2} |an? |two |three |several |some )?$/i.test(before) && !/[\p{L}\p{N}]/u.test(after)
  );
}

/** Matches what happens to people and is no disease. */
const events =
  /^(?:falls?|collapses?|faints?|blackouts?|dizzy|tired|tiredness|fatigue|bruises|bruising|confused)$/i;

function isEvent(subject: Subject): boolean {
  return events.test(subject.name) || isSign(subject);
}

function isMeasure(subject: Subject): boolean {
  if (!measures.test(subject.name)) return false;
  return isValueItself.test(subject.name) || !treesOf(subject).some((tree) => tree.length > 1);
}

/** Returns true for a complaint directly behind the treatment of which it is one: 补铁胃难受. */
function isComplaintOf({ before }: Place, all: readonly Subject[]): boolean {
  return all.some(
    (other) =>
      isTreatment(other) &&
      namesOf(other).some((name) => before.trimEnd().toLowerCase().endsWith(name.toLowerCase())),
  );
}

function treesOf({ wordings }: Subject): string[] {
  for (const wording of wordings.slice(0, 4)) {
    const found = findHeading(wording) ?? findHeading(meshHeading(wording) ?? '');
    if (found) return found.trees;
  }
  return [];
}

/** Drugs without a stem whose headings our own table has, which knows no trees. */
const stemless =
  /^(?:aspirin|insulins?|(?:levo)?thyroxine|heparins?|morphine|codeine|paracetamol|acetaminophen|lithium|penicillins?|o?estrogens?|progesterone|testosterone|methadone|tamoxifen|nitroglycerin|montelukast|warfarin|digoxin)$/i;

/** Returns true for a drug or another chemical, by the stem of its international name or by its heading. */
function isDrug(subject: Subject): boolean {
  const { wordings } = subject;
  if (wordings.some((wording) => stemless.test(wording) || drugName.test(wording.toLowerCase()))) return true;
  return treesOf(subject).some((tree) => tree === 'D' || tree === 'S');
}

/** Matches tests, which find out and treat nothing. */
const isTest =
  /scan|ultraso|echo|\bCT\b|\bMRI\b|biops|scop(?:y|ic)|\btest|screen|imaging|graph(?:y|ic)|monitor|超声|造影|检查|检测|镜检|监测|彩超|核磁|活检/i;
/** Matches Chinese names of what is given by the word for giving it, or by its form: 补铁. */
const namedByAct = /^补.|[药片剂丸]$/;
function isTreatment(subject: Subject): boolean {
  if (isTest.test(subject.name)) return false;
  if (namedByAct.test(subject.name)) return true;
  return isDrug(subject) || treesOf(subject).includes('E');
}

/** Matches complaints in ordinary words. */
const complains =
  /\b(?:nausea|vomiting|headaches?|dizz\w+|heartburn|dyspepsia|constipation|diarrh?oea|diarrhea|itch\w*|cough|swelling|aches?|palpitations?)$|(?:难受|不舒服|疼|痛|痒|恶心|反酸|拉肚子|便秘|头晕|水肿|咳嗽)$/i;

/** Returns true for a complaint that is no disease of its own: hot flushes. */
function isSign(subject: Subject): boolean {
  if (complains.test(subject.name)) return true;
  const trees = treesOf(subject);
  return trees.length > 0 && trees.every((tree) => tree === 'C');
}
