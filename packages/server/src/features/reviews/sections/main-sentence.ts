import type { Article } from '@citewell/core/records/article.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Facet } from '../../../literature/ranking/facets.ts';
import { countFaults, describesSample } from '../../../literature/ranking/sentences/lead-sentence.ts';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { namesOutcome } from '../gathering/topic-outcomes.ts';
import { readBoundEffects } from '../studies/bound-effects.ts';
import {
  addsSideFinding,
  advises,
  colophon,
  conclusionsIn,
  isAnnouncement,
  isGap,
  isHope,
  mostOfTitle,
  previousResultReference,
  previousSentenceReference,
  shareOfTitle,
  statesAimOrMethod,
  statesOwnFinding,
} from './conclusions.ts';
import { isOutlook } from './no-finding.ts';

type Sentence = ReturnType<typeof labeledSentences>[number];

/** Refers to people or items in a sentence before it: “Diets may be important to these individuals.” */
const pointsAtOthers =
  /\b(?:these|those|such) (?:people|individuals|patients|persons|women|men|children|subjects|participants|cases|groups|settings|populations)\b|这些(?:患者|人群|个体|病例)/i;
/** Recalls what was done, and not what was found. */
const recalls =
  /^(?:[A-Z]{4,20}:? )?(?:(?:here|in this study|in summary),? )?we (?:have )?(?:developed|verified|validated|performed|used|examined|investigated|studied|analy[sz]ed|reviewed|evaluated|established)\b(?!.*\b(?:that|find|found|showed?|demonstrat\w+|associat\w+|reduc\w+|increas\w+|improv\w+)\b)/i;
/** Share of the words of a title that is a question which a sentence has that answers it. */
const answersMin = 0.5;
/** Share of a title by which a sentence must be closer to it than the first one. */
const closerMin = 0.2;
/** Share that is enough where the first one repeats nothing of it. */
const someOfTitle = 0.3;

/** Words of people alone are of the population, whatever was found in it. */
const ofPeople = new Set(
  indexTerms(
    'patients children child infants adolescents elderly aged older people adults women men seniors persons individuals',
  ),
);

/** Names the risk that it advises to consider. */
const statesRisk =
  /\b(?:increased|reduced|higher|lower) (?:risks?|mortality)\b|\b(?:was|were|is|are) (?:[a-z]{1,15} )?associated with\b|与[^，。；]{1,30}相关/i;

/** Counts the parts of a topic, except its population, that a text names, in whatever language the topic was written. */
function partsHeld(text: string, facets: readonly Pick<Facet, 'wordings'>[]): number {
  const terms = new Set(indexTerms(text));
  return facets.filter(
    ({ wordings }) =>
      !wordings.some((wording) => wording.length > 0 && wording.every((term) => ofPeople.has(term))) &&
      wordings.some((wording) => wording.every((term) => terms.has(term))),
  ).length;
}

/**
 * Chooses the sentence with which a paper concludes on a topic: the one that answers the question of its title, else the first one that
 * names a part of the topic and says what was found.
 */
export function mainConclusion<Own extends Pick<Sentence, 'text' | 'label'>>(
  concluding: readonly Own[],
  title: string,
  facets: readonly Pick<Facet, 'wordings'>[],
): Own | undefined {
  const asked = /[?？]\s*$/.test(title) ? [...new Set(indexTerms(title))] : [];
  const answers = concluding.map(({ text }) => {
    const terms = new Set(indexTerms(text));
    return asked.filter((term) => terms.has(term)).length;
  });
  const most = Math.max(0, ...answers);
  if (most > 0 && most >= answersMin * asked.length) return concluding[answers.indexOf(most)];
  const independent = concluding.filter(
    ({ text }) =>
      !previousSentenceReference.test(text) && !previousResultReference.test(text) && !recalls.test(text),
  );
  const whole = independent.length > 0 ? independent : concluding;
  const titled = new Set(indexTerms(title).filter((term) => !isGenericTerm(term)));
  const onTopic = whole.filter(({ text }) => partsHeld(text, facets) > 0);
  const own = onTopic.length > 0 ? onTopic : whole;
  const isFinding = (sentence: Own) =>
    !pointsAtOthers.test(sentence.text) &&
    (!advises.test(sentence.text) || statesRisk.test(sentence.text)) &&
    statesOwnFinding(sentence);
  // What answers do not quote, a review does not either while there is another: methods, searches, arms without a name.
  const first =
    whole.find((sentence) => isFinding(sentence) && countFaults(sentence.text) === 0) ??
    whole.find(isFinding);
  // If a later sentence repeats more of what the title says was studied, that one is the answer, and the first is a
  // side finding.
  const closeness = ({ text }: Own) => shareOfTitle(text, title);
  const [closest] = whole
    .filter((sentence) => isFinding(sentence) && !addsSideFinding.test(sentence.text))
    .toSorted((one, other) => closeness(other) - closeness(one));
  const least =
    first && closeness(first) > 0 ? Math.max(mostOfTitle, closeness(first) + closerMin) : someOfTitle;
  if (closest && closeness(closest) >= least) return closest;
  // The first statement of a paper on the subject of its title is its conclusion; the following ones are side findings.
  if (first && indexTerms(first.text).some((term) => titled.has(term))) return first;
  return (
    own.find(isFinding) ??
    whole.find(isFinding) ??
    own.find((sentence) => !pointsAtOthers.test(sentence.text) && statesOwnFinding(sentence)) ??
    own.find(({ text }) => !pointsAtOthers.test(text)) ??
    own[0]
  );
}

/** Returns true if a conclusion says only what should be done, or what may come of the study. */
export function isOnlyAdvice(text: string): boolean {
  return isOutlook(text) || (advises.test(text) && !statesRisk.test(text));
}

/** Number of sentences at the end of an abstract without labels that conclude. */
const closingSentences = 4;

/**
 * Returns the sentence at the end of an abstract without labels that states a finding on every part of a topic of several, where those
 * that conclude are on fewer: "The association between BMI and breast cancer varies by age", before what follows for prevention.
 */
export function closingOnTopic(
  sentences: readonly Sentence[],
  concluding: readonly Sentence[],
  title: string,
  facets: readonly Pick<Facet, 'wordings'>[],
): Sentence | undefined {
  const chosen = mainConclusion(concluding, title, facets);
  const most = facets.filter(
    ({ wordings }) =>
      !wordings.some((wording) => wording.length > 0 && wording.every((term) => ofPeople.has(term))),
  ).length;
  if (!chosen || chosen.label !== undefined || most < 2 || partsHeld(chosen.text, facets) === most)
    return undefined;
  return sentences
    .slice(-closingSentences)
    .find(
      (sentence) =>
        sentence.label === undefined &&
        partsHeld(sentence.text, facets) === most &&
        statesOwnFinding(sentence) &&
        !previousSentenceReference.test(sentence.text) &&
        !previousResultReference.test(sentence.text) &&
        !addsSideFinding.test(sentence.text) &&
        !hasFigures.test(sentence.text),
    );
}

/** Figures of a result, which a conclusion leaves out. */
const hasFigures = /\d[.·]\d|\d ?%|\b[Pp] ?[=<>]/;

/** Begins with what happened to the control group alone. */
const ofControls = /^[^.;]{0,40}\b(?:in|among|for) the (?:control|placebo|comparison) (?:arm|group)\b/i;
const ofWhole = /\b(?:overall|primary (?:outcome|end ?point)|in total|main finding)\b|总体|主要结局/i;

/** Analyses that take other variables into account. */
const isAdjusted = /\bmulti-?varia(?:te|ble)\b|多因素/i;

/** Words with which the next sentence says the same of another part, or the reverse. */
const turns =
  /^(?:also|however|in contrast|by contrast|conversely|but|whereas|on the other hand|similarly)\b/i;

/** Secondary analyses. */
const isFurther =
  /\b(?:sensitivity|sub-?group|secondary|post ?hoc|exploratory|uni-?variate|unadjusted|crude) (?:[a-z]+ )?analys[ie]s\b|单因素/i;
/** Says in the authors' name what they found: "Here we show that". */
const weShow =
  /\bwe (?:(?:here|now|also|further) )?(?:show|find|found|demonstrate|report|conclude|establish|reveal|showed|demonstrated|reported) (?:here )?that\b/i;
/** Says what most of those studied had or were, and compares nothing. */
const isDistribution =
  /^(?:the (?:vast )?majority|most) (?:of (?:the |these )?)?(?:[\w-]{1,20} ){0,2}(?:patients|participants|women|men|children|infants|subjects|cases|people|respondents) (?:had|were|was|received|underwent)\b(?![^.]*\b(?:than|versus|vs|compared|p ?[<=]))/i;
/** Speaks of a result that another sentence gives. */
const repeats =
  /\bthese (?:associations?|differences?|effects?|changes|relationships?|trends?)\b|这些(?:关联|差异|效应)/i;

/** Says what would have to change for another result, or gives the formula of a model, and states no finding. */
const supposes =
  /\bwould (?:then |still |also )?(?:require|need|be|have|result|lead)\b|\b(?:equations?|formulas?|formulae)\b|\bY ?= ?-?\d|(?:回归)?方程|公式/i;
/** Begins with what only the sentence before it names. */
const refersBack = /^(?:their|its|they|it|the (?:first|second|third|former|latter|other|remaining))\b/i;

/**
 * Chooses the result that represents a paper without a conclusion: of those after its aims and methods the one that
 * names most of the topic, with an effect before one without, the first of equals. `outcomes`: list names of the topic's outcomes.
 */
export function mainResult(
  sentences: readonly Sentence[],
  facets: readonly (Pick<Facet, 'wordings'> & Partial<Facet>)[],
  title = '',
  outcomes: readonly string[] = [],
): Sentence | undefined {
  const opening = sentences.findLastIndex(
    (sentence, at) =>
      at < sentences.length - 1 && at < (2 * sentences.length) / 3 && statesAimOrMethod(sentence),
  );
  const stated = sentences.filter((sentence, at) => at > Math.max(0, opening) && statesOwnFinding(sentence));
  // If the aim comes last, everything before it was known, but for what the authors say that they show.
  const isKnown = opening < 0 && sentences.some((sentence, at) => at > 0 && isAnnouncement(sentence));
  const found = isKnown ? stated.filter(({ text }) => weShow.test(text)) : stated;
  // Of a paper on many things the result is one on the topic.
  const subjects = facets.filter(({ generic }) => !generic);
  const named = found.filter(({ text }) => partsHeld(text, subjects) > 0);
  const own = named.length > 0 ? named : found;
  const scoreOf = ({ text }: Sentence) =>
    2 * partsHeld(text, facets) +
    2 * outcomes.filter((outcome) => namesOutcome(text, outcome)).length +
    (weShow.test(text) ? 2 : 0) +
    (readBoundEffects(text).length > 0 ? 1 : 0) +
    (/\d ?%|\d[.·]\d|\bp ?[<=>]/i.test(text) ? 1 : 0) +
    (ofWhole.test(text) || isAdjusted.test(text) ? 1 : 0) +
    (shareOfTitle(text, title) >= mostOfTitle ? 1 : 0) -
    (refersBack.test(text) || previousResultReference.test(text) ? 1 : 0) -
    (supposes.test(text) ? 3 : 0) -
    (turns.test(text) || repeats.test(text) || isFurther.test(text) ? 2 : 0) -
    (isDistribution.test(text) ? 2 : 0) -
    (describesSample.test(text) && readBoundEffects(text).length === 0 ? 2 : 0) -
    (countFaults(text) > 0 ? 1 : 0) -
    (ofControls.test(text) ? 3 : 0);
  if (own.length === 0) return undefined;
  const best = Math.max(...own.map(scoreOf));
  return own.find((sentence) => scoreOf(sentence) === best);
}

/** Words for a part of those studied. */
const ofPart =
  /\bstage [\dIV]|\b(?:in|among) (?:men|women|boys|girls|males|females|smokers|older|younger)\b|\bsub-?group/i;
/** Returns the sentence after a subgroup's result that gives the result of the other subgroup. */
export function complementaryResult(
  result: Pick<Sentence, 'text' | 'start'>,
  article: Article,
): Sentence | undefined {
  const sentences = labeledSentences(article);
  const next = sentences[sentences.findIndex(({ start }) => start === result.start) + 1];
  return next && ofPart.test(result.text) && ofPart.test(next.text) && turns.test(next.text)
    ? next
    : undefined;
}

/** Begins with the reverse of what was said, or with another part of those studied. */
const turnsTo =
  /^(?:however|but|yet|nevertheless|in contrast|by contrast|conversely|whereas|on the other hand)\b|^(?:in|among|for) (?:those|patients|participants|people|women|men|children|adults|individuals|subjects)\b|^(?:但|然而|相反|而在)/i;
/** Names the part of the participants to which it applies. */
const forThose =
  /\b(?:in|among|for) (?:the )?(?:[\w-]{1,20} )?(?:those|patients|participants|people|women|men|children|adults|individuals|subjects) (?:with|without|who|aged|younger|older|receiving)\b|(?:对于|在)[^，。；]{1,20}(?:者|患者|人群)中/i;

/** Begins with the reverse of the sentence before it. */
const reverses = /^(?:however|but|yet|nevertheless|in contrast|by contrast|conversely)\b|^(?:但|然而|相反)/i;
/** Denies something. */
const denies = /\b(?:not|no|nor|fail\w*|without|neither|only)\b|未|不|无|没有|仅/i;

/** Returns true for a sentence that takes back what a conclusion before it says, and is no wish for research. */
function takesBack({ text }: Sentence): boolean {
  return reverses.test(text) && denies.test(text) && !isGap(text) && !isHope(text) && !colophon.test(text);
}

/** Returns the sentence before one that begins with a result which only that sentence names. */
export function antecedentOf(
  { text, start: at }: Pick<Sentence, 'text' | 'start'>,
  article: Article,
): Sentence | undefined {
  if (!previousResultReference.test(text)) return undefined;
  const sentences = labeledSentences(article);
  const before = sentences[sentences.findIndex(({ start, end }) => start <= at && at < end) - 1];
  const length = before ? (inlineLabel(before.text)?.length ?? 0) : 0;
  return before && { ...before, text: before.text.slice(length), start: before.start + length };
}

/** Returns the sentence without which a conclusion would mislead: its reverse, or the conclusion for other people. */
export function qualifyingConclusion(
  conclusion: Pick<Sentence, 'text' | 'start'>,
  article: Article,
): Sentence | undefined {
  const sentences = labeledSentences(article);
  const at = sentences.findIndex(({ start, end }) => start <= conclusion.start && conclusion.start < end);
  const concluding = new Set(conclusionsIn(sentences, article.title).map(({ start }) => start));
  const [before, next] = [sentences[at - 1], sentences[at + 1]].map((sentence) =>
    sentence && at >= 0 && concluding.has(sentence.start) ? sentence : undefined,
  );
  const following = sentences[at + 1];
  const takenBack = at >= 0 && following && takesBack(following) ? following : undefined;
  const isAboutOthers = ({ text }: Sentence) => forThose.test(text) && forThose.test(conclusion.text);
  const half =
    takenBack ??
    (next && (turnsTo.test(next.text) || isAboutOthers(next)) ? next : undefined) ??
    (before && (turnsTo.test(conclusion.text) || isAboutOthers(before)) ? before : undefined);
  const length = half ? (inlineLabel(half.text)?.length ?? 0) : 0;
  return half && { ...half, text: half.text.slice(length), start: half.start + length };
}
