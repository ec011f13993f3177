import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { between, markSubjects, subjectMark } from './subject-names/subject-marks.ts';

/** Topics on people who already have a disease: their prognosis and treatment. */
const ofThoseAffected =
  /\bprognos\w*|\boutcomes?\b|\bsurvival\b|\brecovery\b|\brehabilitation\b|\bcomplications?\b|\b(?:treatments?|treating|therap(?:y|ies)|management|care)\b|\b(?:after|following)\b|预后|转归|结局|生存|康复|并发症|治疗|疗法|管理|护理|后(?:的|发生|患者|死亡|生存|复发|并发)/i;
/** Topics on what causes or prevents a disease. */
const ofOthers =
  /\brisks?\b|\bcauses?\b|\bincidence\b|\bprevent\w*|\bprophyla\w+|\bprevalence\b|\bscreening\b|\bvaccin\w+|危险|风险|病因|预防|发病|患病|筛查/i;

const people =
  '(?:patients?|people|those|adults|individuals|children|infants|neonates|newborns|subjects|persons|participants|wom[ae]n|men|survivors|cases|cohort|trials?)';
/** Other endpoints that a study counts in addition to the disease. */
const ends =
  '(?:deaths?|mortality|strokes?|infarctions?|revasculari[sz]ations?|ha?emorrhages?|bleeding|angina|heart failure|hospitali[sz]ations?|thrombos[ie]s|embolism|arrest)';

/** People around those who are affected, in a title that is on them. */
const around =
  '(?:caregivers?|carers?|relatives|spouses|companions|family members|families|parents|staff|nurses|physicians|照顾者|照护者|家属)';
const ofThoseAround = new RegExp(
  String.raw`\b${around} (?:of|for|caring for) ${between}${subjectMark}|${subjectMark} (?:patients?['’]?s? )?${around}\b|${subjectMark}(?:患者)?的?${around}`,
  'i',
);

/** Matches mentions of people who have the subject, which stay. */
const asTheirs = new RegExp(
  String.raw`\b${people} (?:who (?:are|were|had|have)|with|after|following|having|suffering from|hospitali[sz]ed (?:with|for)|admitted (?:with|for)|treated for|undergoing) ${between}${subjectMark}` +
    String.raw`|\b(?:treatments?|management|therap(?:y|ies)|diagnosis|prognosis|outcomes?|survival|surgery|repair)\b(?:,? [\w-]{1,20}){0,3} (?:of|for|in) ${between}${subjectMark}` +
    String.raw`|${subjectMark} ${people}\b|\b(?:after|following|post-?) ?${between}${subjectMark}`,
  'gi',
);
/** Placeholder for such a mention. */
const theirs = '¶';

/**
 * Mentions of the subject as something that befalls people without it, as one of several endpoints, or as part of a
 * name.
 */
const asEnd = [
  String.raw`\b(?:risks?|incidences?|rates?|odds|hazards?|likelihood|probability|chances?|occurrences?|development|onset|prevention|history|composites?|combination|reductions?|absence|freedom|prevalence|causes?|a?etiology|predictors?|determinants?|numbers?|needs?|requirements?|progression|initiation) (?:of|for|from|in|to) ${between}${subjectMark}`,
  String.raw`\b(?:prevent|develop|experienc(?:ed|es|ing)|suffer|predispos|predict|induc|trigger)\w* (?:with |to |from |an? )?${between}${subjectMark}`,
  String.raw`\b${ends}(?:,| or| and|, and|, or|/) ?${between}${subjectMark}`,
  String.raw`${subjectMark}(?:,| or| and|, and|, or|/) ?(?:[\w-]{1,30} ){0,3}${ends}`,
  String.raw`\b(?:non-?fatal|fatal|incident|new|first|first-ever|first-time|subsequent|definite) ${between}${subjectMark}`,
  String.raw`\b(?:without|no|free of|known|lower|higher|less|more|fewer|reduced|increased) ${between}${subjectMark}`,
  String.raw`${subjectMark}(?:-free| (?:risks?|incidence|rates?|events?|prevention|susceptib\w+|occur\w*|develop\w*|(?:was|were) (?:reduced|lower|less|more|higher))\b)`,
  String.raw`\b(?:associations?|relationships?|links?) between [^.;]{0,60}\b(?:and|or) ${between}${subjectMark}(?! (?:outcomes?|mortality|survival|severity|recovery|recurrence)\b)`,
  String.raw`\b(?:is|are|was|were) (?:[a-z]{1,20} )?associated with ${between}${subjectMark}(?! (?:outcomes?|mortality|survival|severity|recovery|recurrence)\b)`,
  String.raw`\boutcomes?\b[^.;()]{0,30}\([^.;()]{0,120}${subjectMark}`,
  String.raw`\b(?:deaths?|mortality|died|hospitali[sz]ations?) (?:from|due to) ${between}${subjectMark}`,
  // Consequences of the subject are what the study is about.
  String.raw`\b(?:secondary to|due to|caused by|attributable to|because of) ${between}${subjectMark}`,
  // What a disease depends on, or one of several causes of deaths.
  String.raw`\b(?:its|their) (?:associations?|relation(?:ship)?s?) (?:with|to) (?:[\w-]{1,20},? (?:and )?){0,4}${subjectMark}`,
  String.raw`\bcauses? of (?:[a-z]{3,12} )?deaths?\b[^.;]{0,80}${subjectMark}`,
  // People before an operation have no outcome of it.
  String.raw`${subjectMark} candidates?\b|\b(?:candidates? for|seeking(?! and undergoing)|awaiting|(?<!\bneo-?adjuvant [^.;]{0,60})(?:before|prior to)) ${between}${subjectMark}`,
  // "Deleted in liver cancer 1" is the name of a gene.
  String.raw`\b(?:deleted|downregulated|upregulated|overexpressed|lost|absent|mutated|candidate) in ${between}${subjectMark}(?:[- ]\d{1,2}\b)?`,
  String.raw`${subjectMark}[- ]\d{1,2}(?= ?\()`,
  // "Thrombolysis in Myocardial Infarction 38" is the name of a trial.
  String.raw`${subjectMark} (?:\d{1,3}\b|Study\b|Trial\b|Registry\b)`,
  String.raw`(?:风险|发生率|发病率|预防|发生|诱发)[^。；，]{0,8}${subjectMark}|${subjectMark}[^。；，]{0,4}(?:风险|发生|发病|事件)`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** Mentions of the subject as a comorbidity. */
const asComorbidity = new RegExp(
  String.raw`\b(?:comorbid|pre-?existing|concomitant|co-?existing|concurrent) ${between}${subjectMark}`,
  'i',
);
/** Number of such sentences that make the other disease the subject of the record. */
const comorbidMin = 2;

/** Number of sentences up to which the first one of an abstract is more than background. */
const shortMax = 3;

/**
 * Creates a test whether a record studied people who have the topic's subject, or were treated with it, if the topic
 * asks for their prognosis or treatment: a study in which the disease is only an endpoint or a comorbidity cannot
 * answer that. Of several subjects, those by which the topic names people count, who have them. Every record passes if the topic asks for
 * something else.
 */
export function studiesAffectedPeople({
  text,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => boolean {
  const isAsked = subjects.length === 1 && asksAboutAffectedPeople(text) ? () => true : isHad(text);
  const asked = subjects.filter(isAsked);
  const mark = markSubjects(asked);
  if (!mark) return () => true;
  return (article) => {
    const read = mark(article);
    const sentences = splitSentences(abstractText(article)).map(({ text: sentence }) => read(sentence));
    const titles = [article.title, article.vernacularTitle ?? '', ...article.keywords].map(read);
    // A name used only for searching says nothing about its part.
    if (![...titles, ...sentences].some((part) => part.includes(subjectMark))) return true;
    if (sentences.filter((sentence) => asComorbidity.test(sentence)).length >= comorbidMin) return false;
    if (ofThoseAround.test(titles[0] ?? '') && !new RegExp(around, 'i').test(text)) return false;
    // A title on the risk of the subject means that participants did not have it, whatever the comparison group.
    if (titles[0]?.includes(subjectMark) && !isOfThem(titles[0])) return false;
    const [first = ''] = sentences;
    const body = sentences.length > shortMax && !statesAim(first) ? sentences.slice(1) : sentences;
    return [...titles, ...body].some(isOfThem);
  };
}

/** Names those of a topic who have something: "in women with diabetes", 糖尿病患者. */
const thoseWith = new RegExp(
  String.raw`\b(?:in|among) (?:[\w-]{1,20} )?${people} with ((?:(?!(?:treated|given|taking|receiving|undergoing|on|who|after)\b)[\w-]{1,30} ?){1,6})`,
  'i',
);
/** Matches them with the word for patients, which may be part of the name: 糖尿病患者. */
const thoseWithHan = /([^，。；与和及、在对]{2,20}(?:患者|病人|感染者))/;

/** Creates a test whether a topic names people by a subject, who have it before anything is studied in them. */
function isHad(topic: string): (subject: Subject) => boolean {
  const [, had = ''] = thoseWith.exec(topic) ?? thoseWithHan.exec(topic) ?? [];
  return ({ wordings }) => wordings.some((wording) => had.toLowerCase().includes(wording.toLowerCase()));
}

/** Returns true if the topic asks for the prognosis or treatment of those who have its subject. */
export function asksAboutAffectedPeople(topic: string): boolean {
  return ofThoseAffected.test(topic) && !ofOthers.test(topic);
}

/** Returns true if a text with marked subjects speaks of people who have them, or of the subjects themselves, and not only of an endpoint. */
function isOfThem(text: string): boolean {
  if (!text.includes(subjectMark)) return false;
  const kept = text.replace(asTheirs, theirs);
  if (kept.includes(theirs)) return true;
  return asEnd.reduce((rest, pattern) => rest.replace(pattern, ''), kept).includes(subjectMark);
}
