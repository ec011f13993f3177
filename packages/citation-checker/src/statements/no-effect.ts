/** Beginnings of words for an effect: after a “not”, they say that there was none. */
const effects =
  'due|recommend|attribut|explain|determin|differ|effect|associat|chang|increas|decreas|reduc|improv|benefit|correlat|relat|influenc|affect|rais|lower|prevent|superior|predict|caus|alter|impact|evidence|link|protect|significan(?!tly)|worsen|greater|higher|more|less|fewer|better|worse|longer|shorter|slow|prolong|extend|shorten|lead|enhanc|promot|inhibit|induc|suppress|delay|effective|efficac|advantage|contribut|modif|reach|fall|rise|declin|drop|grow|attenuat|diminish|elevat|ameliorat|alleviat';
const nothing = new RegExp(
  [
    String.raw`\b(?:not|never|neither|nor|cannot|\w+n['’]t|fail(?:s|ed|ure|ing)? to|(?:in|not )sufficient to|unable to|unlikely to)\b[^.;:]{0,40}?\b(?:${effects})\w*`,
    // "No patient had an elevated level".
    String.raw`\b(?:no|none of the)\s(?:\w+\s){1,3}(?:had|showed|experienced|developed|reported|reached)\b[^.;:]{0,24}?\b(?:${effects})\w*`,
    // "Without" and "lack of" only negate what is lacking: "lack of FGF21 leads to …" is an effect.
    String.raw`\b(?:no|without|lack of|absence of|little)\s(?:or no\s|any\s|an?\s|\w+ly\s|(?:clear|significant|major|further|overall|consistent|statistical|clinical|increased|decreased|reduced|apparent|such|additional|meaningful|relevant|measurable|detectable)\s){0,3}(?:[\w-]+\s){0,1}(?:${effects})\w*`,
    String.raw`\b(?:similar(?! to (?:those|that|previous|other)| to [^,.;]{1,40}, )(?!ly)|comparable|equivalent|unchanged|unaffected|unaltered|unrelated|ineffective|identical|non-?inferior(?:ity)?|non-?significant(?:ly)?|insignificant(?:ly)?|no longer|(?<!\b(?:using|with|by|from|in|at|of|on|to|under|during|within|over|through|for) )the same)\b(?! (?:age|sex|time|size|design|way|methods?|techniques?|samples?|procedures?|protocol|patients|subjects|criteria|day|period|sites?)\b)`,
    '无(?:显著|明显|统计学)(?:性|意义)?的?(?:差异|影响|关联|相关|作用|效果|变化|改善)?|(?:差异|关联|影响|作用|效果|相关性|变化)(?:均)?(?:无|不显著|不明显)|无(?:差异|关联|影响|作用|效果|关|相关|变化|获益|效)|未(?:见|能|发现|显示|观察到|显著|明显|减少|增加|升高|降低|改善|影响|延长|缩短|达到|发生|出现)|没有(?:显著|明显|统计学)?|不(?:能|会|可)?(?:显著|明显|有效)?(?:优于|劣于|引起|导致|造成|增加|升高|降低|减少|减轻|改善|影响|延长|缩短|预防|提高|相关)|与[^，。；]{1,20}无关|相似|相当(?!于)|相近|不显著|无统计学',
  ].join('|'),
  'iu',
);

/**
 * Wordings that contain a "no" without negating what follows them: "not only", "no less than", "whether or not", "A but not B is
 * associated", "those who did not smoke improved".
 */
const harmless = new RegExp(
  [
    String.raw`\bnot (?:only|just|merely|yet)\b|\bnot? (?:less|fewer|more|later) than\b|\bwhether or not\b|\bif not\b`,
    String.raw`\bbut not [^,]{1,40},|\bbut not (?!in\b|with\b|for\b|by\b|to\b)[^,;:.()]{2,40}? (?:is|are|was|were|has|have|had)\b`,
    String.raw`\bwho (?:do|does|did) not (?!${effects})\w+`,
    '不仅|不但|不只',
  ].join('|'),
  'gi',
);

/** Nitric oxide. */
const nitricOxide =
  /\bNO\b(?=[ -](?:synthase|donor|production|release|level|concentration|bioavail|pathway|signal|generation|formation|scaveng))/g;

/**
 * Finds a statement that nothing changed, differed or was associated; undefined if there is none. Linear in the text.
 */
export function nothingChanged(text: string): { text: string; start: number; end: number } | undefined {
  const found = nothing.exec(text.replace(harmless, blank).replace(nitricOxide, blank));
  if (!found) return undefined;
  const [{ length }, start] = [found[0], found.index];
  return { text: text.slice(start, start + length), start, end: start + length };
}

function blank(words: string): string {
  return ' '.repeat(words.length);
}
