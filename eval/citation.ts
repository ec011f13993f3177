import type { Verification } from '@citewell/sdk';
import { hasOnlyItsNumbers } from '../packages/citation-checker/src/suggest.ts';
import {
  chineseClaimAbstracts,
  chineseClaims,
} from '../packages/citation-checker/src/testing/chinese-claims.ts';
import {
  checkSentenceByRules,
  type SentenceCheck,
} from '../packages/server/src/features/citation-checks/check-by-rules.ts';
import { makeProbes, type Probe } from './citation-probes.ts';
import { type Claim, type ClaimSet, loadClaims } from './citation-sets.ts';
import type { FigureRow } from './table.ts';

type Verdict = Verification['verdict'];

const verdicts = ['supported', 'deviates', 'undetermined'] as const satisfies readonly Verdict[];
const expected: Record<Claim['label'], Verdict> = {
  consistent: 'supported',
  inconsistent: 'deviates',
  not_enough: 'undetermined',
};

type Judged = { claim: Claim; verdict: Verdict };

/** Figures of one set: of the checker, or of the rule beside it. */
export type CitationRow = {
  name: string;
  claims: number;
  /** Mean of the recalls of "consistent" and of everything else. */
  balanced_accuracy: number;
  /** Mean F1 of the three verdicts. */
  macro_f1: number;
  ms: number;
};

/** What became of the edits of one class, and of the true sentences beside them; shares. */
export type ProbeRow = {
  name: string;
  wrong: number;
  /** Of the wrong ones, not taken for supported. */
  refused: number;
  /** Of the wrong ones, said to deviate. */
  named: number;
  right: number;
  /** Of the right ones, taken for supported. */
  accepted: number;
  /** Of the right ones, said to deviate. */
  false_alarms: number;
};

export type CitationReport = {
  rows: CitationRow[];
  /** Edits that nobody looked at while the rules were made, by class and language. */
  probes: ProbeRow[];
  /** Share judged as the edit or the reader says, by kind. */
  by_kind: Record<string, { claims: number; recall: number }>;
  /** Verbatim sentences not accepted. */
  false_alarms: number;
  suggestions: { deviating: number; offered: number; numbers_stand: number; pass_the_check: number };
  chinese: { claims: number; right: number };
};

/** Published or measured elsewhere, on the same tasks. */
export const publishedCitation: readonly FigureRow[] = [
  { name: 'SciFact, MultiVerS (published)', figures: { macro_f1: 0.81 } },
  { name: 'Citation-Integrity, MultiVerS (published)', figures: { macro_f1: 0.52 } },
  { name: 'Citation-Integrity, GPT-4 few-shot (published)', figures: { macro_f1: 0.45 } },
];

/** The checker without a model over the claims of ../shared/data and our own Chinese ones; undefined where the data is not here. */
export function evaluateCitations({
  limit,
  sets,
}: {
  limit: number;
  sets?: readonly ClaimSet[];
}): CitationReport | undefined {
  const rows: CitationRow[] = [];
  const byKind: Judged[] = [];
  const deviating: { claim: Claim; check: SentenceCheck }[] = [];
  for (const set of sets ?? (['probes', 'scifact-dev', 'citint-dev'] as const)) {
    const claims = loadClaims(set)?.slice(0, limit);
    if (!claims) return undefined;
    // The first calls read the model and the lexicon and are compiled while they run.
    for (const claim of claims.slice(0, 50)) check(claim);
    const started = performance.now();
    const checked = claims.map((claim) => ({ claim, check: check(claim) }));
    const ms = (performance.now() - started) / claims.length;
    const judged = checked.map(({ claim, check: { verdict } }) => ({ claim, verdict }));
    rows.push({ name: `${set}, rules`, claims: claims.length, ...score(judged), ms: round(ms) });
    const trivial = claims.map((claim) => ({ claim, verdict: byWordOverlap(claim) }));
    rows.push({ name: `${set}, word overlap`, claims: claims.length, ...score(trivial), ms: 0 });
    if (set === 'probes') byKind.push(...judged);
    else byKind.push(...judged.filter(({ claim }) => claim.kind !== '' && set === 'citint-dev'));
    deviating.push(...checked.filter(({ check: { verdict } }) => verdict === 'deviates'));
  }
  const verbatim = byKind.filter(({ claim }) => claim.kind === 'verbatim');
  const offered = deviating.filter(({ check: { suggestion } }) => suggestion !== undefined);
  return {
    rows,
    probes: judgeProbes((makeProbes('odd') ?? []).slice(0, limit)),
    by_kind: Object.fromEntries(
      [...Map.groupBy(byKind, ({ claim }) => claim.kind)].map(([kind, judged]) => [
        kind,
        { claims: judged.length, recall: round(judged.filter(isRight).length / judged.length) },
      ]),
    ),
    false_alarms: verbatim.filter(({ verdict }) => verdict !== 'supported').length,
    suggestions: {
      deviating: deviating.length,
      offered: offered.length,
      numbers_stand: offered.filter(({ claim, check: { suggestion = '' } }) =>
        hasOnlyItsNumbers(suggestion, `${claim.title}\n${claim.abstract}`),
      ).length,
      pass_the_check: offered.filter(
        ({ claim, check: { suggestion = '' } }) =>
          check({ ...claim, sentence: suggestion }).verdict === 'supported',
      ).length,
    },
    chinese: {
      claims: chineseClaims.length,
      right: chineseClaims.filter(({ abstract, sentence, verdict }) => {
        const article = { title: '', abstract: chineseClaimAbstracts[abstract], publicationTypes: undefined };
        return checkSentenceByRules({ sentence, article }).verdict === verdict;
      }).length,
    },
  };
}

function judgeProbes(probes: readonly Probe[]): ProbeRow[] {
  const judged = probes.map((probe) => ({ probe, verdict: check(probe).verdict }));
  const share = (list: typeof judged, counts: (verdict: Verdict) => boolean) =>
    list.length === 0 ? 0 : round(list.filter(({ verdict }) => counts(verdict)).length / list.length);
  return [...Map.groupBy(judged, ({ probe }) => `${probe.kind}, ${probe.language}`)].map(([name, list]) => {
    const wrong = list.filter(({ probe }) => !probe.holds);
    const right = list.filter(({ probe }) => probe.holds);
    return {
      name,
      wrong: wrong.length,
      refused: share(wrong, (verdict) => verdict !== 'supported'),
      named: share(wrong, (verdict) => verdict === 'deviates'),
      right: right.length,
      accepted: share(right, (verdict) => verdict === 'supported'),
      false_alarms: share(right, (verdict) => verdict === 'deviates'),
    };
  });
}

function check({ sentence, title, abstract }: Pick<Claim, 'sentence' | 'title' | 'abstract'>): SentenceCheck {
  return checkSentenceByRules({ sentence, article: { title, abstract, publicationTypes: undefined } });
}

/** The rule to beat: six tenths of the words in the abstract and no number that is not, else a deviation where half are. */
function byWordOverlap({ sentence, abstract }: Claim): Verdict {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const known = new Set(wordsOf(abstract));
  const words = wordsOf(sentence);
  const share = words.filter((word) => known.has(word)).length / Math.max(1, words.length);
  const numbers = new Set(abstract.match(/\d+(?:\.\d+)?/g));
  const isForeign = (sentence.match(/\d+(?:\.\d+)?/g) ?? []).some((number) => !numbers.has(number));
  if (share >= 0.6) return isForeign ? 'deviates' : 'supported';
  return 'undetermined';
}

function isRight({ claim, verdict }: Judged): boolean {
  return verdict === expected[claim.label];
}

function score(judged: readonly Judged[]): { balanced_accuracy: number; macro_f1: number } {
  const recall = (consistent: boolean) => {
    const those = judged.filter(({ claim }) => (claim.label === 'consistent') === consistent);
    return (
      those.filter(({ verdict }) => (verdict === 'supported') === consistent).length /
      Math.max(1, those.length)
    );
  };
  const f1 = verdicts.map((verdict) => {
    const said = judged.filter((each) => each.verdict === verdict);
    const meant = judged.filter(({ claim }) => expected[claim.label] === verdict);
    return (2 * said.filter(isRight).length) / Math.max(1, said.length + meant.length);
  });
  return {
    balanced_accuracy: round((recall(true) + recall(false)) / 2),
    macro_f1: round(f1.reduce((sum, each) => sum + each, 0) / f1.length),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
