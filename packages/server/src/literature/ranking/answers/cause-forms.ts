import { describesSample } from '../sentences/lead-sentence.ts';
import type { FindingForm } from './finding-form.ts';
import { isNotOfPeople, isStudyOfOpinions } from './people-studied.ts';
import { namedIn } from './topics.ts';

/** Matches words for what brings a disease about, and for what goes with it more often. */
const origins =
  /\bcaus(?:e[sd]?|al(?:ly|ity)?|ative|ing)\b|\b(?:a)?etiolog\w{1,5}|\bpathogen(?:esis|ic|etic)\b|\bdue to\b|\battribut\w{2,5}|\b(?:result(?:s|ed|ing)?|aris(?:es?|ing)|stem\w{0,4}) from\b|\btrigger\w{0,4}|\binduc\w{1,4}|\b(?:leads?|led|leading) to\b|\bpredispos\w{1,5}|\bsusceptib\w{2,6}|\brisk factors?\b|\bmutations?\b|\bcontribut\w{1,5}|\bresponsible for\b|\bprecipitat\w{1,4}|病因|原因|引起|导致|诱发|致病|危险因素|所致/i;
const goesWith =
  /\bassociat\w{2,5}|\b(?:increas\w{1,3}|higher|greater|raised|elevated) (?:the )?(?:risks?|odds|incidence|rates?)\b|\bpredict(?:s|ed|ors?|ive)\b|\brelated to\b|\blinked (?:to|with)\b|相关|风险/i;

/** Matches unwanted effects of a treatment. */
const harms =
  /\bside[- ]effects?\b|\badverse\w{0,2}\b|\btoxic\w{0,5}|\btolera\w{2,6}|\bsafe(?:ty|ly)?\b|\bharm\w{0,3}\b|\bcomplications?\b|\bhypoglyc\w{4,8}|\bbleed\w{0,3}\b|\bnausea\b|\bvomiting\b|\bdiarrh\w{3,5}|\bweight gain\b|\bwithdr[ae]w\w{0,4}|\bdiscontinu\w{2,6}|\b(?:increas\w{1,3}|higher|elevated) (?:the )?(?:risks?|odds|incidence|rates?) of\b|\bcontraindicat\w{2,5}|\bdrug reactions?\b|(?<!-)\bcaus(?:es?|ed|ing)\b|\binduced\b|\boverdos\w{1,3}|\bpoison\w{2,4}|\b(?:were|was) more (?:frequent|common)\b|\b(?:were|was) not (?:increased|raised|more (?:frequent|common))\b|\bmuscle (?:symptoms?|disease|pain|damage)\b|\bmyopath\w{1,3}|\bmyalgia\b|\bnew(?:-onset)? diabetes\b|\bconstipation\b|\bdizziness\b|\brash(?:es)?\b|\bhyperkal\w{3,6}|副作用|不良|毒性|安全|耐受|并发症|出血|恶心|腹泻|禁忌|高钾|低血糖|肌痛|肌病|肌肉症状|新发糖尿病|便秘|头晕|皮疹|未(?:见)?增加|增多|较多|更多见|更常见/i;

const combines =
  /\binterac\w{2,6}|\bconcomitant\w{0,2}|\bco-?(?:administ|prescri|medicat|treat)\w{2,7}|\bcombin\w{1,6}|\bconcurrent\w{0,2}|\btogether\b|\bplus\b|\badd(?:ed|ing|ition)\b|\bsimultaneous\w{0,2}|相互作用|合用|联用|联合|同时|合并用/i;

/** Questions for what brings a disease about: "What causes gout?" */
const causeForm: FindingForm = {
  asked:
    /^\W{0,3}what (?:usually |mostly |commonly |actually )?(?:causes?|triggers?|brings on)\b|^\W{0,3}(?:the )?causes? of\b|\bwhat (?:is|are) the (?:main |usual |common(?:est)? |most common )?causes? of\b|\bwhy do (?:people|patients|some|children|adults|women|men) (?:get|develop|have)\b|(?:是什么|什么|怎么|为什么会?)(?:原因)?(?:会)?(?:引起|导致|造成|得)的?|(?:病因|原因|起因)(?:是什么|有哪些|是啥|[?？]|$)|怎么得的/i,
  given(part, topics) {
    const asked = namedIn(topics, part);
    if (asked.length === 0) return undefined;
    return (text, head) =>
      !describesSample.test(text) &&
      asked.some(
        (topic) =>
          (origins.test(text) && (topic.isIn(text) || topic.isIn(head))) ||
          (goesWith.test(text) && topic.isIn(topic.withoutThoseWithIt(text))),
      );
  },
  excludes: isNotOfPeople,
};

/** Questions for the side effects of a treatment, unless they ask what is done about them. */
const harmForm: FindingForm = {
  asked:
    /^(?![^?]{0,120}\b(?:reduc|prevent|treat|manag|less|fewer|avoid|reliev|lower|minimi[sz])\w{0,5}\b)[^?]{0,120}\b(?:side[- ]effects?|adverse (?:effects?|events?|reactions?))\b|^(?![^？?]{0,60}(?:减少|减轻|预防|避免|处理|治疗|缓解))[^？?]{0,60}(?:副作用|不良反应)/i,
  given(part, topics) {
    // Of several, the first is the treatment: "side effects of methotrexate in arthritis".
    const [first] = namedIn(topics, part).filter(({ isSubject }) => isSubject);
    return (text, head) => harms.test(text) && (!first || first.isIn(text) || first.isIn(head));
  },
  excludes: isStudyOfOpinions,
};

/** Questions whether two treatments, or a treatment and a food, go together. */
const interactionForm: FindingForm = {
  asked:
    /\binteract(?:s|ions?)?\b(?=[^?]{0,60}\b(?:with|between|drugs?|food|alcohol|medicines?)\b|\W{0,3}$)|\b(?:safe|ok|okay|can|could|should)\b[^?]{0,60}\btak(?:e|en|ing)\b[^?]{0,60}\b(?:together|at the same time)\b|相互作用|(?:能|可以|可否)[^，。？?]{0,6}(?:一起|同时)[吃服用喝]|(?:一起|同时)(?:吃|服用|服|用|喝)/i,
  given(part, topics) {
    const asked = namedIn(topics, part).slice(0, 2);
    return (text, head) =>
      combines.test(text) && asked.every((topic) => topic.isIn(text) || topic.isIn(head));
  },
};

/** Matches whom something is for. */
const eligible =
  /\brecommend\w{0,7}|\bshould\b|\beligib\w{2,6}|\bcandidates?\b|\bindicat(?:ed|ions?)\b|\bhigh[- ]risk\b|\bcriteria\b|\bat (?:high |increased |average |low )?risk\b|\bwarrant\w{0,3}|\bjustif\w{2,5}|\boffer(?:ed|ing)?\b|\bof limited value\b|\b(?:un)?necessary\b|\bappropriate\b|\bselect(?:ed|ion|ive)\b|推荐|建议|适应证|适应症|应当|高危|适合|适用/i;

/** Questions whom a test or treatment is for: "Who should get colonoscopy?" */
const eligibilityForm: FindingForm = {
  asked:
    /^\W{0,3}(?:who|which (?:patients|people|women|men|children|adults)) (?:should|needs?|must|ought to|qualif\w{2,3}|is eligible|are eligible|can)\b(?! (?:we|i|be (?:called|consulted)))|(?:什么|哪些|哪种|啥样的?|什么样的?)(?:人群?|患者|病人|人)[^，。？?]{0,3}(?:应该|应|需要|要|该|适合|必须|可以)|适合(?:什么|哪些|哪种|哪类)(?:样的)?(?:人|患者|病人|情况)/i,
  given(part, topics) {
    const asked = namedIn(topics, part);
    return (text, head) =>
      eligible.test(text) &&
      (asked.length === 0 || asked.some((topic) => topic.isIn(text) || topic.isIn(head)));
  },
  excludes: isNotOfPeople,
};

/** Kinds of findings on what something brings about or is brought about by, and on whom it is for. */
export const causeForms: readonly FindingForm[] = [causeForm, harmForm, interactionForm, eligibilityForm];
