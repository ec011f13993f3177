import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { between, markSubjects, subjectMark } from './subject-names/subject-marks.ts';

/** Words for harms of something that is given or done, whatever they are; diseases' own events are none. */
const harms =
  /\badverse (?:drug |side |treatment-related |serious )?(?:effects?|events?|reactions?|experiences?|outcomes?)\b|\bside[- ]effects?\b|\b(?:(?:hepato|nephro|cardio|neuro|oto|photo|gastro|embryo|h?a?emato|myelo)-?)?toxicit(?:y|ies)\b|\btolerab\w*|\btolerated\b|\bunsafe\b|\bsafe(?=[.,;:?)]| (?:and|or|for|in|as|to|at|when|even|but|enough|procedures?|techniques?|treatments?|options?|alternatives?|methods?|vaccines?|drugs?|therap(?:y|ies)|approach|operations?|agents?|medications?)\b|$)|\bsafe(?:ly|ty)\b|\bharms? (?:of|from|and|or|associated|caused)\b|\b(?:and|or|no|any|potential) harms?\b|\bharmful\b|\b(?:withdrawal|discontinuation) (?:symptoms?|syndromes?|reactions?|effects?)\b|\b(?:myopath|rhabdomyolys|teratogen|overdos)\w*|\bcarcinogenic(?:ity)?\b|\b(?:drug|treatment|dose)-(?:induced|limiting|related (?:death|mortality|morbidity))\b|\biatrogenic\b|不良(?:反应|事件|作用|结局)|副作用|副反应|毒性|安全|耐受|撤药/i;
/** Words for people, of whom a record on harms speaks. */
const inPeople =
  /\b(?:patients?|participants?|volunteers?|subjects|wom[ae]n|m[ae]n|children|infants|adults|people|persons?|humans?|users|individuals|case reports?|trials?)\b|患者|病人|受试者/i;

/** Events of a disease, which are called adverse as well, the safety of people, and harms for which some left a study. */
const otherEvents =
  /\b(?:beneficial|favou?rable|desirable) side[- ]effects?\b|\b(?:major )?adverse (?:cardiac|cardio-?vascular|cerebro-?vascular|coronary|cardiac and cerebrovascular) \w+|\b(?:patient|food|road|traffic|workplace|occupational) safety\b|\b(?:data|drug) safety (?:monitoring )?(?:board|committee)\b|\bsafety(?:[- ]net| monitoring| behaviou?r| climate| culture)\b|\bin a safe\b|\b(?:due to|because of|owing to|response or|progression or|disease or) (?:[a-z-]{1,20} ){0,2}toxicity\b/gi;

/** Complications of what is done to people. */
const complications =
  /\bcomplicat(?:ion|ed)\w*|\bmorbidit\w+|\bconversion(?:s| rates?)?\b|\breoperation\w*|\bleak(?:s|age|ages)?\b|\b(?:peri-?operative|post-?operative|operative|in-hospital|hospital|early|no) (?:mortality|deaths?)\b|\bre-?intubat\w*|并发症/i;
const procedure =
  /\b(?:surg\w+|operations?|bypass|implant\w*|\w{3,20}(?:scop(?:y|ies|ic)|ectom(?:y|ies)|plast(?:y|ies)|otom(?:y|ies)|ostom(?:y|ies))|transplant\w*|catheter\w*|(?:ex|in)tubations?|transfusions?|biops(?:y|ies))\b|手术|外科|镜|术$|[插拔]管|移植|活检|输血/i;

/** Sentences in which less of it befalls those who are given something, or in which it is only hoped or feared. */
const prevents =
  /\b(?:reduc|lower|decreas|prevent|protect|attenuat|diminish|ameliorat|fewer)\w*|降低|减少|预防/i;

/** Harms that only the name of what causes them shows to be such, which is `subjectMark` in the text. */
const caused = new RegExp(
  String.raw`${subjectMark}[- ](?:induced|associated|related)\b|\b(?:induced|caused|provoked|precipitated|triggered|due to|secondary to) (?:by )?${between}${subjectMark}` +
    String.raw`|${subjectMark}[^.;]{0,120}\b(?:increas|higher|elevat|excess|greater|rais)\w* (?:[\w-]{1,20} ){0,4}(?:risks?|incidence|rates?|odds|hazards?)\b` +
    String.raw`|\b(?:increas|higher|elevat|excess|greater|rais)\w* (?:[\w-]{1,20} ){0,4}(?:risks?|incidence|rates?|odds|hazards?)\b[^.;]{0,120}${subjectMark}` +
    String.raw`|${subjectMark}[^。；]{0,40}(?:增加|升高|导致|引起|诱发)|${subjectMark}(?:相关|诱导|所致)`,
  'i',
);
/** Disorders that next to the name of what is given or done are a harm of it. */
const particular = new RegExp(
  String.raw`\b(?:lactic acidosis|anaphyla\w+|hypersensitivity|intoleran\w+|alloimmuni[sz]\w+|agranulocytosis|extrapyramidal|tardive|sexual dysfunction|osteonecrosis|serotonin syndrome|torsades?|QTc? prolong\w+|febrile reactions?|transfusion reactions?|nephropathy|ototoxic\w*|dependence on)\b` +
    String.raw`|${subjectMark}[- ]transmitted\b|\btransmi(?:ssion|tted)\b[^.;]{0,60}\b(?:by|through|via|from) ${between}${subjectMark}|${subjectMark} transmission of\b` +
    '|乳酸酸中毒|过敏|横纹肌溶解|粒细胞缺乏|锥体外系|性功能障碍|骨坏死',
  'i',
);
/** Sentences that report nothing: what should be known, watched or avoided, and why something was done. */
const isNoFinding =
  /\b(?:aware(?:ness)?|should|needs? to|must|ought|concerns? (?:about|over|regarding|that)|worr(?:y|ies)|fears?|known|perceived|knowledge|recommend\w*|in order to|in an? (?:effort|attempt) to|further (?:research|studies|trials|investigation)|future|monitor(?:ing|ed)?|cost(?:s|-\w+)? of|prescri\w+ (?:patterns?|practices?)|aim(?:s|ed)? to|to (?:assess|evaluate|determine|examine|investigate|explore|compare|identify|estimate|test|analy[sz]e)|studies comparing|we (?:assessed|evaluated|investigated|examined|studied|compared|measured))\b|应(?:当|该)?|需要|认识|担[忧心]|旨在|为了|监测/i;
/** Sections that come before the results. */
const isNoResult =
  /^(?:background|introduction|context|objectives?|aims?|purposes?|rationale|methods?|design|materials?|背景|目的|方法|引言)/i;
/** A figure, or a word by which a record says what befell people. */
const isFinding =
  /\d|\b(?:occur\w*|report(?:ed|s)|observed|experienc\w+|develop(?:ed|s)|caus(?:ed?|es|ing)|increas\w+|higher|greater|more|rais\w+|elevat\w+|associated|related|induc\w+|led|resulted|no|not|none|without|tolerated|mild|similar|common|rare|frequent|infrequent|few|safe\w*|toxicit\w+|discontinu\w+|withdr\w+|excess|harm\w*|unsafe)\b|发生|出现|报告|增加|升高|导致|引起|未见|无|安全|耐受/i;

/** Risks that it might have increased and did not. */
const notCaused =
  /\bno (?:evidence of |significant |apparent )?(?:an? )?(?:increase[ds]?|excess) (?:in |of )?(?:the )?(?:risks?|incidence|rates?)\b|\bnot (?:[a-z]{2,20} ){0,4}increase[ds]? (?:the )?(?:risks?|incidence|rates?)\b/i;
/** People at an increased risk, and increases that had been before. */
const thoseAtRisk =
  /\bat (?:an? )?(?:increased|higher|high|elevated|greater) risk\b|\b(?:patients|people|those|women|men) (?:with|who have|having) (?:an? )?(?:increased|higher|elevated)\b/gi;

/**
 * Creates a test whether a record reports harms of a topic's subject, in any wording: in its title, or in a sentence that is neither background
 * nor only on what the subject prevents. Such a sentence names the subject, unless the title does. Whether the record is about the subject is tested
 * elsewhere.
 */
export function reportsHarms({
  subjects = [],
}: Pick<SearchQuery, 'subjects'>): (article: Article) => boolean {
  const mark = markSubjects(subjects);
  const ofProcedure = subjects.some(({ wordings }) => wordings.some((wording) => procedure.test(wording)));
  // "Laparoscopic adrenalectomy" is laparoscopic surgery.
  const firsts = subjects.flatMap(({ wordings }) =>
    wordings.slice(0, 2).flatMap((wording) => indexTerms(wording).slice(0, 1)),
  );
  const isNamed = (text: string) =>
    mark === undefined ||
    text.includes(subjectMark) ||
    indexTerms(text).some((term) => firsts.includes(term));
  const names = (given: string) => {
    const text = given.replace(otherEvents, ' ').replace(thoseAtRisk, ' ');
    return (
      (harms.test(text) && !(prevents.test(text) && /\badverse outcomes?\b/i.test(text))) ||
      (ofProcedure && complications.test(text) && !prevents.test(text)) ||
      ((caused.test(text) || notCaused.test(text)) && !prevents.test(text)) ||
      (text.includes(subjectMark) && particular.test(text) && !prevents.test(text))
    );
  };
  return (article) => {
    const read = mark?.(article) ?? String;
    const titles = [article.title, article.vernacularTitle ?? '', ...article.keywords].map(read);
    const isTitled = titles.some(isNamed);
    if (titles.some((title) => isNamed(title) && names(title))) return true;
    if (!inPeople.test(`${article.title} ${abstractText(article)}`)) return false;
    const sentences = labeledSentences(article).map(({ label = '', text }) => ({ label, text: read(text) }));
    // What comes before the aim is background.
    const lastAim = Math.max(
      0,
      sentences.slice(0, -1).findIndex(({ text }) => statesAim(text)),
    );
    return sentences.some(
      ({ label, text: sentence }, at) =>
        (at > lastAim || sentences.length === 1) &&
        !isNoResult.test(label) &&
        (isTitled || isNamed(sentence)) &&
        names(sentence) &&
        isFinding.test(sentence) &&
        (!isNoFinding.test(sentence) || /\d\s?%|\bp ?[<=>]|\b95 ?%/i.test(sentence)),
    );
  };
}
