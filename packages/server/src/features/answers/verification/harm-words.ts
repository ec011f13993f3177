import { hanTerms } from '@citewell/core/text/translate.ts';

/**
 * Words that make a sentence potentially harmful: death, cure, poison, stopping, doubling and the like, one family per
 * line. A record that supports such a sentence contains a word of the same family.
 */
const families: readonly RegExp[] = [
  /\b(?:die[ds]?|dying|deaths?|dead|fatalit\w+|mortal\w*|surviv\w*|shorten\w* life|suicid\w*)\b|(?<![梗坏])死|生存|存活|丧生|夺命/i,
  /\b(?:deadly|lethal\w*|fatal|fatally|kill\w*|life[- ]threatening)\b|致命|致死|(?<!自)杀(?![菌虫])/i,
  /\b(?:cure[ds]?|curing|curative|heal(?:s|ed|ing)?|eradicat\w*|remission|resolv\w*|resolution|clear(?:s|ed|ance)|guér\w*|heil\w*)\b|治愈|根治|痊愈|根除|治好|百病/i,
  /\b(?:poison\w*|toxic\w*|venom\w*|hepatotoxic\w*|nephrotoxic\w*|\w{3,}toxic\w*)\b|(?<![病消梅]|酸中)毒/i,
  /\b(?:stop(?:s|ped|ping)?|discontinu\w*|abandon\w*|withdraw\w*|withdrew|cease[ds]?|cessation|quit\w*|deprescri\w*|interrupt\w*|setzen\b.{0,30}\bab|terminat\w*)\b|停用|停药|停服|停止|中止|撤药|(?<!暂)停(?![经留])|戒/i,
  /\b(?:doubl\w*|tripl\w*|quadrupl\w*|halv(?:e[ds]?|ing)|two-?fold|three-?fold|twice|\w+-fold|times)\b|加倍|翻倍|倍(?![他氯])|减半/i,
  /\b(?:cancer\w*|tumou?r\w*|\w*carcinom\w*|malignan\w*|neoplas\w*|leuka?emi\w*|lymphom\w*|melanom\w*|sarcom\w*|oncolog\w*|carcinogen\w*|metasta\w*|glioma\w*|myelom\w*)\b|癌|肿瘤|(?<!动脉)瘤|白血病/i,
  /(?<!-)\b(?:blind(?!ed\b)\w*|vision loss|visual (?:loss|impairment)|deaf\w*|hearing loss|paraly\w*|coma\w*|amputat\w*)\b|失明|失聪|瘫痪|昏迷|截肢/i,
  /\b(?:danger\w*|harm\w*|unsafe|hazardous\w*|hazards(?! ratios?| model)|contraindicat\w*|banned|forbidden|prohibited|injur\w*|side effects?|damag\w*)\b|危险(?!度|比|因素)|有害|禁用|禁忌|危害|不安全|伤害|损害/i,
  /\b(?:harmless|safe|safely|safety|well[- ]tolerated|adverse|tolerab\w*|complication\w*|side effects?|toxic\w*)\b|安全|无害|耐受|不良|并发症/i,
  /\b(?:useless|worthless|unnecessary|obsolete)\b|无用|没用|多余/i,
  /\b(?:never|always|everyone|everybody|nobody|all (?:adults|patients|people|children)|every (?:patient|adult|child))\b|所有人|人人|任何人|绝不|百分之百/i,
  /\b(?:instead of|replaces?|replaced|replacing|substitut\w*|alternative\w*|rather than|in place of|switch\w*)\b|代替|替代|取代|改用/i,
  // Words for the people a record describes, which must not be added either.
  /\b(?:pregnan\w*|gestation\w*|antenatal\w*|prenatal\w*|lactat\w*|breast-?feed\w*)\b|妊娠|孕|产前|哺乳/i,
  /\b(?:child(?:ren|hood)?|paediatric\w*|pediatric\w*|infan\w*|neonat\w*|newborns?|adolescen\w*|boys|girls|teenage\w*|toddlers?)\b|儿童|婴|新生儿|青少年|小儿|患儿|幼儿/i,
];

/** Acts for which a sentence of the record must contain a word of the family and another word of the claim. */
const acts =
  /\b(?:lethal|fatal|kill|poison|stop|discontinu|abandon|doubl|tripl|halv|cure|cured|cures)\w*|致命|停用|加倍|翻倍|治愈|根治/i;

/**
 * Returns true if a sentence contains a word of a family that the text lacks, or an act that the text relates to
 * something else.
 */
export function hasUnsupportedHarmWord(sentence: string, text: string): boolean {
  const found = families.filter((family) => family.test(sentence));
  if (found.some((family) => !family.test(text))) return true;
  const clause = sentence.split(/[;；,，]/).find((part) => acts.test(part));
  if (clause === undefined) return false;
  const family = found.find((each) => each.test(acts.exec(clause)?.[0] ?? ''));
  if (!family) return false;
  const stated = clause.replace(acts, ' ');
  const words = wordsOf(/\p{Script=Han}/u.test(text) ? stated : inEnglish(stated));
  const telling = text.split(/[.。;；\n]/).filter((part) => family.test(part));
  return words.length > 0 && !telling.some((part) => words.some((word) => part.toLowerCase().includes(word)));
}

/** Chinese words with their English equivalents, for texts without Chinese. */
function inEnglish(clause: string): string {
  return [clause, ...hanTerms(clause).map(({ en = '' }) => en)].join(' ');
}

/** Prefixes of the longer words, and pairs of Chinese characters. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{Script=Latin}{5,}|\p{Script=Han}{2}/gu) ?? []).map((word) =>
    word.slice(0, 7),
  );
}
