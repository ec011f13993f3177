import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { labeledSentences } from '../../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../../literature/studies/states-aim.ts';
import { trustCard } from '../../../../retrieval/trust/trust.ts';

/** Topics on which studies of cells and animals say nothing: they have no prognosis. */
const ofPeopleAlone =
  /\bprognos\w*|\boutcomes?\b|\bsurviv\w+|\bmortalit\w+|\bquality of life\b|\badheren\w+|\bcosts?\b|\b(?:cardiovascular|cardiac|coronary|adverse) events?\b|\badverse effects?\b|\bclinical (?:effects?|efficacy|effectiveness|benefits?|results|course|use|practice|experience)\b|(?:心血管|不良)事件|不良反应|预后|转归|结局|生存|死亡|生[活命]质量|依从|费用|临床(?:效果|疗效|效应|获益|应用|结果)/i;
/** Topics on which they are not evidence if there are studies of people. */
const ofPeopleFirst =
  /\b(?:treat\w+|therap(?:y|ies)|management|prevent\w*|chemotherap\w+|immunotherap\w+|radio-?therap\w+|surg\w+|operations?|intensive care|critical(?:ly ill| care)|ICUs?|screening|diagnos\w+|risks?|risk factors?|predictors?|prevalence|incidence|epidemiolog\w+|complications?|car(?:e|ing))\b|治疗|疗法|管理|预防|化疗|放疗|手术|外科|重症|筛查|诊断|风险|危险因素|预测|患病率|发病率|流行病学|并发症|照[护顾]|护理/i;
/** Topics on what a treatment achieves, of which studies of people are the evidence. */
const ofEfficacy = /\b(?:efficacy|effectiveness)\b|疗效/i;
/** Topics about the laboratory itself. */
const ofLaboratory =
  /\b(?:mice|mouse|rats?|animals?|in vitro(?! (?:fertili[sz]|maturation))|cells?|cell lines?|gene expression|mechanisms?|pathways?|preclinical)\b|小鼠|大鼠|动物|体外(?![受授]精|循环|膜肺|冲击波|反搏|生命支持)|细胞|机制|通路/i;

const laboratoryWords =
  /\b(?:in vitro(?! (?:fertili[sz]|maturation))|in vivo|cell lines?|cells?|mice|mouse|murine|rats?|zebrafish|xenograft\w*|knock-?(?:down|outs?|in)|knocking|overexpress\w*|siRNA|shRNA|transfect\w*|transgenic|luciferase|promoters?|(?:up|down)-?regulat\w*|mRNAs?|phosphorylat\w*|signal?ling|pathways?|transcription\w*|tumorigenesis|progenitors?|mutant|mechanis\w+)\b|小鼠|大鼠|细胞|体外(?![受授]精|循环|膜肺|冲击波|反搏|生命支持)|转染|敲除|通路/gi;
const people =
  /\b(?:patients?|participants?|subjects|individuals|women|men|males?|females?|infants?|children|adults|persons|people|volunteers|cohorts?|trials?|randomi[sz]ed|hospital\w*|clinic\w*|surgery|cases|years|follow-up|survivors)\b|患者|病人|受试者|随访/gi;
/** Titles of studies of cells and animals. */
const laboratoryTitle =
  /\b(?:mice|mouse|murine|rats?|rabbits?|zebrafish|macaques?|monkeys?|rodents?|in vitro(?! (?:fertili[sz]|maturation))|cell lines?|xenografts?|knock-?outs?|transgenic|iPSC\w*|[a-z]+-deficient mice)\b|小鼠|大鼠|体外(?![受授]精|循环|膜肺|冲击波|反搏|生命支持)|猕猴/i;
const ofReviews = /\b(?:review|overview|update|guidelines?|meta-analys[ie]s)\b|综述|指南/i;
/** Words for people in a laboratory study. */
const inPeople =
  /\b(?:patients?|cohorts?|women|men|infants|children|adults|individuals|participants|series of|carcinomas)\b|患者|病例/i;
const course =
  /prognos|surviv|outcome|mortal|\bdeath|\bdied|recurr|relaps|disabilit|hazard|预后|生存|死亡|复发/i;
const ofRisks = /\brisks?\b|\bpredictors?\b|\bincidence\b|风险|危险因素|预测|发病率/i;
const risk = /\brisks?\b|\bpredispos|\bsuscept|\bassociat|\bodds\b|\bincidence\b|风险|易感|相关/i;
const animals = /\b(?:mice|mouse|murine|rats?|model)\b|小鼠|大鼠/i;
/** Words of the laboratory that no study of people has about its own. */
const inLaboratory =
  /\b(?:mice|mouse|murine|rats?|in vitro(?! (?:fertili[sz]|maturation))|cell lines?|xenografts?|knock-?outs?|transfect\w*)\b|小鼠|大鼠|体外(?![受授]精|循环|膜肺|冲击波|反搏|生命支持)|转染/i;
const laboratoryWordsMin = 4;

/**
 * Creates a test for studies of cells or animals, judged by their records, unless they examined in people what the topic asks for: the course
 * of a disease, or the risk of one.
 */
export function laboratoryStudies(topic: string): (article: Article) => boolean {
  const isAsked = (sentence: string) => course.test(sentence) || (ofRisks.test(topic) && risk.test(sentence));
  return (article) => {
    const text = `${article.title}\n${abstractText(article)}`;
    const count = (words: RegExp) => text.match(words)?.length ?? 0;
    const found = count(laboratoryWords);
    // What is done for people is reviewed with its mechanisms.
    if (ofReviews.test(article.title) && !laboratoryTitle.test(article.title)) return false;
    // An abstract that is short names few of them, but no people either.
    if (found > 0 && count(people) === 0 && inLaboratory.test(text)) return true;
    if (laboratoryTitle.test(article.title) && (found >= count(people) || isOfAnimals(article))) return true;
    if (found < laboratoryWordsMin || found < 2 * count(people)) return false;
    // The beginning is background.
    return !splitSentences(abstractText(article))
      .slice(1)
      .some(
        ({ text: sentence }) =>
          inPeople.test(sentence) &&
          isAsked(sentence) &&
          !animals.test(sentence) &&
          !/\b(?:may|might|could|will|remains?|in order to|to improve|important to|needed)\b/i.test(sentence),
      );
  };
}

/** Animals as those studied, in a title that names no people. */
const inAnimals =
  /\b(?:in|of|from|protects?) (?:[\w-]{1,20} ){0,3}(?:mice|rats?|rabbits?|zebrafish|macaques?|monkeys?|rodents?)\b|小鼠|大鼠|猕猴/i;
const isOfAnimals = ({ title }: Article) => inAnimals.test(title) && !inPeople.test(title);

/** Returns true for a record that speaks of animals, and of no people. Cells are also of people. */
function isOnAnimals(article: Article): boolean {
  return trustCard(article).subjects === 'animal' || laboratoryTitle.test(article.title);
}

const ofMethods = /method|design|material|setting|方法|设计/i;
const inVitro =
  /\b(?:in vitro(?! (?:fertili[sz]|maturation))|ex vivo)\b|体外(?![受授]精|循环|膜肺|冲击波|反搏|生命支持)/i;
const investigates = /\bwe (?:[a-z]{3,15} )?(?:investigat|examin|stud|test|assess|evaluat|explor)\w*/i;

/** Returns true for a record that says in its aim or its methods that it studied tissue outside the body. */
function isInVitro(article: Article): boolean {
  return labeledSentences(article).some(
    ({ label, text }) =>
      inVitro.test(text) && (ofMethods.test(label ?? '') || statesAim(text) || investigates.test(text)),
  );
}

/** Number and share of the records on a topic from which it is one on people. */
const peopleMin = 3;
const mostlyPeople = 0.5;

/**
 * Excludes studies of cells and animals if the topic is about what happens to people; if it is about their treatment,
 * only if at least `enough` others remain, and on any other topic if most of its records are on people.
 */
export function excludeLaboratoryStudies<Ranked extends { article: Article }>(
  ranked: readonly Ranked[],
  topic: string,
  { enough, isWanted }: { enough: number; isWanted(article: Article): boolean },
): readonly Ranked[] {
  if (ofLaboratory.test(topic)) return ranked;
  const isLaboratory = laboratoryStudies(topic);
  const others = ranked.filter(({ article }) => isWanted(article) || !isLaboratory(article));
  const onPeopleAlone = others.filter(({ article }) => !(isOnAnimals(article) || isInVitro(article)));
  const isAlone = ofPeopleAlone.test(topic) || (ofEfficacy.test(topic) && onPeopleAlone.length >= peopleMin);
  // Nor have animals harms that a reader asks for.
  if (isAlone) return others.filter((each) => isWanted(each.article) || onPeopleAlone.includes(each));
  if (ofPeopleFirst.test(topic) && others.length >= enough) return others;
  const onPeople = ranked.filter(({ article }) => !isOnAnimals(article));
  return onPeople.length >= Math.max(peopleMin, ranked.length * mostlyPeople)
    ? ranked.filter(({ article }) => isWanted(article) || !isOnAnimals(article) || !isLaboratory(article))
    : ranked;
}
