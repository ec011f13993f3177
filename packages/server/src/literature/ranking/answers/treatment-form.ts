import type { Article } from '@citewell/core/records/article.ts';
import { readStudy, type StudyKind } from '../../studies/read-study.ts';
import { describesSample } from '../sentences/lead-sentence.ts';
import type { FindingForm } from './finding-form.ts';
import { isNotOfPeople } from './people-studied.ts';

/** Matches words for something done to treat: every effect of one is a treatment's. */
const treatments =
  /\b(?:treat(?:s|ed|ing|ments?)?|therap(?:y|ies|eutic)|drugs?|dos(?:es?|ing|age)|surg(?:ery|ical)|operat(?:ion|ive|ed)|resection|inject(?:ed|ions?)|placebo|randomi[sz]ed|interventions?|versus|vs|plus|alone|receiv(?:ed|ing)|administ(?:ered|ration)|regimens?|antibiotics?|steroids?|corticosteroids?|vaccin\w{2,6}|exercises?|training|management|managed|programmes?|programs?|transplant\w{0,6}|stents?|implant\w{0,6}|chemotherapy|radiotherapy|rehabilitation|technique|repair|closure|lotion|cream|oral|intravenous|topical|mg|supplement\w{0,7}|combination|combined|monotherapy|inhibitors?|blockers?|agonists?|antagonists?|acupuncture|massage|diet|cbt)\b|\w{3}(?:ectomy|plasty|otomy|mab|nib|statin|pril|sartan|olol|cillin|mycin|azole|solone|sone)\b|治疗|用药|手术|药物|疗法|给药|随机|联合|方案|注射|口服/i;
/** Matches effects of a treatment, and recommendations of one. */
const effects =
  /\b(?:effective(?:ly|ness)?|efficac(?:y|ious)|improv\w{1,6}|reduc\w{1,5}|decreas\w{1,4}|lower(?:ed|s|ing)?|superior|better|inferior|cur(?:e|ed|es|ative)|remission|resolv(?:ed|es)|resolution|respon(?:se|ses|ded|ders?)|heal(?:ed|ing|s)?|relie(?:f|ved?|ves)|success(?:ful|fully)?|recommend\w{0,7}|first[- ]line|of choice|no (?:significant )?difference|fewer|prevent\w{0,4}|safe|safely|safety|surviv\w{1,4}|abstinen\w{1,3}|quit|benefit\w{0,5}|tolerated|recover\w{0,3}|recurren\w{2,3}|eradicat\w{1,4}|clearance|useful|should be|alternative|equivalent|similar|faster|shorter|slow(?:s|ed|er|ing)?|delay(?:s|ed|ing)?|prolong\w{0,3}|normali[sz]\w{1,5}|favou?rable|fail(?:ed|s|ure)?|promising|achiev\w{1,4}|option)\b|有效|疗效|改善|降低|减少|优于|缓解|治愈|好转|推荐|首选|复发|安全|成功|延缓|减缓|减轻|延长|控制|达标|预防/i;
/** Matches treatments of the future, which treat nobody yet. */
const notYet =
  /\b(?:not yet|yet to be|is not licensed|may (?:lead|pave)|potential (?:targets?|therapeutic targets?))\b|有望/i;

/** Kinds of studies that are mostly of treatments, whatever their title. */
const ofTreatments: ReadonlySet<StudyKind> = new Set([
  ...([
    'randomized_trial',
    'clinical_trial',
    'guideline',
    'systematic_review',
    'meta_analysis',
    'review',
  ] as const),
]);

/** Matches titles on the effect of something, whatever it is. */
const namesEffect = /\b(?:for|against|effects?|efficacy|effectiveness|improves?|reduces?)\b|疗效|效果/i;
/** Matches titles on something else for a disease: "diagnostic criteria for multiple sclerosis". */
const isOtherwise =
  /\b(?:diagnos\w{1,6}|criteria|classification|biomarkers?|markers?|risk factors?|genes?|genetic|loci|prognos\w{1,5}|screening|tests?)\b|诊断|标准|基因|筛查/i;

/** Matches titles of trials, whose findings are the effects of what is given. */
const isTrial = /\b(?:randomi[sz]ed|placebo)\b|随机|安慰剂/i;

/** Matches titles of overviews of a disease, which its treatment is part of. */
const isOverview = /\b(?:reviews?|updates?|overview|advances|consensus|statement)\b|综述|进展|共识|指南/i;

/** Returns true for a record that is about a treatment by its title, or by its kind. Without a title its findings decide. */
function isOnTreatment(article: Article): boolean {
  const { kind } = readStudy(article);
  const { title } = article;
  return (
    title === '' ||
    (kind !== undefined && ofTreatments.has(kind)) ||
    treatments.test(title) ||
    namesEffect.test(title) ||
    isOverview.test(title)
  );
}

/** Questions for a treatment of something without naming one: "How should gout be treated?" */
export const treatmentForm: FindingForm = {
  asked:
    /\bhow (?:should|do|does|can|could|would|to|is|are|must|best)\b(?:(?! treated (?:with|by|for)\b).){0,60}?\b(?:treat(?:ed)?|manag(?:e|ed)|cur(?:e|ed)|get rid of)\b(?! (?:with|by)\b)|\b(?:what|which)\b(?: [\w-]{1,15}){0,4}? (?:treatments?|therap(?:y|ies)|drugs?|medicines?|medications?|antibiotics?|painkillers?|ointments?|creams?|remed(?:y|ies)|pills?|tablets?)\b(?! (?:cause|raise|increase|induce|trigger))|\bany(?:thing|body)?(?: else)?(?: [\w-]{2,15}){0,3} (?:helps?|works?|treats?|cures?)\b(?! (?:me|us|with (?:the )?(?:cost|form|bill)))|\bwhat (?:else )?(?:helps|treats|cures|works (?:best )?(?:for|against))\b|\b(?:drug|treatment|therapy|antibiotic|agent)s? of (?:first )?choice\b|^(?:(?:the )?(?:best|first[- ]line|optimal|recommended) )?(?:treatment|management|therapy|drugs?)(?: options?)? (?:of|for)\b(?![^?]{0,80}\b(?:with|versus|vs|by|using|or)\b)|^[\w -]{2,60}(?<!\b(?:laser|drug|medical|surgical|heat|light|hormone|radiation|cell|gene|oxygen|exercise|speech|physical|combination|replacement|conservative|topical|antibiotic|steroid|music|massage|water|cold)) (?:treatment|management|therapy)(?: options?)?\W{0,2}$|\bfirst[- ]line (?:treatments?|therap(?:y|ies)|drugs?|antibiotics?|agents?) (?:for|of|in)\b|(?:怎么|如何|怎样|咋)(?:治|处理|用药|控制)|(?:什么|哪种|哪个|哪些|啥)(?:抗生素|治疗(?:方法|方案|手段)?|疗法|药膏|[\p{Script=Han}]{0,3}药(?![^，。？?]{0,6}(?:会|能)?(?:引起|导致)))|首选(?:什么|哪|治疗|用?药|方案|疗法)|一线(?:用药|治疗|药物?)?(?:是|用)?(?:什么|哪)|(?:一线|治疗|用药)方案(?:[?？]|$|是什么|有哪些)|(?:有什么|有哪些)(?:好的?)?(?:治疗|办法|疗法|方法治)|(?:治疗|处理)(?:方法|首选|原则)(?:[?？]|$|是|有)|怎么办/iu,
  given(_part, topics) {
    const subjects = topics.filter(({ isSubject }) => isSubject);
    const asked = subjects.length > 0 ? subjects : topics;
    return (text, head) => {
      if (!effects.test(text) || notYet.test(text) || describesSample.test(text)) return false;
      // A title may name what is given only by the drug: "Colchicine for gout", "Finerenone in kidney disease: a randomized trial".
      const isGiven =
        isTrial.test(head) || (!isOtherwise.test(head) && asked.some((topic) => topic.isAimOf(head)));
      if (!(treatments.test(text) || isGiven)) return false;
      return (
        asked.length === 0 ||
        asked.some((topic) => {
          const isNamed = (each: string) => topic.isIn(topic.withoutHarm(each));
          return isNamed(text) || isNamed(head);
        })
      );
    };
  },
  excludes: (article, question) => isNotOfPeople(article, question) || !isOnTreatment(article),
};
