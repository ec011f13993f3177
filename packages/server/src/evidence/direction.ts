/** Which way a finding points: something rose, something fell, or nothing changed. */
export type Direction = 'raises' | 'lowers' | 'unchanged';

const unchanged =
  /\b(?:no(?:t| longer)?|nor|neither|without)\b[^.;:]{0,60}\b(?:differ\w*|effect\w*|associat\w*|chang\w*|increas\w*|decreas\w*|reduc\w*|improv\w*|benefit\w*|correlat\w*|relat\w*|influenc\w*|affect\w*|rais\w*|lower\w*|prevent\w*|superior\w*|predict\w*|caus\w*|alter\w*|impact\w*|evidence|link\w*|protect\w*)|\b(?:failed to|lack of|similar (?:in|between|across|for|to|rates?)|ineffective|comparable)\b|n['’]t \w+|无(?:显著|明显|统计学)|(?:差异|关联|影响|作用|效果)(?:均)?无|未(?:见|能|发现|显著|明显)?(?:显著|明显)?(?:增加|升高|降低|减少|改善|影响|延长|差异)|没有|不(?:能|会)?(?:显著)?(?:增加|升高|降低|减少|改善|影响|延长)|无关/i;
const raises =
  /\b(?:increas|rais|rose|risen|higher|greater|elevat|enhanc|promot|induc|activat|accelerat|exacerbat|aggravat|worsen|up-?regulat|more (?:likely|frequent|common|often)|improv|prolong)\w*|增加|升高|提高|增强|促进|加重|上调|诱导|激活|改善|延长/gi;
const lowers =
  /\b(?:decreas|reduc|lower|fewer|less(?!on)|declin|diminish|attenuat|inhibit|suppress|prevent|protect|fell|fall|down-?regulat|abolish|impair|block|shorten)\w*|降低|减少|下降|减轻|缓解|抑制|预防|下调|减弱|保护|缩短/gi;

/** Undefined where the sentence says neither, or both alike. Rules of thumb: they keep findings, and never drop one. */
export function findingDirection(text: string): Direction | undefined {
  if (unchanged.test(text)) return 'unchanged';
  const up = text.match(raises)?.length ?? 0;
  const down = text.match(lowers)?.length ?? 0;
  if (up === down) return undefined;
  return up > down ? 'raises' : 'lowers';
}

const shareOfMajority = 2 / 3;
const directedMin = 3;

/** The direction that most of at least three findings share; undefined where they differ already. */
export function majorityDirection(directions: readonly (Direction | undefined)[]): Direction | undefined {
  const directed = directions.filter((direction) => direction !== undefined);
  if (directed.length < directedMin) return undefined;
  const most = Map.groupBy(directed, (direction) => direction);
  for (const [direction, same] of most)
    if (same.length >= directed.length * shareOfMajority) return direction;
  return undefined;
}
