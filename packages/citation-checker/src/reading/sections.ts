/** Section of an abstract to which a sentence belongs. */
export type Section = 'background' | 'aim' | 'method' | 'result' | 'conclusion' | 'unknown';

const labels: [Section, RegExp][] = [
  ['unknown', /^methods?\b.{0,20}\b(?:results?|findings?)/i],
  // "RESEARCH DESIGN AND METHODS", "PRIMARY OBJECTIVE", "MAIN OUTCOME MEASURES AND RESULTS".
  ['background', /^summary.{0,10}\bbackground\b/i],
  ['aim', /^.{0,30}\b(?:objectives?|aims?)\b/i],
  ['method', /^.{0,30}\bmethods?\b/i],
  ['result', /^.{0,40}\b(?:results|findings)\b/i],
  ['background', /^(?:background|introduction|context|rationale|importance|背景|前言|引言)/i],
  ['aim', /^(?:objectives?|aims?|purposes?|hypothesis|goals?|目的|目标)/i],
  [
    'method',
    /^(?:methods?|materials?|design|setting|participants?|patients?|interventions?|main outcome|measurements?|subjects|study|data sources?|方法|资料|对象)/i,
  ],
  ['result', /^(?:results?|findings?|main results?|结果)/i],
  ['conclusion', /^(?:conclusions?|interpretation|significance|discussion|implications?|结论|讨论|意义)/i],
];

const heading =
  /^(?:(?:Introduction|Background|Objectives?|Aims?|Purpose|Study Design|Methods?|Results?|Conclusions?)(?=\p{Lu}\p{Ll})|\p{Lu}[\p{Lu}\p{N}/&,\- ]{3,60}?(?=:| \p{Lu}[\p{Ll}\p{N}]| [\p{Ll}\p{N}])|\p{Lu}[\p{Ll} /&]{3,40}:|[【[]?[\p{Script=Han}]{2,6}[】\]：:])/u;

/**
 * Matches a heading recognisable only by capitals and a colon: "SUMMARY:", "LIMITATIONS:". It ends the section before
 * it.
 */
const otherHeading = /^\p{Lu}[\p{Lu}&/\- ]{3,60}(?=:)/u;

/** Returns the section that a sentence opens by its heading ("RESULTS: …", "METHODS We …", "结果：…"). */
export function sectionOf(sentence: string): Section | undefined {
  const found = heading.exec(sentence)?.[0].replace(/^[【[]/, '');
  const known = found === undefined ? undefined : labels.find(([, pattern]) => pattern.test(found))?.[0];
  return known ?? (otherHeading.test(sentence) ? 'unknown' : undefined);
}

/** Returns the length of the heading within a sentence, in characters. */
export function headingLength(sentence: string): number {
  if (sectionOf(sentence) === undefined) return 0;
  const label = heading.exec(sentence)?.[0].length ?? 0;
  return label + (/^[:：】\]\s]*/.exec(sentence.slice(label))?.[0].length ?? 0);
}

/** Matches sentences about the question rather than the results. */
export const isAim = (sentence: string): boolean =>
  /\b(?:we|this study|the (?:present )?study|the aims?|the objectives?|the purpose|our (?:aim|objective|goal))\b.{0,40}\b(?:aim(?:s|ed)?|sought|to (?:determine|investigate|evaluate|assess|examine|test|explore|compare)|hypothesi[sz]ed|investigate(?:d)? whether|examined whether|asked whether|tested whether)\b|^(?:to|aims? to) (?:determine|investigate|evaluate|assess|examine|test|explore|compare)\b|\bremains? (?:unclear|unknown|controversial|uncertain|to be)\b|\b(?:is|are) (?:unclear|unknown|not known|poorly understood)\b|旨在|目的是|探讨.{0,30}(?:关系|作用|影响|效果)(?!显示|表明)|尚不清楚|尚不明确/i.test(
    sentence,
  );

/** Matches sentences about the findings of others. */
export const isBackground = (sentence: string): boolean =>
  /\b(?:previous(?:ly)?|prior|earlier|recent|several|other|many) (?:studies|reports|work|trials|observations|investigators|research)\b|\bhas been (?:shown|reported|suggested|proposed|demonstrated)\b|\bhave been (?:shown|reported|suggested|proposed|demonstrated|implicated)\b|\bit is (?:well |widely |generally )?(?:known|established|believed|accepted)\b|既往研究|以往研究|已有研究|据报道|众所周知/i.test(
    sentence,
  );
