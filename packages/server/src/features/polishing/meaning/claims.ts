import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { findingScore, findingScoreMin } from '@citewell/core/text/stated-finding.ts';
import { beginsWithMarker, isFollowedByMarker } from './caller-markers.ts';
import { hasCitation } from './has-citation.ts';

/** Sentence whose statement others must have shown, with its offset and its need for a reference. */
export type Claim = { text: string; start: number; end: number; score: number };

/** Words for the author's own actions, aims and conclusions, which no other paper can support. */
const own =
  /\b(?:we|our|ours|us)\b|\b(?:this|the present|the current|present) (?:study|review|paper|article|trial|work|analysis|manuscript|report|section|case)\b|本(?:研究|文|综述|试验|组|院|例|报告|中心)|我们|笔者|该患者|(?:the|this) (?:patient|boy|girl|man|woman) (?:was|had|presented)|\b(?:informed consent|ethic(?:s|al)|written consent|was approved by)|知情同意|伦理委员会|\b(?:were|was) (?:randomi[sz]ed|recruited|enrolled|collected|calculated|measured|analy[sz]ed|excluded|included|performed|conducted|used)\b/i;

const notStated =
  /[?？]["”’)）]?\s*$|^(?:#|>|\||(?:figure|table|fig\.|图|表)\s*\d)|\b(?:should be|needs? to be) (?:investigated|studied|explored|clarified)|further (?:research|studies|work|investigation)|有待(?:进一步)?(?:研究|探讨|证实)|需(?:要)?进一步/i;

/** Lists the sentences of a piece of prose that state findings of others without a citation, in order. */
export function claimsIn(prose: string): Claim[] {
  const sentences = splitSentences(prose);
  return sentences.flatMap(({ text, start, end }, at) => {
    // A marker after the full stop belongs to the sentence before it.
    if (isFollowedByMarker(prose.slice(end)) || hasCitation(text)) return [];
    if (beginsWithMarker(sentences[at + 1]?.text ?? '')) return [];
    if (!isSentence(text) || own.test(text) || notStated.test(text)) return [];
    const score = findingScore(text);
    return score >= findingScoreMin ? [{ text, start, end, score }] : [];
  });
}

/** Matches complete sentences: not headings or fragments. */
function isSentence(text: string): boolean {
  const long = detectLanguage(text) === 'zh' ? text.length >= 10 : text.split(/\s+/).length >= 6;
  return (
    long && /[.。!！;；]["”’)）*_]*$/.test(text) && !/^\s*(?:[-*+•]\s)?\*\*[^*]+\*\*\s*[:：]?$/.test(text)
  );
}

/** Inserts markers before the full stops of sentences; `marks` are keyed by the end of each sentence. */
export function insertCitations(prose: string, marks: readonly { end: number; mark: string }[]): string {
  let out = prose;
  for (const { end, mark } of [...marks].sort((one, other) => other.end - one.end)) {
    const [stop = ''] = /[.。!！;；]["”’)）*_]*$/.exec(out.slice(0, end)) ?? [];
    const at = end - stop.length;
    const gap = /[\p{Script=Han}）”’]$/u.test(out.slice(0, at)) || /^[。！；]/.test(stop) ? '' : ' ';
    out = `${out.slice(0, at)}${gap}${mark}${out.slice(at)}`;
  }
  return out;
}
