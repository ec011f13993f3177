import { givesFigure } from '../sentences/gives-figure.ts';
import { describesSample } from '../sentences/lead-sentence.ts';
import { actForm } from './asked-acts.ts';
import { causeForms } from './cause-forms.ts';
import type { FindingForm, GivesFinding } from './finding-form.ts';
import { isNotOfPeople, isStudyOfOpinions } from './people-studied.ts';
import { featuresOfPart, namedIn, type Topic } from './topics.ts';
import { treatmentForm } from './treatment-form.ts';

const share =
  /\d ?%|\bper ?cent\b|\d(?:\.\d+)? ?(?:\/|per) ?(?:1\d{0,2}|[\d,]{3,9})\b|\bper (?:\d|thousand|million|100)|\b\d[\d,]{0,9} ?(?:of|out of) (?:the |all )?\d|\bone in\b|\b(?:half|third|quarter) of\b|百分之|分之|\d例|‰/i;
const occurs =
  /\b(?:prevalen(?:ce|t)|inciden(?:ce|t|ces)|frequen(?:cy|t|tly|cies)|common(?:ly|est)?|rare(?:ly)?|rates?|occur\w{0,5}|had|has|have|having|diagnosed|detected|identified|found|seen|observed|noted|affected|affects|developed|develops?|positive|suffer\w{0,4}|present in|cases? of|experienced|reported|burden|documented|showed|evidence of|underwent|per 1[\d,]{1,9})\b|患病|发病|发生|检出|阳性|出现|确诊|常见|罕见/i;
/** Matches the statement of a paper of what it counts: "prevalence of delirium in …". */
const countOf =
  /\b(?:prevalence|incidence|frequency|epidemiology|burden|rates?|surveys?|occurrence|how (?:common|frequent|often) (?:is|are|does)) (?:of |for )?(.{3,60}?)(?: in | among | after |[:?.,]|$)|(.{2,20}?)(?:的)?(?:患病率|发病率|发生率|流行病学)/i;

const accuracy =
  /\bsensitivit(?:y|ies)\b|\bspecificit(?:y|ies)\b|\bpredictive values?\b|\b[PN]PV\b|\bAU(?:RO)?C\b|\barea[s]? under\b|\bROC\b|\breceiver[- ]operat\w{2,5}\b|\blikelihood ratios?\b|\baccura(?:cy|te|tely)\b|\bfalse[- ](?:positives?|negatives?)\b|\bdetection rates?\b|\bsensitive\b.{0,40}\bspecific\b|\bmiss(?:ed|es)\b|灵敏度|敏感[度性]|特异[度性]|预测值|曲线下面积|准确[率性度]|假阳性|假阴性|漏诊|误诊/i;
const agreement =
  /\breliab\w{2,6}\b|\bvalid(?:ity|ated)?\b|\bagree(?:d|ment)?\b|\bcorrelat\w{1,4}\b|\bkappa\b|\bconcordan\w{1,3}\b|\bpredict\w{0,5}\b|\bdiscriminat\w{1,5}\b|\bdetect\w{0,5}\b|\bidentif\w{1,6}\b|\b(?:under|over)estimat\w{1,4}\b|\bdistinguish\w{0,4}\b|\bdifferentiat\w{1,4}\b|\bcorrectly\b|\bprecis(?:e|ion)\b|\bbias(?:ed)?\b|一致|相关|可靠|信度|效度|检出|预测|鉴别/i;

const normalValue =
  /\b(?:normal|reference|healthy)(?: [\w-]{1,15}){0,3} (?:ranges?|values?|limits?|levels?|intervals?|means?)\b[^.;]{0,60}\d|\bnormal(?: [\w-]{1,15}){0,2} ?[([:=<≤≥>] ?[^.;]{0,12}\d|\b(?:upper|lower) limits? of normal\b|\bpercentiles?\b[^;]{0,40}\d|\d[^.;]{0,40}\b(?:as|is|was|were|be) (?:considered |defined as |regarded as )?normal\b|\b(?:healthy|normal) (?:\w{1,15} ){0,2}(?:subjects|volunteers|people|adults|children|women|men|controls)\b[^;]{0,60}\d|正常(?:值|范围|参考|水平)?[^。；]{0,20}\d|参考(?:值|范围|区间)[^。；]{0,20}\d|百分位/i;

const risks =
  /\b(?:risks?|incidence|rates?|odds|hazard|probabilit(?:y|ies)|likel(?:y|ihood)|chances?|occurr\w{2,5}|develop\w{0,4}|had|experienced|suffered|recurren\w{2,3}|cumulative)\b|风险|发生|概率|几率/i;

const relates =
  /\b(?:increas|decreas|reduc|lower|higher|rais|rise|rose|caus|induc|trigger|lead|led|prevent|protect|associat|relat|link|risk|rate|odds|incidence|frequen|occur|develop|experienc|report|due|attribut|result|effect|adverse|contribut|predispos|suffer|less|more|fewer|no |not |without|neither|had|common|prevalen|likely|complicat|produc|elicit|provok|worsen|improv|benefit|inhibit|suppress|delay|promot|enhanc|abolish|block|depend|mediat|require|essential|sufficient)/i;

const outcome =
  /\b(?:surviv\w{1,4}|mortalit(?:y|ies)|deaths?|died|fatal(?:ity|ities)?|recurren\w{2,3}|relaps\w{1,3}|remission|progress\w{0,5}|prognos\w{1,5}|recover\w{0,3}|disabilit\w{1,3}|outcomes?|life expectancy|cure[ds]?|alive|worsen\w{0,3}|resol\w{2,5}|persist\w{0,4}|impair\w{0,4}|free of)\b|生存|存活|死亡|复发|缓解|预后|恢复|进展/i;
const ofDeath =
  /\b(?:surviv\w{1,4}|mortalit(?:y|ies)|deaths?|died|dying|fatal(?:ity|ities)?|alive|life expectancy|life-?years?|lives|suicides?)\b|死亡|生存|存活|病死/i;

const symptoms =
  /\b(?:symptom\w{0,7}|(?:clinical |physical )?signs\b|manifestations?|presenting|presented with|presentations?|complaints?|complained)\b|症状|体征|临床表现/i;
const diagnosis = /\b(?:diagnos\w{1,6}|detect\w{0,5}|screen\w{0,4}|identif\w{1,6})\b|诊断|检出|筛查|鉴别/i;
/** Matches the way in which a diagnosis is made, not only that it was made or confirmed. */
const byTest =
  /\b(?:criteria|gold standard|sensitivit(?:y|ies)|specificit(?:y|ies)|accura(?:cy|te|tely)|predictive values?|cut-?offs?|misdiagnos\w{2,3})\b|\bdiagnos(?:is|es|tic|ed?|ing)\b[^.;]{0,40}? (?:by|based on|using|via|through|by means of)\b|\b(?:markers?|biomarkers?|tests?|testing|imaging|scans?|ultraso\w{3,10}|MRI|CT|smears?|cultures?|PCR|assays?|antibod(?:y|ies)|serolog\w{1,4}|biops(?:y|ies)|scores?|history|examination|assessment|histology|endoscopy|findings|features|signs|levels?)\b[^.;]{0,60}?\b(?:for|in|to|of|as)\b (?:\w{1,12} ){0,2}?(?:diagnos\w{1,6}|detect\w{0,5}|screen\w{0,4}|identif\w{1,6}|confirm)|\b(?:tests?|testing|imaging|scans?|ultraso\w{3,10}|MRI|CT|smears?|cultures?|PCR|assays?|biops(?:y|ies)|endoscopy)\b[^.;,]{0,30}? (?:detect(?:ed|s)|diagnosed|identified|missed)\b|\bdiagnostic (?:tests?|tools?|value|performance|yield|methods?|procedures?|work-?up|approach|markers?|utility)\b|标准|检测|灵敏|敏感|特异|(?:诊断|鉴别|筛查)[^。；]{0,12}(?:价值|方法|依据|手段|效能)|(?:影像|抗体|超声|活检|培养)[^。；]{0,12}(?:诊断|鉴别|检出)/i;

/** Returns true if a sentence counts people with one of the topics, not something else among them: "15% of celiac patients ate gluten". */
function countsCases(topics: readonly Topic[]): GivesFinding {
  return (text, head) => {
    const [, english, chinese] = countOf.exec(head) ?? [];
    const counted = english ?? chinese ?? '';
    return (
      share.test(text) &&
      topics.some(
        (topic) => topic.isIn(counted) || (occurs.test(text) && topic.isIn(topic.withoutThoseWithIt(text))),
      )
    );
  };
}

const said =
  (words: RegExp): GivesFinding =>
  (text) =>
    words.test(text);

const causes =
  /^\W{0,3}(?:do|does|did|can|could|may|might|will|would)\b(.{2,80}?)\b(?:cause|induce|trigger|bring on|lead to|result in|prevent|protect against|ward off)\b(.{3,})|^(.{1,20}?)(?:是否会?|会不会|能不能|可不可以|会|能|可以|可能)(?:引起|导致|造成|诱发|引发|预防|防止)(?:不了)?(.{1,20}?)(?:吗|么|[?？]|$)/i;
const riskOf =
  /\b(?:what(?: is|'s|’s| are)|how (?:high|big|great|large) (?:is|are))(?: the| my| her| his| their| our)? (?:\w{1,12} ){0,2}?(?:risks?|chances?|likelihood|odds|probability|incidence|rate) of (.{3,60}?)\b(?:after|following|in|with|from|among|during|for)\b|^(?:risks?|incidence|rate) of (.{3,60}?)\b(?:after|following|from|during)\b|(?:后|术后|患者|的人|病人)(?:发生|出现|得|患|再|并发)?([^，。？?]{1,12}?)的?(?:风险|几率|概率|可能性)(?:有)?(?:是)?(?:多大|多高|多少)/i;

/** Kinds of findings that questions ask for of a disease, a test or a drug. */
export const findingForms: readonly FindingForm[] = [
  treatmentForm,
  actForm,
  ...causeForms,
  {
    asked:
      /(?<!\b(?:insulin|skin|drugs?|aspirin|salt|gluten|food|heat|cold|pain|baroreflex|antibiotic|sensory|contrast)[- ])\bsensitivit(?:y|ies)\b(?! (?:analys|to\b))|\bspecificit(?:y|ies)\b|\b(?:diagnostic|test) accuracy\b|\b(?:positive|negative) predictive values?\b|\bAU(?:RO)?C\b|\bfalse[- ](?:positives?|negatives?)\b|灵敏度|敏感度|特异度|诊断准确|[阳阴]性预测值|曲线下面积|假阳性|假阴性/i,
    given: (part, topics) => ofTest(topics, part, (text) => accuracy.test(text)),
  },
  {
    asked:
      /\bhow (?:accurate|reliable|good) (?:is|are|was|were|a|an)\b(?![^?]{0,60}\bdata\b).{0,80}\b(?:for|at|in|to|of|as|compared|versus|against|when)\b|\baccuracy of\b|准不准|(?:够不够|有多|多)准|准确[率吗性]|可靠[吗性]/i,
    given: (part, topics) => ofTest(topics, part, (text) => accuracy.test(text) || agreement.test(text)),
  },
  {
    asked:
      /\bhow (?:common|prevalent|frequent|rare|widespread) (?:is|are|was|were)\b|^(?!\W{0,3}(?:is|are|do|does|did|can|could|has|have|was|were|will|should)\b)[^?]{0,200}\b(?:prevalence|incidence) of\b|\bhow (?:many|often do) (?:people|adults|children|women|men|patients|persons)\b.{0,20}\b(?:have|get|develop|suffer|has)\b|(?:发病率|患病率|发生率|得病率)(?![^。？?]{0,12}(?:吗|更|升高|降低))(?<!(?:降低|减少|增加|提高|影响)[^，。？?]{0,12})|(?:常见|多见|罕见)(?:吗|不)|多(?:常见|少见)|有多少人(?:得|患|有)/i,
    given: (part, topics) =>
      topics.length > 0
        ? countsCases(featuresOfPart(topics, part).filter(({ isGeneric }) => !isGeneric))
        : undefined,
  },
  {
    asked:
      /\bnormal (?:\w{1,15} ){0,3}?(?:ranges?|values?|levels?|limits?|intervals?)\b|\breference (?:ranges?|intervals?|values?)\b|\bwhat(?: is|'s|’s| are| should be) (?:a |the )?normal\b|(?:正常(?:值|范围|参考值?|水平|标准)|参考(?:值|范围|区间))(?:应该|应|是|为|在)?(?:多少|什么|多大|[?？]|$)|正常(?:应该|应)?(?:是|在|为)?多少|多少(?:算|才算|是|才是|才|为|属于)?正常/i,
    given: (part, topics) => {
      const asked = namedIn(topics, part);
      return (text) =>
        normalValue.test(text) && (asked.length === 0 || asked.some((topic) => topic.isIn(text)));
    },
    excludes: isNotOfPeople,
  },
  {
    asked: riskOf,
    given: (part, topics) => {
      const [, ...found] = riskOf.exec(part) ?? [];
      const asked = featuresOfPart(topics, found.find(Boolean) ?? '');
      if (asked.length === 0) return undefined;
      return (text) =>
        risks.test(text) &&
        givesFigure(text) &&
        asked.some((topic) => topic.isIn(topic.withoutThoseWithIt(text)));
    },
  },
  {
    asked: causes,
    given: (part, topics) => {
      const [, cause, effect, hanCause, hanEffect] = causes.exec(part) ?? [];
      const effects = featuresOfPart(topics, effect ?? hanEffect ?? '');
      const causing = featuresOfPart(topics, cause ?? hanCause ?? '');
      if (effects.length === 0 || causing.length === 0) return undefined;
      return (text, head) =>
        effects.some((topic) => topic.isIn(topic.withoutThoseWithIt(text))) &&
        (relates.test(text) || /\p{Script=Han}/u.test(text)) &&
        !describesSample.test(text) &&
        causing.some((topic) => topic.isIn(text) || topic.isIn(head));
    },
    excludes: isStudyOfOpinions,
  },
  {
    asked:
      /\b(?:what is|what's|what’s|what are) the (?:long[- ]term |usual )?(?:prognosis|outlook)\b|^(?:the )?(?:prognosis|outlook) (?:of|for|in|after)\b|\bhow (?:good|bad) is the (?:prognosis|outlook)\b|预后(?:如何|怎么样|怎样|好吗|好不好)|能活多久|还能活几年/i,
    given: () => said(outcome),
    excludes: isNotOfPeople,
  },
  {
    asked: /\bmortality\b(?! (?:predict|risk score))|\bdeath rates?\b|\bcase[- ]fatality\b|死亡率|病死率/i,
    given: () => said(ofDeath),
    excludes: isNotOfPeople,
  },
  {
    asked:
      /\b(?:what|which)\b.{0,20}\b(?:symptoms?|signs)\b.{0,12}\b(?:of|does|do|are|is|has|have|with|in)\b|^(?:symptoms?|signs)(?: and (?:symptoms?|signs))? of\b|\bhow does .{3,40} present\b|(?:有|是)?(?:哪些|什么|啥)(?:早期|典型|主要|临床)?(?:症状|表现|征兆)|(?:症状|表现)(?:有哪些|是什么|有什么)/i,
    given: (part, topics) => {
      const asked = namedIn(topics, part);
      return (text, head) =>
        symptoms.test(text) &&
        (asked.length === 0 || asked.some((topic) => topic.isIn(text) || topic.isIn(head)));
    },
    excludes: isNotOfPeople,
  },
  {
    asked:
      /\bhow (?:is|are|can|do|does|should|to|would)\b.{0,60}\bdiagnos(?:e|ed)\b|^diagnosis of\b|(?:怎么|如何|怎样)(?:诊断|确诊|查出|检查|鉴别)/i,
    given: (part, topics) => {
      const asked = namedIn(topics, part);
      return (text, head) =>
        diagnosis.test(text) &&
        byTest.test(text) &&
        (asked.length === 0 || asked.some((topic) => topic.isIn(text) || topic.isIn(head)));
    },
    excludes: isNotOfPeople,
  },
];

/** Returns how sentences give the accuracy of a test that a part of a question names. */
function ofTest(topics: readonly Topic[], part: string, isGiven: (text: string) => boolean): GivesFinding {
  const tests = namedIn(topics, part).filter(({ name }) => !accuracy.test(name));
  return (text, head) =>
    isGiven(text) && (tests.length === 0 || tests.some((test) => test.isIn(text) || test.isIn(head)));
}
