import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { between, markSubjects, subjectMark } from './subject-marks.ts';

/** Topics on those who have a disease already: what becomes of them, and what is done for them. */
const ofThoseAffected =
  /\bprognos\w*|\boutcomes?\b|\bsurvival\b|\brecovery\b|\brehabilitation\b|\bcomplications?\b|\b(?:treatments?|treating|therap(?:y|ies)|management|care)\b|\b(?:after|following)\b|预后|转归|结局|生存|康复|并发症|治疗|疗法|管理|护理|后(?:的|发生|患者)/i;
/** Topics on what brings a disease about, or keeps it away. */
const ofOthers =
  /\brisks?\b|\bcauses?\b|\bincidence\b|\bprevent\w*|\bprophyla\w+|\bprevalence\b|\bscreening\b|\bvaccin\w+|危险|风险|病因|预防|发病|患病|筛查/i;

const people =
  '(?:patients?|people|those|adults|individuals|children|infants|neonates|newborns|subjects|persons|participants|wom[ae]n|men|survivors|cases|cohort|trials?)';
/** Other ends that a study counts beside the disease. */
const ends =
  '(?:deaths?|mortality|strokes?|infarctions?|revasculari[sz]ations?|ha?emorrhages?|bleeding|angina|heart failure|hospitali[sz]ations?|thrombos[ie]s|embolism|arrest)';

/** Mentions of people who have the subject, which stay. */
const asTheirs = new RegExp(
  String.raw`\b${people} (?:who (?:are|were|had|have)|with|after|following|having|suffering from|hospitali[sz]ed (?:with|for)|admitted (?:with|for)|treated for|undergoing) ${between}${subjectMark}` +
    String.raw`|\b(?:treatments?|management|therap(?:y|ies)|diagnosis|prognosis|outcomes?|survival|surgery|repair)\b(?:,? [\w-]{1,20}){0,3} (?:of|for|in) ${between}${subjectMark}` +
    String.raw`|${subjectMark} ${people}\b|\b(?:after|following|post-?) ?${between}${subjectMark}`,
  'gi',
);
/** Stands for such a mention. */
const theirs = '¶';

/** Mentions of the subject as what befalls people who do not have it, as one of several ends, or as a part of a name. */
const asEnd = [
  String.raw`\b(?:risks?|incidences?|rates?|odds|hazards?|likelihood|probability|chances?|occurrences?|development|onset|prevention|history|composites?|combination|reductions?|absence|freedom|prevalence|causes?|a?etiology|predictors?|determinants?|numbers?) (?:of|for|from|in) ${between}${subjectMark}`,
  String.raw`\b(?:prevent|develop|experienc|suffer|predispos|predict|induc|trigger)\w* (?:with |to |from |an? )?${between}${subjectMark}`,
  String.raw`\b${ends}(?:,| or| and|, and|, or|/) ?${between}${subjectMark}`,
  String.raw`${subjectMark}(?:,| or| and|, and|, or|/) ?(?:[\w-]{1,30} ){0,3}${ends}`,
  String.raw`\b(?:non-?fatal|fatal|incident|new|first|first-ever|first-time|subsequent|definite) ${between}${subjectMark}`,
  String.raw`\b(?:without|no|free of|known|lower|higher|less|more|fewer|reduced|increased) ${between}${subjectMark}`,
  String.raw`${subjectMark}(?:-free| (?:risks?|incidence|rates?|events?|prevention|susceptib\w+|occur\w*|develop\w*|(?:was|were) (?:reduced|lower|less|more|higher))\b)`,
  String.raw`\b(?:associations?|relationships?|links?) between [^.;]{0,60}\b(?:and|or) ${between}${subjectMark}(?! (?:outcomes?|mortality|survival|severity|recovery|recurrence)\b)`,
  // What it brings about is what the study is of.
  String.raw`\b(?:secondary to|due to|caused by|attributable to|because of) ${between}${subjectMark}`,
  // "Deleted in liver cancer 1" is a gene's name.
  String.raw`\b(?:deleted|downregulated|upregulated|overexpressed|lost|absent|mutated|candidate) in ${between}${subjectMark}(?:[- ]\d{1,2}\b)?`,
  String.raw`${subjectMark}[- ]\d{1,2}(?= ?\()`,
  // "Thrombolysis in Myocardial Infarction 38" is a trial's name.
  String.raw`${subjectMark} (?:\d{1,3}\b|Study\b|Trial\b|Registry\b)`,
  String.raw`(?:风险|发生率|发病率|预防|发生|诱发)[^。；，]{0,8}${subjectMark}|${subjectMark}[^。；，]{0,4}(?:风险|发生|发病|事件)`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** Mentions of the subject as what people have beside another disease. */
const asComorbidity = new RegExp(
  String.raw`\b(?:comorbid|pre-?existing|concomitant|co-?existing|concurrent) ${between}${subjectMark}`,
  'i',
);
/** Sentences that say so, from which on the other disease is what the record is about. */
const comorbidMin = 2;

/** Sentences of an abstract up to which its first is no mere background. */
const shortMax = 3;

/**
 * Makes a test of whether a record studied those who have the topic's subject, or were treated with it, where the topic asks what
 * becomes of them or is done for them: a study in which the disease is only an end, or befalls those with another one, has
 * nothing to say on that. Every record passes where the topic asks for something else or has several subjects.
 */
export function onThoseAffected({
  text,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => boolean {
  const mark = subjects.length === 1 && asksForThoseAffected(text) ? markSubjects(subjects) : undefined;
  if (!mark) return () => true;
  return (article) => {
    const read = mark(article);
    const sentences = splitSentences(abstractText(article)).map(({ text: sentence }) => read(sentence));
    const titles = [article.title, article.vernacularTitle ?? '', ...article.keywords].map(read);
    // A name that only a search has for the subject tells nothing of its part.
    if (![...titles, ...sentences].some((part) => part.includes(subjectMark))) return true;
    if (sentences.filter((sentence) => asComorbidity.test(sentence)).length >= comorbidMin) return false;
    // Whose title is on the risk of it studied those who do not have it, whoever was taken for comparison.
    if (titles[0]?.includes(subjectMark) && !isOfThem(titles[0])) return false;
    const [first = ''] = sentences;
    const body = sentences.length > shortMax && !statesAim(first) ? sentences.slice(1) : sentences;
    return [...titles, ...body].some(isOfThem);
  };
}

/** True where the topic asks for what becomes of those who have its subject, or is done for them. */
export function asksForThoseAffected(topic: string): boolean {
  return ofThoseAffected.test(topic) && !ofOthers.test(topic);
}

function isOfThem(text: string): boolean {
  if (!text.includes(subjectMark)) return false;
  const kept = text.replace(asTheirs, theirs);
  if (kept.includes(theirs)) return true;
  return asEnd.reduce((rest, pattern) => rest.replace(pattern, ''), kept).includes(subjectMark);
}
