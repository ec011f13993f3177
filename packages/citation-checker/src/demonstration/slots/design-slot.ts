import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { findStudyDesigns, rivalDesigns, type StudyDesign } from '../designs.ts';
import type { SlotResult, StudyConflict } from '../proof.ts';

/**
 * Compares the design that a claim attributes to the study with those that the abstract names: a conflict if the
 * abstract only names others that exclude it.
 */
export function compareDesign(claim: Claim, { title, sentences }: Source): StudyConflict | undefined {
  const mine = claimedDesigns(claim.read.text);
  if (mine.length === 0) return undefined;
  const named = sentences.flatMap(({ sentence }) =>
    findStudyDesigns(sentence.text)
      .filter(({ start, end }) => !isAhead(sentence.text, start, end))
      .map((cue) => ({ ...cue, sentence })),
  );
  const all = new Set<StudyDesign>(
    [...named, ...findStudyDesigns(title.read.text)].map(({ category }) => category),
  );
  for (const { category, text } of mine) {
    if (all.has(category) || (category === 'longitudinal' && all.has('prospective'))) continue;
    const rival = named.find(
      (cue) =>
        rivalDesigns[category]?.includes(cue.category) &&
        (cue.sentence.section !== 'background' || isOwn.test(cue.sentence.text)),
    );
    if (rival)
      return {
        slot: 'design',
        sentence: rival.sentence,
        conflict: { outcome: 'conflict', kind: 'design', claim: text, evidence: rival.text },
      };
  }
  return undefined;
}

/** Compares the design that a claim attributes to the study: one that the abstract never names is not stated. */
export function compareStatedDesign(claim: Claim, _: Alignment, { title, sentences }: Source): SlotResult {
  const mine = claimedDesigns(claim.read.text);
  if (mine.length === 0) return { outcome: 'same' };
  const texts = [title.read.text, ...sentences.map(({ sentence }) => sentence.text)];
  const named = new Set(texts.flatMap(findStudyDesigns).map(({ category }) => category));
  const unstated = mine.find(({ category }) => !named.has(category));
  return unstated ? { outcome: 'unclear', claim: unstated.text, leansAgainst: true } : { outcome: 'same' };
}

/**
 * Returns the designs that a claim attributes to its study: "a retrospective cohort", "in a randomised trial", not
 * "trials are needed".
 */
function claimedDesigns(text: string) {
  if (isWish.test(text)) return [];
  return findStudyDesigns(text).filter(({ category, start, end }) => {
    const after = text.slice(end, end + studyWithin);
    const before = text.slice(Math.max(0, start - studyWithin), start);
    switch (category) {
      case 'unrandomised':
        return true;
      case 'placeboControlled':
        return /controlled$|对照$/i.test(text.slice(start, end)) && ofStudy.test(after);
      case 'longitudinal':
        return /^cohort/i.test(text.slice(start, end))
          ? /^ (?:study|analysis)\b|^研究/.test(after)
          : ofStudy.test(after) ||
              /^(?:纵向|队列)/.test(text.slice(start, end)) ||
              (/^ of\b/.test(after) && longTerm.test(before));
      case 'caseReport':
      case 'synthesis':
        return /(?:\b(?:a|an|the|this|one|in|from|by|of)|[一该项据]) (?:\w+[ -]){0,3}$|^$|[，。：]?(?:一项|该|本)?$/i.test(
          before,
        );
      case 'interviews':
      case 'questionnaire':
        return (
          /^(?:qualitative|questionnaire|定性|质性|问卷)/i.test(text.slice(start, end)) && ofStudy.test(after)
        );
      case 'review':
      case 'register':
      case 'modelled':
        return false;
      default:
        return ofStudy.test(after) || /\p{Script=Han}/u.test(text.slice(start, end));
    }
  });
}

/** Matches what makes a follow-up the design: "A ten-year follow-up of residents". */
const longTerm =
  /(?:^|[.,;:] )(?:an?|the|this) (?:long-term|prospective|\d{1,2}-(?:year|month)|(?:two|three|five|ten)-year) $/i;

/** Matches a design that the background of a short abstract states of its own study. */
const isOwn =
  /\b(?:we|the authors) (?:therefore |thus )?(?:designed|performed|conducted|undertook|did|carried out|used)\b/i;

/** Maximum distance of the word for the study after that for its design. */
const studyWithin = 48;
const ofStudy =
  /^(?:,? [\w-]{1,24}){0,4},? (?:trial|study|experiment|comparison|cohort|survey|review|analysis|evaluation|investigation|follow-up|registry|series)\b|^\p{Script=Han}{0,10}(?:试验|研究|队列|分析|调查|比较)/iu;

/** Words for designs that are recommended or that others used. */
const isWish =
  /\b(?:needed|warranted|required|necessary|future|further|should|await\w*|call(?:s|ed)? for|lack(?:s|ing)?|absence|before|until|previous|earlier|no|rather than|instead|unlike)\b|需要|有待|今后|未来|缺乏|尚无|应/i;

/** Matches recommendations: "Further randomised studies are necessary". */
function isAhead(text: string, start: number, end: number): boolean {
  return (
    /\b(?:further|future|additional|larger|more|need for|previous|earlier|other)\b[^.;]{0,60}$/i.test(
      text.slice(0, start),
    ) || /^[^.;]{0,60}\b(?:needed|required|necessary|warranted)\b/i.test(text.slice(end))
  );
}
