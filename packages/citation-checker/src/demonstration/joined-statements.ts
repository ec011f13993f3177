/** Statement of a sentence that joins several; `start` is its offset in the sentence. */
export type JoinedStatement = { text: string; start: number };

/** Words and punctuation that join two complete statements. */
const joint =
  /;\s|；|,\s(?:and|while|whereas|but)\s(?=(?:the|an?|in|its|their|no|there|both|mean|median|only)\s)|\s(?:and|while|whereas)\s(?=the\s)|[，,](?:而|同时|且)(?=\p{Script=Han})/giu;
const verb =
  /\b(?:was|were|is|are|had|has|have|did|does|occurred|increased|decreased|improved|fell|rose|declined|showed|remained|differed|reduced|developed|received|reached|died|accounted|correlated|predicted)\b|为|是|有|占|升|降|增|减|高于|低于|改善|相关|差异|无|未/i;
const phrase =
  /^(?:in|for|with|by|among|after|during|at|on|of|compared with)\s[^,;:.()]{3,120},\s|^在[^，。；]{2,40}[，,]/i;
/** Endings that state population, place or time: the joined statement may share them. */
const limited =
  /\b(?:in|among|amongst|for|with|without|after|following|before|during|under|than|at|from)\s[^,;:.()]{3,80}$/i;
/** Subjects that refer to the previous statement. */
const pointing =
  /^(?:it|they|its|their|this|these|those|the (?:latter|former|other|same|difference|effect|rate|figure|number|group)s?)\b|^(?:其|该|此|两者|后者|前者)/i;

/**
 * Splits a sentence that joins two or three complete statements: "The median time was 60 minutes and the median loss
 * was 90 mL". Returns none if one of them lacks a verb or subject, or has a qualification that the other may share.
 */
export function splitJoined(text: string): JoinedStatement[] {
  if (text.length > lengthMax) return [];
  const lead = phrase.exec(text)?.[0] ?? '';
  const body = text.slice(lead.length);
  const cuts = [...body.matchAll(joint)].filter(({ index }) => !isInBracket(body, index));
  if (cuts.length === 0 || cuts.length > cutsMax) return [];
  const parts: JoinedStatement[] = [];
  let from = 0;
  for (const { index, 0: found } of [...cuts, { index: body.length, 0: '' }]) {
    parts.push({ text: body.slice(from, index).trim(), start: lead.length + from });
    from = index + found.length;
  }
  const areWhole = parts.every(({ text: part }, at) => {
    const found = verb.exec(part);
    return (
      found !== null &&
      found.index >= subjectMin(part) &&
      (at === 0 || !pointing.test(part)) &&
      !/\b(?:respectively|both|each other)\b|分别/i.test(part)
    );
  });
  const isLimited = parts
    .slice(0, -1)
    .some(({ text: part }) => limited.test(part.replace(/(?<![\s,;])[\s,;]+$/, '')));
  return areWhole && !isLimited ? parts.map((part) => ({ ...part, text: lead + part.text })) : [];
}

const cutsMax = 2;
/** Maximum length of a sentence of a few statements. */
const lengthMax = 800;

/** Returns the minimum length of a subject before a verb, in characters. */
const subjectMin = (part: string): number => (/\p{Script=Han}/u.test(part) ? 2 : 6);

function isInBracket(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return (before.match(/[(（[]/g)?.length ?? 0) > (before.match(/[)）\]]/g)?.length ?? 0);
}
