/** Another study or finding, as a sentence points back to it. */
const other = String.raw`(?:this|these|that|those|it|them|earlier|prior|previous|other|another|the (?:other|former|latter|first|second|above)|E?\d)\b[^,]{0,80}`;
const english = new RegExp(
  String.raw`^(?:(?:in|by) contrast|in contrast (?:to|with) ${other}|contrary to ${other}|unlike ${other}|conversely|on the contrary|on the other hand|however|nevertheless|nonetheless),\s*(?=\S)`,
  'i',
);
const chinese =
  /^(?:与[此之]相反|与[^，,]{0,20}(?:研究|结果|发现)(?:相反|不同)|相反|反之|相比之下|另一方面|然而|但是?|不过)[，,]?\s*(?=\S)/;

/**
 * Removes the words with which a sentence sets itself against the one before it. Whether two findings disagree is for the
 * statements of their studies to show, and the sentence before may have been left out.
 * @example removeContrast('In contrast, nausea was more common.') // 'Nausea was more common.'
 */
export function removeContrast(sentence: string): string {
  const rest = sentence.replace(english, '').replace(chinese, '');
  return rest === sentence ? sentence : rest.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());
}
