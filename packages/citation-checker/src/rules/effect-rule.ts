import { areKept } from '../align.ts';
import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { type EvidenceSentence, presence } from '../locate.ts';
import { matchQuantity } from '../numbers/match-quantity.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { Term } from '../reading/terms.ts';
import { isSwapped } from '../statements/arms.ts';
import { type Placed, placeStatements, statementsIn } from '../statements/placed-statements.ts';
import { compareSenses } from '../statements/sense.ts';
import { heaviest, tellingWeight } from '../statements/topics.ts';

/**
 * Weights of a word by its place: beside a statement, elsewhere in its clause, beside another statement there, or in
 * its sentence.
 */
const places = { near: 1, own: 0.85, elsewhere: 0.72, all: 0.35 };
/** Weight of a word of the sentence that does not stand where its outcome is named. */
const aside = 0.4;
/** From this share of a statement's words on, the abstract's is about the same. */
const topical = 0.55;
const certainly = 0.7;
/** Statements this much less about it than the best do not count beside it. */
const besides = 0.85;

/** Comparison of the abstract's statements with the sentence's. */
export type Effects = {
  /** An effect where the abstract found none, none where it found one, and one the other way round. */
  findings: Finding[];
  /** Degree to which the best agreeing statement concerns the same subject, 0 to 1; 0 if there is none. */
  agreement: number;
  /** Place of that statement, whether it reports no effect, and whether its arms are swapped. */
  agreeing: { sentence: EvidenceSentence | undefined; isNone: boolean; isSwapped: boolean } | undefined;
};

const noEffects: Effects = { findings: [], agreement: 0, agreeing: undefined };

export function readEffects({
  claim,
  abstract,
  ranked,
  source,
  verbatim,
  cross,
}: Pick<Comparison, 'claim' | 'abstract' | 'ranked' | 'source' | 'verbatim' | 'cross'>): Effects {
  if (verbatim) return noEffects;
  const across = cross ? 'english' : 'same';
  const own = placeStatements(claim.text, across);
  if (own.length === 0) return noEffects;
  const facts = ranked
    .slice(0, sentencesRead)
    .map(({ sentence }) => sentence)
    .filter(({ section }) => section !== 'aim' && section !== 'background')
    .flatMap((sentence) => statementsIn(sentence, across));
  if (facts.length === 0) return noEffects;
  const weigh = tellingWeight(abstract.sentences);
  const tells = tellsItsNumbers(claim.quantities, abstract.sentences);
  const judged = own.map((statement): Judged => {
    const words = [statement.terms, statement.arms?.left ?? [], statement.arms?.right ?? []].flat();
    const isKept = areKept(
      [...statement.text.split(' '), ...words.map(({ text }) => text)],
      source?.alignment,
    );
    return isKept ? { agreement: 1 } : against(statement, facts, weigh, tells, source?.sentence);
  });
  return {
    findings: [
      ...judged.flatMap(({ finding }) => (finding ? [finding] : [])),
      ...own.flatMap((statement) => unknownOutcome(statement, abstract.stems)),
    ],
    agreement: Math.min(...judged.map(({ agreement = 0 }) => agreement)),
    agreeing: judged.find(({ agreeing }) => agreeing !== undefined)?.agreeing,
  };
}

/** No more of an abstract's sentences can be about the same; longer texts would cost time. */
const sentencesRead = 24;

type Judged = { finding?: Finding; agreement?: number; agreeing?: Effects['agreeing'] };

/** Returns true if a sentence of the abstract has a number of the claim; if none does, each may be the one meant. */
function tellsItsNumbers(
  quantities: readonly Quantity[],
  sentences: readonly EvidenceSentence[],
): (sentence: EvidenceSentence | undefined) => boolean {
  const telling = quantities.filter(
    ({ kind, small, percent, decimals, unit }) =>
      kind === 'plain' && !small && (percent || decimals > 0 || unit?.dimension === 'time'),
  );
  const holding = new Set(
    sentences.filter((each) =>
      each.quantities.some((other) => telling.some((one) => matchQuantity(one, other) !== undefined)),
    ),
  );
  return (sentence) => holding.size === 0 || (sentence !== undefined && holding.has(sentence));
}

function against(
  statement: Placed,
  facts: readonly Placed[],
  weigh: (term: Term) => number,
  tells: (sentence: EvidenceSentence | undefined) => boolean,
  source: EvidenceSentence | undefined,
): Judged {
  const all = facts.map((fact) => ({ fact, score: relevance(statement, fact, weigh) }));
  // A sentence with numbers is about the finding that has them, whatever another says of the same words.
  const telling = all.filter(({ fact, score }) => score >= topical && tells(fact.sentence));
  const scored = telling.length > 0 ? telling : all;
  const best = Math.max(...scored.map(({ score }) => score));
  if (best < topical) return {};
  const near = scored.filter(({ score }) => score >= besides * best);
  const judged = near.map((each) => ({ ...each, outcome: judge(statement, each.fact) }));
  judged.sort((one, other) => other.score - one.score);
  const agreeing = judged.find(({ outcome }) => outcome === 'agrees');
  const isContradiction = (outcome: (typeof judged)[number]['outcome']) =>
    outcome !== undefined && outcome !== 'agrees' && outcome !== 'unsure';
  // What the sentence it was written after denies, another may say of something else.
  const denied =
    agreeing?.fact.sentence !== source &&
    judged.find(({ fact, outcome }) => fact.sentence === source && isContradiction(outcome));
  if (agreeing)
    return {
      ...(denied && { finding: doubt(statement.text, denied.fact.clause) }),
      agreement: agreeing.score,
      // That two things are linked says nothing of which way.
      ...(statement.says !== 'linked' && {
        agreeing: {
          sentence: agreeing.fact.sentence,
          isNone: agreeing.fact.says === 'none',
          isSwapped:
            isSwapped(statement.arms, agreeing.fact.arms, statement.terms, agreeing.fact.terms) === true,
        },
      }),
    };
  const conflict = judged.find(({ outcome, fact }) => isContradiction(outcome) && tells(fact.sentence));
  if (conflict) {
    const { fact, outcome } = conflict;
    // A ratio's reference may be the other group.
    const isByRatio = fact.says === 'linked' && outcome === 'direction';
    const isCertain = conflict.score >= certainly && !statement.unsure && !fact.unsure && !isByRatio;
    return {
      finding: {
        kind: outcome as 'direction' | 'negation' | 'comparator',
        force: isCertain ? 'certain' : 'possible',
        claim: statement.text,
        evidence: fact.text,
      },
    };
  }
  const unsure = judged.find(({ outcome }) => outcome === 'unsure');
  if (!unsure) return {};
  return { finding: doubt(statement.text, unsure.fact.clause) };
}

function doubt(claim: string, evidence: string): Finding {
  return { kind: 'over_extrapolation', force: 'doubt', claim, evidence };
}

/** That two groups fared alike says neither that they were helped nor that they were not. */
const isUseful = (text: string): boolean => /^(?:effective|efficacious|beneficial|有效)/i.test(text);
const isUseless = (text: string): boolean => /^(?:ineffective|not effective|无效)/i.test(text);
const isAlike = (text: string): boolean =>
  /^(?:similar|comparable|equivalent|identical|the same|相似|相当|相近)/i.test(text);

function judge(
  mine: Placed,
  theirs: Placed,
): 'agrees' | 'unsure' | 'direction' | 'negation' | 'comparator' | undefined {
  if (mine.says === 'none') {
    if (theirs.says === 'none') return isUseless(mine.text) && isAlike(theirs.text) ? undefined : 'agrees';
    return theirs.unsure ? undefined : 'negation';
  }
  if (theirs.says === 'none') {
    return isUseful(mine.text) && isAlike(theirs.text) ? undefined : 'negation';
  }
  const isLeftOpen = theirs.unsure && !mine.unsure;
  // That there is a link does not tell which way it goes.
  if (!mine.direction || mine.says === 'linked') return isLeftOpen ? 'unsure' : 'agrees';
  if (!theirs.direction) return isLeftOpen ? 'unsure' : undefined;
  const senses = compareSenses(
    { ...mine.direction, outcome: mine.outcome },
    { ...theirs.direction, outcome: theirs.outcome },
  );
  if (senses === undefined || senses === 'turned') return isLeftOpen ? 'unsure' : undefined;
  const swapped = isSwapped(mine.arms, theirs.arms, mine.terms, theirs.terms);
  if (swapped === undefined) return undefined;
  if ((senses === 'same') !== swapped) return isLeftOpen ? 'unsure' : 'agrees';
  return swapped ? 'comparator' : 'direction';
}

/** From this share of an outcome's words, by weight, that the abstract does not have, it has another outcome. */
const unknownFrom = 0.6;

/** An effect on something that the abstract never mentions. */
function unknownOutcome({ terms, near, arms, text }: Placed, known: ReadonlySet<string>): Finding[] {
  let [absent, all] = [0, 0];
  const missing: string[] = [];
  for (const term of terms) {
    if (term.stems.length > 0 && !term.stems.some((stem) => near.has(stem))) continue;
    if (arms?.right.some((each) => each.text === term.text)) continue;
    const weight = Math.min(term.weight, heaviest);
    all += weight;
    if (presence(term, known) >= 0.5) continue;
    absent += weight;
    missing.push(term.text);
  }
  if (all === 0 || absent / all < unknownFrom) return [];
  return [
    { kind: 'unsupported', force: 'doubt', claim: `${text}: ${missing.join(', ')}`, evidence: undefined },
  ];
}

/** Weighted share of what the sentence's statement is about that the abstract's is about, too. */
function relevance({ terms, near, arms }: Placed, fact: Placed, weigh: (term: Term) => number): number {
  let [held, all] = [0, 0];
  for (const term of terms) {
    if (term.stems.length === 0) continue;
    const weight =
      weigh(term) *
      (!arms?.right.some(({ text }) => text === term.text) && term.stems.some((stem) => near.has(stem))
        ? 1
        : aside);
    all += weight;
    held +=
      weight *
      Math.max(
        places.near * presence(term, fact.near),
        (presence(term, fact.elsewhere) > 0 ? places.elsewhere : places.own) * presence(term, fact.own),
        places.all * presence(term, fact.all),
      );
  }
  return all === 0 ? 0 : held / all;
}
