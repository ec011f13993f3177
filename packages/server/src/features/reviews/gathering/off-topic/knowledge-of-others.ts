import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';

/** Topics on what people do and think about their subject. */
const asksKnowledge =
  /\b(?:knowledge|misconceptions?|beliefs?|attitudes?|awareness|perceptions?|perspectives?|views|opinions?|experiences?|surveys?|barriers|adherence|compliance|education|literacy|acceptance|acceptability|willingness|preferences?|communication|qualitative|care|caring|guidelines?|self-management|practices?|support|burden|famil\w+)\b|知晓|知识|认知|态度|观念|看法|意愿|依从|教育|体验|调查|护理|照[护顾]|指南|支持|负担|家[庭属]/i;

/** Titles of studies on what people know and think. */
const knowledgeTitle =
  /\b(?:knowledge|misconceptions?|beliefs?|attitudes?|awareness|perceptions?|perspectives?|views|opinions?)\b|知晓|认知度|态度|看法/i;

/** Topics on what people choose, and titles of studies on what they would: nothing follows from that for those who had it. */
const asksChoice = /\b(?:choices?|choos\w+|decisions?|decid\w+|want|or|versus|vs)\b|选择|决策|还是/i;
const preferenceTitle =
  /\b(?:patients?|people|persons|wom[ae]n|men|parents|consumers?|public)['’]?\b[^:?]{0,60}\b(?:preferences?|prefer|want|willing(?:ness)?)\b|\b(?:preferences?|willingness) (?:of|among) (?:[\w-]{1,20} ){0,2}(?:patients?|people|wom[ae]n|men|parents)\b|(?:患者|病人)[^：？]{0,12}(?:偏好|意愿)/i;

/** People who are related to those with a disease. */
const relatives =
  '(?:husbands?|wives|spouses|relatives|family members|carers|care-?givers|married men|mothers-in-law)';
/** People who treat them. */
const others = `(?:physicians?|doctors?|clinicians?|surgeons?|general practitioners?|GPs|family practitioners?|cardiologists?|oncologists?|psychiatrists?|gyn(?:a)?ecologists?|paediatricians?|pediatricians?|pharmacists?|midwives|medical students|health ?care (?:workers|providers|professionals)|${relatives})`;
/** Sentences that count relatives as those who were asked: a survey of physicians may be on the patients. */
const counted = new RegExp(
  String.raw`\b(?:\d[\d,]{0,6}|sample of|interview(?:s|ed)?(?: with| of)?|focus groups?(?: with| of)?) (?:[a-z-]{2,20} ){0,4}${relatives}\b`,
  'i',
);
const isAsked =
  /\b(?:interview(?:s|ed)?|focus groups?|qualitative|attitudes?|knowledge|awareness|beliefs?|perceptions?|perspectives)\b|访谈|知晓|态度/i;
const isFollowed = /\b(?:cohort|follow(?:ed)?[- ]?up|person-years|randomi[sz]ed|hazard ratio)\b|队列|随访/i;

/** Titles on what people know of their own state. */
const ofThemselves = /\b(?:patients|survivors|people|adults|students|users|smokers)\b(?!['’])|患者|病人/i;

/**
 * Creates a test whether a record is on what those around the people with a disease know or think of it, such as their
 * physicians or husbands, where the topic does not ask for that.
 */
export function isKnowledgeSurvey(topic: string): (article: Article) => boolean {
  const named = new RegExp(String.raw`\b${others}\b|医[生师]|家属|配偶|丈夫|照[护顾]者`, 'i');
  if (asksKnowledge.test(topic) || named.test(topic)) return () => false;
  return (article) => {
    const title = `${article.title} ${article.vernacularTitle ?? ''}`;
    if (!asksChoice.test(topic) && preferenceTitle.test(title)) return true;
    if (knowledgeTitle.test(title) && (ofThemselves.test(title) || named.test(title)))
      return !ofThemselves.test(title);
    const text = abstractText(article);
    return (
      isAsked.test(text) &&
      !isFollowed.test(text) &&
      splitSentences(text).some(({ text: sentence }) => counted.test(sentence))
    );
  };
}
