import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { englishPhrases } from '@citewell/core/text/translate.ts';
import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { presence } from '../locate.ts';
import { knownOutcomes } from '../numbers/outcome-names.ts';
import { spanOf, wordSpanOf } from '../reading/spans.ts';
import { conceptOf } from '../reading/synonyms.ts';
import { termWeight } from '../reading/term-weight.ts';
import { emptyHan, prefixOf } from '../reading/terms.ts';
import type { Token } from '../reading/tokens.ts';
import { findDirections } from '../statements/directions.ts';
import { nothingChanged } from '../statements/no-effect.ts';

/** A drug, disease, gene or place put in another one's place, and names with a neighbouring number. */
export function entityFindings({ claim, source, verbatim, abstract, covered }: Comparison): Finding[] {
  if (verbatim) return [];
  const findings: Finding[] = [];
  const isKnownOutcome = knownOutcomes(claim.text, abstract);
  if (source)
    for (const { claim: mine, evidence } of source.alignment.differences) {
      const [own, theirs] = [mine.filter(isContent), evidence.filter(isContent)];
      const foreign = own.filter(
        (token) =>
          presence({ text: token.text, stems: [token.stem], weight: 1, isName: false }, abstract.stems) === 0,
      );
      const [text, instead] = [spanOf(claim, mine), spanOf(source.sentence, evidence)];
      // "Repair" where the source has "replacement", of which the abstract speaks too: perhaps the other arm.
      if (foreign.length === 0 && source.alignment.shared >= edited && areOthers(own, theirs))
        findings.push({ kind: 'context', force: 'doubt', claim: text, evidence: instead });
      if (foreign.length === 0 || theirs.length === 0 || own.length > 4 || theirs.length > 4) continue;
      // "PFS" is "progression-free survival", and one outcome in another's place is the numbers' rule.
      if (foreign.every(isKnownOutcome)) continue;
      // Words with an opposite are another rule's, and other words for the same thing nobody's.
      if (
        findDirections(wordSpanOf(claim, mine)).length > 0 &&
        findDirections(wordSpanOf(source.sentence, evidence)).length > 0
      )
        continue;
      // "Unrelated to" is "not associated with".
      if (nothingChanged(text) && nothingChanged(instead)) continue;
      const isTold = foreign.some(isEntity) && theirs.some(isEntity);
      findings.push({
        kind: 'context',
        force: isTold && source.alignment.shared >= 0.75 ? 'certain' : 'possible',
        claim: text,
        evidence: instead,
      });
    }
  if (findings.length > 0 || covered.all < 0.4) return findings;
  for (const token of claim.tokens) {
    if (token.kind !== 'name' || abstract.stems.has(token.stem)) continue;
    const family = token.stem.replace(/\d+/g, '#');
    if (!family.includes('#') || family.length < 3) continue;
    const sibling = siblingOf(
      token,
      family,
      abstract.sentences.flatMap(({ tokens }) => tokens),
    );
    if (sibling)
      findings.push({ kind: 'context', force: 'possible', claim: token.text, evidence: sibling.text });
  }
  return findings;
}

/** From this share of words in the source's order on, a word in another's place was put there. */
const edited = 0.8;

/** Returns true if a word was replaced by one that is no form or synonym of it. */
function areOthers(mine: readonly Token[], theirs: readonly Token[]): boolean {
  const [one, other] = [mine[0], theirs[0]];
  if (!one || !other || mine.length > 1 || theirs.length > 1) return false;
  return (
    isEntity(one) &&
    isEntity(other) &&
    conceptOf(one.stem) !== conceptOf(other.stem) &&
    prefixOf(one.stem) !== prefixOf(other.stem)
  );
}

function isContent({ empty, kind, text }: Token): boolean {
  return (
    !empty && kind !== 'number' && !(kind === 'han' && (emptyHan.has(text) || /[高低多少比组]/.test(text)))
  );
}

/** Short for what reports write out. */
const measures = /^(?:a?HRs?|a?ORs?|I?RRs?|CIs?|SDs?|SEM?|IQRs?|AUC|NNT|vs)$/;

/** A word that names something: a medical term of the lexicon, a word with capitals or digits, or a rare one. */
function isEntity({ text, kind, stem }: Token): boolean {
  if (isGenericTerm(stem) || measures.test(text)) return false;
  return (
    kind === 'name' ||
    kind === 'han' ||
    medicalWords().has(text.toLowerCase()) ||
    /\p{Lu}/u.test(text.slice(1)) ||
    termWeight(stem) >= rare
  );
}

const rare = 6;

function siblingOf(token: Token, family: string, tokens: readonly Token[]): Token | undefined {
  return tokens.find(
    ({ kind, stem }) => kind === 'name' && stem !== token.stem && stem.replace(/\d+/g, '#') === family,
  );
}

let words: Set<string> | undefined;

/** The words that English medical phrases of the lexicon consist of. */
function medicalWords(): Set<string> {
  words ??= new Set(
    [...englishPhrases()].flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 3),
  );
  return words;
}
