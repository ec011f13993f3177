import { foldText } from '@citewell/core/text/words.ts';

/** Relatives as whoever asks names them, a pattern without a flag. */
export const relatives =
  'dad(?:dy)?|father|mum(?:my)?|mom|mother|husband|wife|partner|boyfriend|girlfriend|uncle|aunt(?:ie)?|gran|nan|granny|grandma|grandmother|grandpa|grand?dad|grandfather|nephew|niece|cousin|in-laws?|brother|sister';
const others =
  'friends?|mates?|neighbou?rs?|colleagues?|boss|doctors?|gps?|nurses?|pharmacists?|chemists?|consultants?|surgeons?|specialists?|physios?|midwi(?:fe|ves)|dietitians?|registrars?|[a-z]{3,14}ologists?';
const somebody = 'someone|somebody|everyone|everybody|people|they|i|he|she|we';
const reports =
  'mention(?:s|ed)|suggest(?:s|ed)|says?|said|saying|tells?|told|reckons?|reckoned|read|heard|hears|swears?|swore|claims?|claimed|insists?|insisted|recommend(?:s|ed)|advis(?:es?|ed)|warn(?:s|ed)';

/** Matches who says something, and that they do: "a friend swears by", "someone mentioned". */
const english = new RegExp(
  String.raw`\b(?:(?:(?:my|our|her|his|the|a|an|one|some|another) )(?:[\w-]{1,14} )?(?:${relatives}|${others})|${somebody})(?:['’]s)? (?:(?:has|have|had|just|also|once|keeps?|always|was|were|been) ){0,2}(?:${reports})\b`,
  'gi',
);
/** Matches relatives of whoever asks, who are patients to records: "my mum has dementia". */
const ofAsker = new RegExp(String.raw`\b(?:my|our) (?:[\w-]{1,14} )?(?:${relatives})\b`, 'gi');
/** Matches questions about what runs in a family, in which a relative is part of the question. */
const asksOfFamily =
  /\b(?:am i|will i|do i|should i|are we|can i|could i|i (?:have|get|be)|inherit\w*|hereditary|genes?|genetic\w*|runs? in|family|carrier|pass(?:ed|es)? (?:it )?(?:on|down))\b/i;

const chinese =
  /(?<![看问找见]了?)(邻居|朋友|同事|同学|亲戚|老乡|网友|病友|网上|别人|有人|听人|大夫|医生|专家|护士|药师|老师)们?(?:都|也|老|总|曾|跟我|和我|给我)?(?:说|讲|推荐|建议|介绍|告诉)/g;

/**
 * Returns the words of a message for who told something, and that they did, and for relatives of whoever asks: records on its subject have
 * none of them.
 *
 * @example
 * hearsayIn('A friend swears by cranberry'); // ['friend', 'swears']
 */
export function hearsayIn(message: string): string[] {
  const said = [...message.matchAll(english)].flatMap(([found]) => wordsIn(found));
  const family = asksOfFamily.test(message)
    ? []
    : [...message.matchAll(ofAsker)].flatMap(([found]) => wordsIn(found).slice(-1));
  const inChinese = [...message.matchAll(chinese)].flatMap(([, teller = '']) => [teller]);
  return [...new Set([...said, ...family, ...inChinese])];
}

/** Words that articles and pronouns leave, of which none is a subject. */
function wordsIn(text: string): string[] {
  return (foldText(text).match(/[a-z]+/g) ?? []).filter((word) => !determiner.test(word));
}

const determiner = /^(?:my|our|her|his|the|an?|one|some|another|s)$/;
