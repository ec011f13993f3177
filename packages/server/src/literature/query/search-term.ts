/** Maximum number of words in a name: the longest MeSH headings that people search for have eight. */
const wordsMax = 8;
const lengthMax = 80;
const hanLengthMax = 20;

/** Characters of names of diseases, drugs and genes; a period only after an abbreviation: "St. John's wort". */
const written = /^[\p{L}\p{N} ,'’()+/αβγδκµμ.-]+$/u;
const address = /\p{L}\.\p{L}|\/\/|\bwww\b/iu;
const fullStop = /\p{L}{3}\.$/u;

/**
 * Words that make a sentence: pronouns of address, auxiliaries, imperatives, articles of other languages, and verbs of
 * effect in the third person. Nouns and adjectives of the same letters ("use", "causes", "reduced") are not included.
 */
const sentenceWords =
  /(?<![\p{L}\p{N}'’-])(?:you|your|yours|yourself|i|me|my|we|our|us|he|she|it|its|they|them|this|these|those|is|are|was|were|be|been|am|has|have|had|does|do|did|can|could|may|might|must|should|shall|will|would|not|never|don['’]t|please|now|today|immediately|instead|stop|take|start|avoid|give|swallow|drink|inject|call|visit|click|ignore|tell|say|says|cures?|heals?|kills?|killed|cured|healed|lowers|raises|reduces|increases|decreases|improves|worsens|worsened|prevents|prevented|doubles|doubled|halves|halved|dissolves|triples|tripled|eliminates|eliminated|reverses|reversed|treats|shows|showed|proves|proved|died|dies|because|therefore|le|les|chez|der|das|und|los|las|if|then|than)(?![\p{L}\p{N}'’-])/iu;

/**
 * Matches figures of a result: "42%" ("p<0.001" already has other signs). Years and names ("type 2", "CYP2D6") do not
 * count.
 */
const result = /\d\s*(?:%|percent|per cent|mg|tablets?|pills?|times|fold)(?!\p{L})/iu;

const hanWritten = /^[\p{Script=Han}\p{L}\p{N}（）()+·/-]+$/u;
const hanSentence =
  /[您你我他她它]|请|停用|停药|停止|服用|立即|马上|应该|应当|建议|不要|不能|可以|治愈|根治|致命|致死|使|能够|增加|降低|升高|减少|死亡率?[增升加]|无效|有效|[是会将]/;

/**
 * Returns true for a searchable name. A planner's words enter queries that readers see: a sentence, instruction, result
 * or address among them is not a name and suggests an attack.
 */
export function isSearchTerm(text: string): boolean {
  if (/\p{Script=Han}/u.test(text))
    return text.length <= hanLengthMax && hanWritten.test(text) && !hanSentence.test(text);
  return (
    text.length <= lengthMax &&
    text.split(' ').length <= wordsMax &&
    written.test(text) &&
    !address.test(text) &&
    !fullStop.test(text) &&
    !sentenceWords.test(text) &&
    !result.test(text)
  );
}
