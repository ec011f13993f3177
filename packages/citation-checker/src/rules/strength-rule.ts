import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { oncePerSentence, type ReadAbstract } from '../locate.ts';
import { spanOf } from '../reading/spans.ts';
import { findStrength } from '../statements/claim-strength.ts';
import { findDirections } from '../statements/directions.ts';
import { designsOf } from './designs.ts';

/** From this share of the terms on, a sentence says what its best sentence says. */
const close = 0.6;

/** A claim stronger than its source: a hedge lost, "all" and "always", proof for a hint, a cause for an association. */
export function strengthFindings(comparison: Comparison): Finding[] {
  const { claim, ranked, abstract, verbatim, source, covered } = comparison;
  if (verbatim) return [];
  const best = source?.sentence ?? ranked[0]?.sentence;
  if (!best) return [];
  const own = findStrength(claim.text);
  const theirs = findStrength(best.text);
  const has = (list: typeof own, sense: string) => list.some((cue) => cue.sense === sense);
  const first = (list: typeof own, sense: string) => list.find((cue) => cue.sense === sense)?.text;
  const findings: Finding[] = [];

  const dropped = source?.alignment.differences.find(
    ({ claim: mine, evidence }) =>
      evidence.length - mine.length <= 3 &&
      has(findStrength(spanOf(source.sentence, evidence)), 'hedge') &&
      !has(findStrength(spanOf(claim, mine)), 'hedge'),
  );
  if (dropped && source && !has(own, 'hedge'))
    findings.push({
      kind: 'over_extrapolation',
      force: 'certain',
      claim: spanOf(claim, dropped.claim),
      evidence: spanOf(source.sentence, dropped.evidence),
    });
  else if (!has(own, 'hedge') && has(theirs, 'hedge') && covered.best >= close)
    findings.push({ kind: 'over_extrapolation', force: 'note', claim: '', evidence: first(theirs, 'hedge') });

  for (const sense of ['universal', 'certain', 'superlative', 'cure'] as const) {
    const word = first(own, sense);
    if (word === undefined || covered.best < topical) continue;
    const inserted = source?.alignment.differences.some(
      ({ claim: mine, evidence }) =>
        !has(findStrength(spanOf(source.sentence, evidence)), sense) &&
        has(findStrength(spanOf(claim, mine)), sense),
    );
    if (
      !inserted &&
      abstract.sentences.some((sentence) =>
        strengthIn(sentence).some(
          (cue) => cue.sense === sense && (!isAbsolute(word) || isAbsolute(cue.text)),
        ),
      )
    )
      continue;
    findings.push({
      kind: 'over_extrapolation',
      force:
        inserted || (sense !== 'universal' && covered.best >= close)
          ? 'certain'
          : isAbsolute(word) || sense === 'superlative'
            ? 'doubt'
            : 'possible',
      claim: word,
      evidence: undefined,
    });
  }
  return [...findings, ...causality(comparison)];
}

/** "All patients" and "always" are said of a finding; "any" and "completely" often of its circumstances. */
const isAbsolute = (word: string): boolean =>
  /^(?:all|always|every|in every case|invariably|universally|所有|总是|始终|一律|全部)$/i.test(word);

const strengthIn = oncePerSentence(({ text }) => findStrength(text));

const topical = 0.3;

function causality({
  claim,
  ranked,
  source,
  abstract,
  covered,
  publicationTypes = [],
}: Comparison): Finding[] {
  const best = source?.sentence ?? ranked[0]?.sentence;
  if (!best) return [];
  const causal = findStrength(claim.text).find(({ sense }) => sense === 'causal');
  if (!causal) return [];
  const theirs = findStrength(best.text);
  const association = theirs.find(({ sense }) => sense === 'associative');
  if (!association || theirs.some(({ sense }) => sense === 'causal')) return [];
  const replaced = source?.alignment.differences.some(
    ({ claim: mine, evidence }) =>
      findStrength(spanOf(claim, mine)).some(({ sense }) => sense === 'causal') &&
      findStrength(spanOf(source.sentence, evidence)).some(({ sense }) => sense === 'associative'),
  );
  if (!replaced && covered.best < close) return [];
  return [
    {
      kind: 'causality',
      force: replaced || isObservational(abstract, publicationTypes) ? 'certain' : 'note',
      claim: causal.text,
      evidence: association.text,
    },
  ];
}

function isObservational(abstract: ReadAbstract, publicationTypes: readonly string[]): boolean {
  const designs = new Set(designsOf(abstract).map(({ sense }) => sense));
  return (
    !designs.has('randomised') &&
    (designs.has('observational') || publicationTypes.some((type) => /observational/i.test(type)))
  );
}

/** An effect in so many words ("X reduces Y") over an association alone: told, as reviews write so every day. */
export function effectNotes({
  claim,
  ranked,
  abstract,
  covered,
  publicationTypes = [],
}: Comparison): Finding[] {
  const best = ranked[0]?.sentence;
  if (!best || covered.best < close) return [];
  const verbs = /\b(?:reduc|increas|lower|prevent|improv|decreas)(?:e[sd]?|s|ed)\b|降低|增加|减少|升高|预防/i;
  const effect = verbs.exec(claim.text)?.[0];
  if (
    effect === undefined ||
    verbs.test(best.text.replace(/\b(?:reduced|increased|lower|decreased|improved) (?=\w)/gi, ''))
  )
    return [];
  const association = findStrength(best.text).find(({ sense }) => sense === 'associative')?.text;
  if (association === undefined || findStrength(claim.text).some(({ sense }) => sense === 'associative'))
    return [];
  if (!isObservational(abstract, publicationTypes) || findDirections(best.text).length === 0) return [];
  return [{ kind: 'causality', force: 'note', claim: effect, evidence: association }];
}
