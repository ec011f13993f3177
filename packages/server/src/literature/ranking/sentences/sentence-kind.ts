/** Role of a sentence in its abstract: findings answer questions, aims and methods restate them. */
export type SentenceKind = 'conclusion' | 'result' | 'plain' | 'setting';

const kindByLabel: [SentenceKind, RegExp][] = [
  // Sections about the work rather than its findings.
  [
    'setting',
    /limitation|registration|registry|funding|sponsor|ethics|dissemination|supplementary|conflicts? of interest|disclosure|key ?words?|局限|注册|资助|关键词/i,
  ],
  ['conclusion', /conclusion|interpretation|implication|significance|summary|recommendation|结论|摘要/i],
  ['result', /result|finding|outcome|结果|发现/i],
  [
    'setting',
    /background|introduction|objective|aim|purpose|method|design|setting|participant|patient|material|context|intervention|selection|sources?$|extraction|search|eligibility|measure|rationale|hypothes[ie]s|importance|背景|目的|方法/i,
  ],
];

const concludes =
  /\b(?:in conclusion|we conclude|these (?:results|findings|data|observations) (?:suggest|indicate|show|support|demonstrate)|our (?:results|findings|data|study|work) (?:suggest|indicate|show|support|demonstrate|reveal|identif)|conclusions?:|(?:we|USPSTF|task force|panel|committee|guidelines?|academy|college|society) (?:strongly )?(?:recommends?|concludes?|advises?) (?!that further|further|more\b|additional))|^(?:conclusions?|interpretation)\b(?! (?:as|of|on|about|regarding|from|drawn|based|that|should|can|could|may|must|is|are|was|were|has|have|cannot)\b)|结论|结果表明|提示/i;
const setsOut =
  /\b(?:we (?:aimed|sought|hypothesi[sz]ed|investigated|examined|assessed|evaluated)|(?:aim|purpose|objective|goal)s? of (?:this|the|our)|were (?:randomly )?(?:assigned|randomi[sz]ed|recruited|enrolled)|this study (?:aimed|was designed)|to (?:determine|investigate|evaluate|assess|examine) (?:whether|the|if))|^(?:background|objectives?|aims?|methods?|design|setting|context|participants|main outcome measures?)\b|本研究旨在|目的是/i;
const reports =
  /\bp\s*[<=>]|\b(?:95\s?%|CI\b|hazard ratio|odds ratio|relative risk)|significantly|was associated with|\bwe (?:found|show|report|demonstrate|identified|observed)|^(?:results?|findings|main results)\b|显著|相关/i;

/**
 * Classifies a sentence by its section's label if that is informative, else by its words as the `index`-th of `count`
 * in its abstract.
 */
export function sentenceKind(
  label: string | undefined,
  text: string,
  index: number,
  count: number,
): SentenceKind {
  if (label) {
    const labeled = kindByLabel.find(([, pattern]) => pattern.test(label))?.[0];
    if (labeled) return labeled;
  }
  if (concludes.test(text)) return 'conclusion';
  if (setsOut.test(text)) return 'setting';
  if (reports.test(text)) return 'result';
  return index === count - 1 && count > 2 ? 'conclusion' : 'plain';
}

const aimLabel = /background|introduction|objective|aim|purpose|rationale|hypothes[ie]s|背景|目的/i;
const aims =
  /^to \w|^(?:(?:the|our) )?(?:\w+ )?(?:aim|objective|purpose|goal)s?\b|\bwe (?:aimed|sought|hypothesi[sz]ed)\b|旨在|^目的/i;

/** Returns true for the background and the aims of a study: a dose there is of other studies or still to be tried. */
export function isAim(label: string | undefined, text: string): boolean {
  return (label !== undefined && aimLabel.test(label)) || aims.test(text);
}
