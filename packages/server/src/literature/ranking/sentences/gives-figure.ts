/** Numbers that are no result: of names and stages ("type 2 diabetes", "IL-17"), of time, of the size of P and of intervals. */
const otherNumbers =
  /\b(?:types?|grades?|stages?|class(?:es)?|phases?|groups?|levels?|days?|weeks?|months?|years?|at|in|of|since)[- ]?\d{1,4}(?!\d|[.,]\d|%| ?[/%]| ?(?:of|patients|cases|subjects|women|men|children|points|mg|kg))\b|\b[A-Za-z]{1,15}-?\d{1,6}[A-Za-z]{0,5}\b|\b\d{1,4}(?:\.\d{1,2})?[- ](?:days?|weeks?|months?|years?|hours?|minutes?)(?: (?:old|of age))?\b|\bP ?[<=>] ?\d?\.?\d{1,6}|95 ?% ?(?:CI|confidence)|\d{1,4} ?(?:天|日|周|个月|月|年|岁|型|期|级)/gi;

/** Shares and counts in words: "sixteen percent", "half of", "nine patients". */
const inWords =
  /\bper ?cent\b|\b(?:half|thirds?|quarters?) of\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?:-[a-z]{3,5})? (?:of|out of|in|patients|women|men|children|infants|cases|participants|subjects)\b|半数|[一二三四五六七八九十]分之|[一二三四五六七八九十]成/i;

/** Returns true if a sentence has a number that can be a result: a share, a difference, a count of people. */
export function givesFigure(text: string): boolean {
  return inWords.test(text) || /\d/.test(text.replace(otherNumbers, ' '));
}
