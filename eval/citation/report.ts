import { annotatedSets, loadAnnotated, loadConclusions } from './annotated-claims.ts';
import { type AnswerSentencesRow, judgeAsAnswers } from './answer-sentences.ts';
import type { CheckedClaim, JudgedClaim } from './judged-claim.ts';
import { makePairs } from './minimal-pairs.ts';
import { type RateRow, rowOf } from './rates.ts';
import { runChecks } from './run-checks.ts';
import { runScripted, scriptedVerifiers, type VerifierRow } from './scripted-verifiers.ts';
import { claimsOfTwins, heldOutSets, openSets, readTwins, type TwinSet } from './twins.ts';

/** Corrections offered; one offered for a true sentence makes it worse. */
type CorrectionRow = {
  name: string;
  for_true: number;
  for_wrong: number;
  /** Corrections offered that the check finds supported. */
  supported: number;
};

export type CitationReport = {
  sets: RateRow[];
  classes: RateRow[];
  relations: RateRow[];
  annotated: RateRow[];
  pairs: RateRow[];
  verifiers: VerifierRow[];
  corrections: CorrectionRow[];
  /** Counts of them as sentences of an answer; none if `quick`. */
  answers: AnswerSentencesRow[];
  /** Milliseconds of a check without a model. */
  ms: { p50: number; p95: number };
  /** Sentences to examine, by id, none of them from held-out sets. */
  mistakes: Record<
    'wrong_supported' | 'true_accused' | 'pairs_wrong_supported' | 'pairs_true_accused',
    string[]
  >;
  /** Missing sets. */
  absent: string[];
};

/**
 * Measures the citation checks without a model; `limit` takes the first claims of each set, `quick` omits the generated
 * pairs, the annotated sets and the scripted verifiers. Undefined without ../shared/data.
 */
export async function evaluateCitations({
  limit = Number.POSITIVE_INFINITY,
  quick = false,
  heldOut = false,
  sets = openSets,
}: {
  limit?: number;
  quick?: boolean;
  heldOut?: boolean;
  sets?: readonly TwinSet[];
}): Promise<CitationReport | undefined> {
  const loaded = loadTwinClaims([...sets, ...(heldOut ? heldOutSets : [])], limit);
  if (!loaded) return undefined;
  const checked = new Map<string, CheckedClaim[]>();
  for (const [set, claims] of loaded.claims) {
    // The first checks read the lexicon and are compiled while they run.
    if (checked.size === 0) await runChecks(claims.slice(0, 50));
    checked.set(set, await runChecks(claims));
  }
  const all = [...checked.values()].flat();
  const annotated: RateRow[] = [];
  let pairs: CheckedClaim[] = [];
  if (!quick) {
    for (const [name, set] of Object.entries(annotatedSets)) {
      const claims = loadAnnotated(set)?.slice(0, limit);
      if (claims) annotated.push(rowOf(name, await runChecks(claims)));
    }
    const conclusions = loadConclusions()?.slice(0, limit);
    if (conclusions) annotated.push(rowOf("authors' conclusions", await runChecks(conclusions)));
    pairs = await runChecks((makePairs() ?? []).slice(0, limit));
  }
  const verifiers: VerifierRow[] = [];
  for (const verifier of quick ? [] : scriptedVerifiers) verifiers.push(await runScripted(verifier, all));
  const times = all.map(({ check }) => check.ms).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  const known = [...checked].flatMap(([set, list]) => (isHeldOut(set) ? [] : list));
  const mistakes = (list: readonly CheckedClaim[], holds: boolean, verdict: string) =>
    list
      .filter(({ claim, check }) => claim.holds === holds && check.verdict === verdict)
      .map(
        ({ claim: { pair, class: kind, language, sentence } }) => `${pair} ${kind} ${language}: ${sentence}`,
      );
  return {
    sets: [...rowsOfSets(checked), ...(checked.size > 1 ? [rowOf('all', all)] : [])],
    classes: groupRows(all, ({ claim }) => claim.class),
    relations: groupRows(
      all.filter(({ claim }) => !claim.holds),
      ({ claim }) =>
        `wrong ones the abstract ${claim.relation === 'contradicts' ? 'contradicts' : 'does not state'}`,
    ),
    annotated,
    pairs: groupRows(pairs, ({ claim }) => `${claim.class}, ${claim.language}`),
    verifiers,
    corrections: await Promise.all([...checked].map(([set, list]) => corrections(set, list))),
    answers: quick ? [] : judgeAsAnswers(all),
    ms: { p50: at(0.5), p95: at(0.95) },
    mistakes: {
      wrong_supported: mistakes(known, false, 'supported'),
      true_accused: mistakes(known, true, 'deviates'),
      pairs_wrong_supported: mistakes(pairs, false, 'supported'),
      pairs_true_accused: mistakes(pairs, true, 'deviates'),
    },
    absent: loaded.absent,
  };
}

const isHeldOut = (set: string): boolean => heldOutSets.some((each) => each === set);

/** Loads the claims of sets by name, the first `limit` of each; undefined without the records. */
function loadTwinClaims(
  sets: readonly TwinSet[],
  limit = Number.POSITIVE_INFINITY,
): { claims: Map<TwinSet, JudgedClaim[]>; absent: TwinSet[] } | undefined {
  const claims = new Map<TwinSet, JudgedClaim[]>();
  const absent: TwinSet[] = [];
  for (const set of sets) {
    const twins = readTwins(set);
    if (!twins) {
      absent.push(set);
      continue;
    }
    const read = claimsOfTwins(twins);
    if (!read) return undefined;
    claims.set(set, read.slice(0, limit));
  }
  return { claims, absent };
}

/** Computes a row for each set and each of its languages. */
function rowsOfSets(checked: ReadonlyMap<string, readonly CheckedClaim[]>): RateRow[] {
  return [...checked].flatMap(([set, list]) =>
    (['en', 'zh'] as const).map((language) =>
      rowOf(
        `twins ${set}, ${language}`,
        list.filter(({ claim }) => claim.language === language),
      ),
    ),
  );
}

function groupRows(checked: readonly CheckedClaim[], key: (each: CheckedClaim) => string): RateRow[] {
  return [...Map.groupBy(checked, key)]
    .map(([name, list]) => rowOf(name, list))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Checks the correction offered for a sentence. */
async function corrections(name: string, checked: readonly CheckedClaim[]): Promise<CorrectionRow> {
  const offered = checked.filter(({ check }) => check.suggestion !== undefined);
  const again = await runChecks(
    offered.map(({ claim, check }) => ({ ...claim, sentence: check.suggestion ?? '' })),
  );
  return {
    name: `twins ${name}`,
    for_true: offered.filter(({ claim }) => claim.holds).length,
    for_wrong: offered.filter(({ claim }) => !claim.holds).length,
    supported: again.filter(({ check }) => check.verdict === 'supported').length,
  };
}
