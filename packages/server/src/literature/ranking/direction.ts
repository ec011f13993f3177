import { maskOutcomeNames } from '@citewell/citation-checker/statements/named-outcomes.ts';
import { nothingChanged } from '@citewell/citation-checker/statements/no-effect.ts';

/** Direction of a finding: an increase, a decrease, or no change. */
export type FindingDirection = 'raises' | 'lowers' | 'unchanged';

const raises =
  /\b(?:increas|rais|rose|risen|higher|greater|elevat|enhanc|promot|induc|activat|accelerat|exacerbat|aggravat|worsen|up-?regulat|more (?:likely|frequent|common|often)|improv|prolong)\w*|增加|升高|提高|增强|促进|加重|上调|诱导|激活|改善|延长/gi;
const lowers =
  /\b(?:decreas|reduc|lower|fewer|less(?!on)|declin|diminish|attenuat|inhibit|suppress|prevent|protect|fell|fall|down-?regulat|abolish|impair|block|shorten)\w*|降低|减少|下降|减轻|缓解|抑制|预防|下调|减弱|保护|缩短/gi;

/**
 * Reads the direction of a finding by heuristics; undefined if the sentence has none, or several equally. Used to keep
 * findings, never to drop one.
 */
export function findingDirection(text: string): FindingDirection | undefined {
  // "Reduced ejection fraction" is a disease, not a decrease.
  return nothingChanged(text) ? 'unchanged' : directionOfWords(maskOutcomeNames(text));
}

/** Reads the direction by words alone, including names of diseases: sentence selection was fitted on this. */
export function directionOfWords(text: string): FindingDirection | undefined {
  if (nothingChanged(text)) return 'unchanged';
  const up = text.match(raises)?.length ?? 0;
  const down = text.match(lowers)?.length ?? 0;
  if (up === down) return undefined;
  return up > down ? 'raises' : 'lowers';
}

/** Returns true for a text with words of a direction, even of several. */
export function hasDirectionWords(text: string): boolean {
  return nothingChanged(text) !== undefined || text.search(raises) >= 0 || text.search(lowers) >= 0;
}

const shareOfMajority = 2 / 3;
const directedMin = 3;

/** Returns the direction that most of at least three findings share; undefined if they differ. */
export function majorityDirection(
  directions: readonly (FindingDirection | undefined)[],
): FindingDirection | undefined {
  const directed = directions.filter((direction) => direction !== undefined);
  if (directed.length < directedMin) return undefined;
  const most = Map.groupBy(directed, (direction) => direction);
  for (const [direction, same] of most)
    if (same.length >= directed.length * shareOfMajority) return direction;
  return undefined;
}
