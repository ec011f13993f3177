/**
 * Phrases that say that, and by which authors, something was reported or proposed, without content of their own. A word
 * of strength in them ("proposed", 提出) is read when the strength of the two is compared.
 */
const framing: readonly string[] = [
  String.raw`^evidence (?=from [^,;:.()]{2,80} (?:indicates?|suggests?|shows?|showed|suggested|indicated) that\b)`,
  String.raw`there (?:is|was|has been) (?:a )?(?:growing|accumulating|mounting|emerging|increasing)(?= (?:body of )?evidence)`,
  String.raw`(?<!\p{L})(?:growing|accumulating|mounting|emerging) (?=evidence\b)`,
  String.raw`\bit (?:has|have) been (?:proposed|suggested|reported|argued|postulated|put forward) that\b`,
  String.raw`\b(?:is|are|was|were|has been|have been) (?:proposed|postulated|argued) (?=to\b)`,
  String.raw`\b(?:one|a|this|the) (?:recent )?(?:narrative |systematic )?(?:review|commentary|paper|article|report) (?:found|finds|concludes?|concluded|argues?|argued|proposes?|proposed|suggests?|suggested|states?|stated|notes?|noted|describes?|described|reports?|reported)\b`,
  String.raw`\baccording to (?:the |its |these )?(?:authors?|investigators?|researchers?|study|review|trial)\b`,
  String.raw`\b(?:the )?(?:authors?|investigators|researchers) (?:of (?:the|one|a) (?:study|trial|review|report) )?(?:conclude|believe|argue|propose|suggest|report|state|note|find|found|maintain|infer|deduce)d?(?: that)?\b`,
  String.raw`\b\p{Lu}\p{L}{2,20}(?: et al\.?| and colleagues| and co-?workers)(?:,? \(?(?:19|20)\d\d\)?,?)?(?= (?:found|reported|showed|observed|concluded|demonstrated|noted|described)\b)`,
  String.raw`\b(?:as|than) (?:a whole|such)\b(?= \p{Ll})`,
  String.raw`(?<=\bretrospective )(?:chart|medical records?|case[- ]notes?|file)(?= review)`,
  String.raw`(?<=\b(?:rural|urban|metropolitan) )areas?\b`,
  String.raw`\b(?:acts?|acted|acting|serves?|served|serving|works?|worked|functions?|functioned) (?=as (?:an?|the)\b)`,
  String.raw`\bthe (?:condition|disorder|two species|two groups|two arms|two strategies|two methods|two procedures|two treatments)\b(?! (?:of|with|in which|that)\b)`,
  String.raw`\bamong (?:the |several )?factors (?=associated)`,
  String.raw`\b(?:this|the) (?:was|is) (?=also (?:seen|found|true))`,
  String.raw`(?:有|一项|另有)(?:研究|学者|综述|作者|报道)(?:者|人员)?(?:提出|认为|报道|指出|发现|显示|表明|证明了?)`,
  String.raw`(?:作者|研究者|研究人员|学者)(?:提出|认为|报道|指出|发现)`,
];

const frames = new RegExp(framing.join('|'), 'giu');

/** Finds the reporting phrases of a claim. Linear in the text. */
export function findReportFrames(text: string): { start: number; end: number }[] {
  return [...text.matchAll(frames)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * Matches the participants at the beginning of a statement, whatever the word for them: "In 116 cleaners,", "Of 32,441
 * archived appendix samples from UK hospitals,". The number must be one of the study.
 */
const counted =
  /(?:(?<=^|[,;.] )(?:in|among|amongst|across|for|of|over) (?:(?:a|an|the|these|all|small|large|total|sample|series|cohort|group|study|analysis|survey|review|trial|set|of|some|about|approximately|nearly|over|more|than) ){0,6}(?:\d[\d,\u00a0 ]{0,9}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) [^,;:.()]{2,120}?(?=,)|(?<=^|[,，；。对在纳入]|一项)\d[\d,]{0,8}\s?(?:例|名|位|只|份|家|个)(?:[12]型)?[^，,。；\d]{2,40}?(?:中|[，,]|的(?:研究|分析|试验|随访|监测|调查|比较)))/giu;

/** Finds the phrases in which a claim counts its participants. Linear in the text. */
export function findCountedPopulations(text: string): { start: number; end: number }[] {
  return [...text.matchAll(counted)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * Matches the evidence of a study ("The MRI findings suggest that") or its population by disease ("In localised
 * prostate cancer,").
 */
const framed =
  /^(?:(?:the|these|our|their) )?(?:[\w-]+ ){1,3}(?:findings|data|results|evidence|experiments?|analys[ei]s|studies|simulations?|modelling|modeling|measurements?|observations?) (?=(?:suggest|indicat|show|reveal|demonstrat|support|impl(?:y|ies|ied)|point)\w{0,4} (?:that|an?|the|no|to)\b)|^(?:in|among|for) (?:[\p{L}\d-]+ ){0,5}(?:cancers?|carcinomas?|tumou?rs?|lymphomas?|leuka?emia|melanomas?|diseases?|syndromes?|disorders?|failure|strokes?|infarction|diabetes|asthma|epilepsy|arthritis|psoriasis|hypertension|obesity|dementia|infections?|sepsis|fractures?|injur(?:y|ies))(?=,)/giu;

/** Finds the phrase at the beginning of a claim that names its evidence or disease. Linear in the text. */
export function findFramedSources(text: string): { start: number; end: number }[] {
  return [...text.matchAll(framed)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * Matches a phrase before the statement: "For breast cancer prediction in carriers, …", "With computer-aided diagnosis,
 * …", "在…中，".
 */
const fronted =
  /^(?:in|for|with|by|using|on|from|during|throughout|under|at|across|after|following) [^,;:.()]{3,120}(?=,)|^(?:在|对于?|经|采用|使用|通过|应用|关于|就|为了?)[^，,。；]{2,40}(?=[，,])|^[^，,。；]{2,30}(?:显示|表明|发现|提示|证实)(?=[，,])/giu;

/** Finds the phrase before the statement of a claim. Linear in the text. */
export function findFrontedPhrases(text: string): { start: number; end: number }[] {
  return [...text.matchAll(fronted)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}
