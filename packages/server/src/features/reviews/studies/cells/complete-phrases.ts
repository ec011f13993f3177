/**
 * Rules that distinguish a whole noun phrase from a piece of a sentence, for the cells of the comparison table: loose
 * words at the end of a phrase are cut, and a phrase that lacks its noun is dropped.
 */

/** Words in -ing, -ed or -ly that are nouns, or adjectives that a noun may be. */
const noVerb =
  /^(?:bleed|vomit|stent|screen|feed|breastfeed|graft|imag|poison|wheez|drink|smok|train|breath|liv|test|counsel|teeth|pac|condition|sampl|swell|function|hous|shunt|scann|monitor|lower|host|sequenc|fast|fitt|mapp|walk|runn|cycl|swimm|danc|brush|hear|ag|bond|bind|sing|cutt|thinn|genotyp|dry|clean|bath|mix|bank|phenotyp|coat|cod|signal|signall|schedul|program|programm|reposition|resurfac|support|learn|well-be)ing$|^(?:bed|need|seed|feed|speed|weed|breed|unaffected|family|elderly|early|anomaly|supply|assembly|fly|belly|july)s?$/i;
/** Nouns that end as adjectives do. */
const nounLikeAdjective =
  /^(?:withdrawal|survival|interval|arrival|removal|renewal|hospital|animal|metal|signal|approval|denial|referral|rehearsal|dismissal|proposal|alcohol|journal|\w*festival|potential|individual|mineral|material|ritual|meal|\w*statistics?|topic|clinic|antibiotic|analgesic|antiemetic|anti\w+ic|neuroleptic|narcotic|an(?:a)?esthetic|epidemic|pandemic|panic|music|\w+biotic|psychotic|cosmetic|plastic|fabric|lipid|probiotic|adjective|additive|preservative|sedative|laxative|alternative|contraceptive|incentive|motive|initiative|objective|olive|caregiver|carrier|diary|library|salary|dictionary|summary|capillary|ovary|pituitary|worker|cancer|fever|fiber|water|butter|monitor|table|cable|vegetable|variable|apple|bed|need|seed)$/i;

const isAdjective = (word: string) =>
  /(?:al|ic|ive|ous|ary|oid|able|ible|atory|ian|-fat|-month|-year|-day|-week|-dose|-term|-line)$/i.test(
    word,
  ) && !nounLikeAdjective.test(word);

/** Verbs in the middle or at the end of what should be a name. */
const verbs =
  /\b(?:protects?|prevents?|shortens?|offers?|requests?|accepts?|results?|preceded|precedes?|administered|given|obtained|produces?|requires?|leads?|remains?|becomes?|exists?|appears?|correlates?|inhibits?|agreed|reduces|improves|increases|decreases|predicts|inform|allows?|justify|warrants?)\b(?! of\b)/i;
/** First words of a question or of a sentence, and bare words that name nothing. */
const noName =
  /^(?:there|still|having|being|should|would|could|it|they|we|its?|this|these|those|that|such|one|some|more|most|less|very|not|no|yes|options?|treatments?|responsibility|hospitals?|living|overall|global|general|maternal|inpatient|ecologic|information|variants?|variations?|mutations?|polymorphisms?|alleles?|genes?|genotypes?|levels?|values?|changes?|factors?|markers?|biomarkers?|methods?|approach(?:es)?|techniques?|models?|strategies|strategy|groups?|arms?|patterns?|status|rates?|scores?|doses?|features?|characteristics|parameters?|measures?|measurements?|first observation|combination treatment|different \w+|specific \w+|common \w+)$|^(?:there|it|they|we|what|who|how|when|where|why)\b|\b(?:related|based|associated|compared|using|used)$/i;

/** Words after which an article begins a new statement: "prophylactic fixation a cost-effective method". */
const afterNoun =
  /(?<!\b(?:of|for|in|on|with|by|to|from|at|as|per|after|before|during|under|between|against|over|among|toward|towards|than|like|without|and|or|via|into|through|within|following))\s(?:an?|the|still|really|also|only|ever|then)\b.*$/;

/** Returns the complete name of what was given or examined in a phrase; empty for a fragment. */
export function completeName(phrase: string): string {
  const name = phrase
    .replace(afterNoun, '')
    .replace(/(?:\s[a-z]{3,30}ly)$/, (word) => (noVerb.test(word.trim()) ? word : ''));
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  const isCutList = /,(?! ?\d{3}\b)/.test(name) && !/,? (?:and|or) /.test(name.slice(name.lastIndexOf(',')));
  return noName.test(name) ||
    verbs.test(name) ||
    isCutList ||
    isAdjective(last) ||
    (words.length > 1 &&
      (name === phrase ? /[a-z]ed$/i : /[a-z](?:ed|ing)$/i).test(last) &&
      !noVerb.test(last))
    ? ''
    : name;
}

/** Verbs and other words at which a phrase for people ends and the sentence goes on. */
const goesOn =
  /(?<!\s)\s(?<!ly\s)(?<!\bor\s)(?:(?:completed|agreed|changed|collected|performed|inhibits?|presenting|according|insured|resulting|caused|induced|confirmed|adapted|lasting|larger|longer|more|less|differently|diagnosed(?! (?:with|as having)\b)|treated(?= in\b| at\b|$)|fulfilling|cared|serving|attending|born(?! (?:(?:very |extremely )?(?:pre-?term|prematurely)|before|at)\b)|living(?! with\b)|in (?:one|two|three|four|five|six|seven|eight|nine|ten|several|many))\b.*)$/i;
/** Phrases for what people cannot be said to have: a part of a name, or a word that the sentence before explains. */
const noHaving =
  /\b(?:with|receiving|undergoing|without) (?:an? |the |recurrent )?(?:delivery|loss|losses|care|treatment|therapy|example|more parities|measures?|macrophages|data|samples|results|either\b.*|one\b.*|infections?|conditions?)$|(?<!treated )\bwith [^,]{0,80} (?:treatment|therapy)$|\bwith (?:different|various|varying|variable|differing) |\bwith (?:[a-z]+ ){0,2}(?:data|information|measurements?|samples?|records|values|measures) (?:for|on|of|about|from)\b|\b(?:neither|none|either)\b|\b(?:with|for|of) \d+\s|\bcompatible\b|\b(?:long term follow up)$/i;
/** Words before a phrase that make what follows its "with" a treatment: "we treated 20 patients with ergocalciferol". */
const treats =
  /\b(?:treated|supplement(?:ed|ing)|inject(?:ed|ing)|infus(?:ed|ing)|immuni[sz](?:ed|ing)|vaccinat(?:ed|ing)|provid(?:ed|ing))\s(?:[\w,.-]{1,20}\s){0,3}$/i;

/**
 * Returns the complete description of the participants in a phrase; empty for a fragment. `before` and `after` are the
 * texts around it.
 */
export function completePopulation(phrase: string, before: string, after: string): string {
  const cut = phrase.replace(afterNoun, '').replace(goesOn, '');
  const words = cut.split(' ');
  const [last = '', previous = ''] = [words.at(-1), words.at(-2)];
  const isParticiple =
    words.length > 1 &&
    /[a-z](?:ing|ed)$/i.test(last) &&
    !noVerb.test(last) &&
    !/^(?:unaffected|affected)$/i.test(last);
  // "Children with communicating" lacks the noun; "children with asthma treated" has it.
  const lacksNoun =
    (isParticiple && /^(?:with|without|and|or|of|an?|receiving|undergoing)$/i.test(previous)) ||
    (words.length > 2 && isAdjective(last) && !/^(?:diabetic|hypertensive)$/i.test(last)) ||
    / (?:with|and|or|of|[a-z]{3,20}ly|with complete)$/i.test(cut) ||
    // A list that the comma cuts: "a low-saturated fat, low-cholesterol diet".
    (/ (?:an?) [^,]*$/i.test(cut) && /^, [\w-]+ [\w-]+/.test(after) && / receiving an? /i.test(` ${cut} `));
  const whole = isParticiple ? words.slice(0, -1).join(' ') : cut;
  return lacksNoun || noHaving.test(whole) || (/ with /i.test(whole) && treats.test(before)) ? '' : whole;
}
