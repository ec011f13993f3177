import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { medicalTerms } from '../literature/query/medical-term.ts';
import { isGenericConcept } from '../literature/query/outcome-terms.ts';
import { planQuery, type QuestionInput } from '../literature/query/plan-query.ts';

/**
 * Converts a question to a query by rules alone, including the content of an attached image. A question without a subject of its own
 * ("Does this trial agree with the literature?", "Is the treatment appropriate?", 总结附件) is about the beginning of its attachment.
 */
export function planQuestion({
  imageDescription,
  fileContent,
  ...question
}: QuestionInput & {
  imageDescription?: string | undefined;
  fileContent?: string | undefined;
}): SearchQuery {
  const topic =
    fileContent && !hasSubject(question) ? topicOfAttachment(question.question, fileContent) : undefined;
  const asked = topic ? [...topic.subjects, ...topic.others].join('\n') : question.question;
  const text = imageDescription ? withImage(asked, imageDescription) : asked;
  const query = planQuery({ ...question, question: text });
  if (!topic) return query;
  // A relevant paper is on the subjects of the title, but need not mention what else was measured.
  const demanded =
    planQuery({ ...question, history: [], question: topic.subjects.join('\n') }).subjects ?? [];
  return { ...query, subjects: demanded, isOfAttachment: true };
}

/** Returns true if a question names a subject by itself, without what was said before. */
function hasSubject(question: QuestionInput): boolean {
  return (planQuery({ ...question, history: [] }).subjects ?? []).length > 0;
}

/** Characters read from an attachment, enough for its title and the beginning of its abstract. */
const attachmentRead = 2_000;
/** Maximum number of subjects of a title that are demanded, and of all terms searched for. */
const titleSubjectsMax = 3;
const attachmentTermsMax = 4;

/** Words about how any study is made, which are no topic of one. */
const isMethod =
  /^(?:placebos?|[a-z]{3,12}-controlled(?: trials?| stud(?:y|ies))?|(?:non-?)?randomi[sz](?:ed|ation)(?: .*)?|(?:double|single)[- ]blind(?:ed)?|blinded|open[- ]label|(?:clinical |controlled )*trials?|controls?|groups?|cohorts?|baseline|follow[- ]?up|background|methods?|results?|conclusions?|patients?|adults?|treatment|therapy|meta-?analys[ei]s|systematic reviews?|95% ci|p values?|confidence intervals?|hazard ratios?|odds ratios?|安慰剂|随机.*|双盲|单盲|对照.*|治疗|试验|患者|队列|方法|结果|结论|目的|背景|荟萃分析|系统评价|研究)$/i;

/** Position, in characters, from which a first line without a full stop is no longer a title. */
const titleLengthMax = 300;

/**
 * Returns the topic of an attachment for a question that names none: the subjects of its title, and the outcomes in the question or else
 * what its text measures most; without subjects in a title, its most frequent one. Undefined if there are none.
 */
function topicOfAttachment(
  question: string,
  fileContent: string,
): { subjects: string[]; others: string[] } | undefined {
  const beginning = fileContent.slice(0, attachmentRead);
  const terms = termsOf(beginning);
  const text = beginning.toLowerCase();
  const frequency = (term: string) => text.split(term.toLowerCase()).length - 1;
  const measured = splitSentences(beginning).filter(({ text: sentence }) => isResult.test(sentence));
  const isMeasured = (term: string) => measured.some(({ text: sentence }) => sentence.includes(term));
  const byFrequency = terms.toSorted((one, other) => frequency(other) - frequency(one));
  const ofTitle = titleOf(beginning);
  const subjects = (ofTitle.length > 0 ? ofTitle : byFrequency.slice(0, 1)).slice(0, titleSubjectsMax);
  if (subjects.length === 0) return undefined;
  const others = byFrequency
    .filter((term) => !subjects.some((subject) => isPart(subject, term) || isPart(term, subject)))
    .filter((term) => frequency(term) > 1 || isMeasured(term));
  return {
    subjects,
    others: [...termsOf(question).filter((term) => isGenericConcept([term])), ...others].slice(
      0,
      attachmentTermsMax - subjects.length,
    ),
  };
}

const isPart = (whole: string, part: string) => whole.toLowerCase().includes(part.toLowerCase());

/** Matches sentences that report a result: what a study measured. */
const isResult =
  /\d ?%|\bP ?[<=>]|\b(?:reduc|lower|increas|improv|decreas|rais)(?:e[sd]?|ed|s|ing)?\b|\bfell\b|\brose\b|降低|升高|减少|增加|改善|下降|上升/i;

/** Returns the terms of the first line or sentence that names any. */
function titleOf(beginning: string): string[] {
  for (const line of beginning.split(/\n+/)) {
    const [sentence] = splitSentences(line.slice(0, titleLengthMax));
    const terms = sentence ? termsOf(sentence.text) : [];
    if (terms.length > 0) return terms;
  }
  return [];
}

/** Returns the medical terms of a text as written, each once. */
function termsOf(text: string): string[] {
  const terms = medicalTerms(text).filter((term) => !isMethod.test(term));
  return [...new Map(terms.toReversed().map((term) => [term.toLowerCase(), term])).values()].toReversed();
}

/** Maximum number of findings in an image to search for; no paper is about more. */
const imageTermsMax = 4;

/** Adds the medical content of an image to a question; "a photograph of a report" is not a topic. */
function withImage(question: string, imageDescription: string): string {
  const own = new Set(medicalTerms(question).map((term) => term.toLowerCase()));
  const seen = splitSentences(imageDescription).filter(({ text }) => !isNotSeen.test(text));
  const terms = seen.flatMap(({ text }) => medicalTerms(text)).filter((term) => !own.has(term.toLowerCase()));
  return [question, ...[...new Set(terms)].slice(0, imageTermsMax)].join('\n');
}

/** Words for illegible or absent findings, which are not searched for. */
const isNotSeen =
  /\b(?:cannot|can't|could not|no(?:ne)?|not|without|absent|unclear|illegible|normal)\b|无法|不能|看不清|不清|未见|没有|未显示|正常/i;
