import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { mainOutcomeOf } from '../studies/main-outcome.ts';
import { aimsAndConclusions } from './own-question/aims-and-conclusions.ts';
import { subjectMark } from './subject-names/subject-marks.ts';

/** Tests of the subject of a part of a record, such as its title. */
export type AspectTest = {
  isOnAspect(part: string): boolean;
  isHoped?: true;
  otherAspectTitle?: RegExp;
  byHeading?: true;
  /** Indicates that it describes people, which two sentences anywhere do. */
  isOfPeople?: true;
  /** Returns true if the record must have asked for it: an outcome that only a conclusion mentions was not. */
  isAsked?: true;
};

/** Words of expected treatments and mere definitions. */
const hopes =
  /\b(?:may|might|could|will|would|potential\w*|novel|future|promising|eventual\w*|defined as)\b|可能|有望|潜在/i;

/** Number of sentences that must name an aspect which a record states only in its aim or only in its conclusion. */
const sentencesMin = 3;
/** Number of sentences that show of which people a record speaks. */
const describingMin = 2;

const randomised = /\brandom(?:i[sz]ed|ly)\b|随机/i;
/** Matches a comparison of groups with its test or interval. */
const isCompared = /\bp ?[<=>≤]|\b95 ?% ?(?:CI|confidence)/i;

/** Matches the part of a title that says in whose name it speaks. */
const statement =
  /: an? (?:[a-z]{2,20} ){0,3}(?:statement|advisory|guidelines?|recommendations?|report) (?:for|from|of|by)\b.*$/i;

/** Sentences by which people were assigned to treatments at random, and the other purposes of trials. */
const assigned = /\brandom(?:i[sz]ed|ly)\b|\bplacebo\b|\binterrupted trial\b|随机|安慰剂/i;
const ofOtherPurpose =
  /\b(?:prevent\w*|prophyla\w+|screening|diagnos\w+|vaccin\w+|at risk)\b|预防|筛查|诊断|疫苗/i;

/** Returns true for a trial whose title names the subject, in which those who have it were assigned to treatments. */
function assignsThem(
  headed: string,
  sentences: readonly string[],
  isOnAspect: (part: string) => boolean,
): boolean {
  return (
    headed.includes(subjectMark) &&
    !ofOtherPurpose.test(headed) &&
    sentences.some((text) => assigned.test(text) && isOnAspect(text) && text.match(affectedPeople) !== null)
  );
}
const affectedPeople = new RegExp(
  String.raw`\b(?:patients?|people|adults|children|participants?|subjects|individuals|persons?|wom[ae]n|men) (?:[\w-]{1,20} ){0,3}${subjectMark}|${subjectMark} (?:patients?|people|adults|participants?|subjects|individuals)\b|${subjectMark}(?:患者|病人)`,
  'i',
);

/** Words for people at risk: they describe participants, not risk factors. */
const thoseAtRisk =
  /\b(?:wom[ae]n|men|patients?|infants?|newborns?|neonates?|those|people|adults|individuals|children|adolescents?|youths?|students|workers|subjects|persons|participants|mothers|pregnan(?:t|cy|cies))(?: (?:who (?:are|were)|considered|deemed|judged|identified as))? at (?:(?:very )?high |low |higher |increased )?risk (?:of|for)/gi;

/**
 * Requires each aspect to be what a record asked: in its title or keywords, or in its aim and its conclusion. One of these suffices if the
 * record has no title, or if at least three of its sentences name an aspect that is not only hoped for.
 */
export function addressesEveryAspect(
  tests: readonly AspectTest[],
  marked?: (article: Article) => (text: string) => string,
): (article: Article) => boolean {
  return (article) => {
    if (tests.length === 0) return true;
    const { title, vernacularTitle = '', mesh, keywords } = article;
    const mark = marked?.(article) ?? ((text: string) => text);
    const read = (text: string) => mark(text).replace(thoseAtRisk, '');
    const headed = [title.replace(statement, ''), vernacularTitle, ...keywords].map(read).join('\n');
    const headings = mesh.join('\n');
    const sentences = splitSentences(abstractText(article)).map(({ text: sentence }) => read(sentence));
    const statements = aimsAndConclusions(article);
    const [aims, answers] = [statements.aims.map(read), statements.answers.map(read)];
    const mainOutcome = read(mainOutcomeOf(labeledSentences(article)));
    const isTrial = randomised.test(`${title} ${abstractText(article)}`);
    return tests.every(({ isOnAspect, isHoped, otherAspectTitle, byHeading, isOfPeople, isAsked }) => {
      if (otherAspectTitle?.test(mark(title))) return false;
      // A treatment in a title without the disease may be one of something else, unless an aim or conclusion names both.
      const isBoth = (text: string) => text.includes(subjectMark) && isOnAspect(text);
      const isOfOther =
        isHoped && marked && !headed.includes(subjectMark) && ![...aims, ...answers].some(isBoth);
      if ((isOnAspect(headed) && !isOfOther) || (byHeading && isOnAspect(headings))) return true;
      // Those who have the disease of its title were assigned to what a trial compares.
      if (isHoped && marked && assignsThem(headed, sentences, isOnAspect)) return true;
      // An aim next to the aspect is as good as a title next to it.
      const stated = sentences.find(statesAim);
      if (stated && otherAspectTitle?.test(stated)) return false;
      const isRelevant = (sentence: string) => isOnAspect(sentence) && !(isHoped && hopes.test(sentence));
      const relevant = sentences.filter(isRelevant);
      if (isOfPeople && relevant.length >= describingMin) return true;
      // So is what the methods call the main outcome.
      if (isAsked && isOnAspect(mainOutcome)) return true;
      // A trial reports its other outcomes between the aim and the conclusion.
      if (
        isAsked &&
        isTrial &&
        sentences.some((sentence) => isOnAspect(sentence) && isCompared.test(sentence))
      )
        return true;
      const isBound = !isHoped || !marked || relevant.some((sentence) => sentence.includes(subjectMark));
      if (!isBound) return false;
      // Side outcomes are reported between the aim and the conclusion.
      const isAim = aims.some(isRelevant);
      const isAnswer = answers.some(isRelevant);
      const isOften = title === '' || (!isHoped && relevant.length >= sentencesMin);
      if (isAim) return isOften || isAnswer;
      return isAnswer && isOften && !(isAsked && title !== '' && aims.length > 0);
    });
  };
}
