import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { canBeSame, readOutcomes } from '../numbers/outcome-names.ts';
import type { Term } from '../reading/terms.ts';
import { held, topics } from '../statements/arms.ts';

type Rank = 'primary' | 'secondary';
/** Name of a primary or secondary end point in a text. */
type Endpoint = { rank: Rank; text: string; outcomes: string[]; terms: Term[] };

const rank = String.raw`(?<rank>co-?primary|primary|main|secondary)`;
/** Beginning of an end point's name, which may be a number: "3-year survival". */
const worded = String.raw`(?:\d{1,2}[- ](?:years?|months?|weeks?|days?)\b|[^;:.\d])`;
const noun = String.raw`(?:(?:efficacy|clinical|study|safety)\s)?(?:end[- ]?points?|outcomes?(?:\smeasures?)?|measures?|variables?)`;
/** Ends of an end point's name: a number, a verb, or the next end point. */
const english = [
  // "The primary end point was overall survival", "secondary outcomes included A, B and C", "the primary end point, A, was …".
  new RegExp(
    String.raw`\b${rank}\s${noun}(?:\s(?:of|in|for)\s(?:the|this)\s(?:trial|study))?(?:\s(?:was|were|is|are|included|comprised|consisted of)\s|\s?[:(]\s?|,\s(?!and|but|while|which|with))(?<name>(?![^\p{L}\d]|(?:was|were|met|reached|not|significantly|lower|higher|observed|similar|achieved|reported|seen|found|assessed|analy|improved|reduced|increased|also)\b)${worded}{3,220})`,
    'giu',
  ),
];
/** "Overall survival was a secondary end point": the name stands before. */
const trailing = new RegExp(
  String.raw`\s(?:was|were)\s(?:the|a|an|another|our|one of the|considered the)?\s?${rank}(?:\s${noun}|\sones?\b)`,
  'giu',
);
const han = [
  /(?<rank>主要|次要)(?:研究|疗效|结局|观察)?(?:终点|结局|指标)(?:指标)?(?:是|为|包括|：|:|，)(?<name>[^；。;]{2,80})/gu,
  /(?<name>[^，；。;：]{2,40}?)(?:为|是)(?<rank>主要|次要)(?:研究|疗效|结局|观察)?(?:终点|结局|指标)/gu,
];

function readEndpoints(text: string, across: 'same' | 'english'): Endpoint[] {
  if (!/primary|secondary|\bmain\b|主要|次要/i.test(text)) return [];
  const named = [...english, ...han].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups = {} }) => [groups.rank, groups.name] as const),
  );
  for (const { index, groups = {} } of text.matchAll(trailing))
    named.push([
      groups.rank,
      /(?<![^;:.,，；。])[^;:.,，；。]*$/.exec(text.slice(Math.max(0, index - 160), index))?.[0],
    ]);
  return named.map(([told = '', name = '']): Endpoint => {
    const cut = name
      .replace(/^.*\b(?:primary|secondary)\b.*?\band\s/iu, '')
      .replace(/^\s*(?:and|while|whereas)\s/i, '')
      .replace(/[，,]?\s?(?:次要|主要|and (?:the )?(?:secondary|primary)).*$/u, '');
    return {
      rank: /^(?:secondary|次要)/i.test(told) ? 'secondary' : 'primary',
      text: cut.trim(),
      outcomes: readOutcomes(cut).map(({ key }) => key),
      terms: topics(cut, across),
    };
  });
}

/** From this share of its words on, an end point is the other. */
const named = 0.7;
/** Below this it is not. */
const foreign = 0.5;

/**
 * Reports an end point whose rank is exchanged: the abstract's secondary end point called primary, or the reverse; or
 * another outcome given that rank.
 */
export function endpointFindings({ claim, abstract, cross, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const across = cross ? 'english' : 'same';
  const own = readEndpoints(claim.text, across);
  if (own.length === 0) return [];
  const theirs = abstract.sentences.flatMap(({ text }) => readEndpoints(text, across));
  return own.flatMap((mine): Finding[] => {
    const [same, other] = [
      theirs.filter((each) => each.rank === mine.rank),
      theirs.filter((each) => each.rank !== mine.rank),
    ];
    const share = Math.max(0, ...same.map((each) => likeness(mine, each)));
    const turned = other
      .map((each) => ({ each, share: likeness(mine, each) }))
      .sort((a, b) => b.share - a.share)[0];
    if (share >= named && share >= (turned?.share ?? 0)) return [];
    if (turned && turned.share >= named && share < foreign)
      return [
        {
          kind: 'design',
          force: 'certain',
          claim: `${mine.rank}: ${mine.text}`,
          evidence: `${turned.each.rank}: ${turned.each.text}`,
        },
      ];
    // One that the abstract names none as is unknown, not wrong.
    const [instead] = same;
    if (!instead || share >= foreign) return [];
    return [{ kind: 'design', force: 'doubt', claim: mine.text, evidence: instead.text }];
  });
}

/** Returns how similar two end points are, 0 to 1: by names, or else by words. */
function likeness(mine: Endpoint, theirs: Endpoint): number {
  if (mine.outcomes.length > 0 && theirs.outcomes.length > 0) {
    const found = mine.outcomes.filter((one) =>
      theirs.outcomes.some((other) => canBeSame(one, other, false)),
    );
    return found.length / mine.outcomes.length;
  }
  return held(mine.terms, theirs.terms);
}
