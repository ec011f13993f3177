/**
 * "Haddad S et al. (2020, cohort study, n = 82):", "张三 等（2021，随机试验）：". Words end at a space only: where they may end
 * anywhere, a sentence without such a lead is tried in thousands of partitions.
 */
const studyLead =
  /^[\p{L}'’.-]{1,150}(?:\s[\p{L}'’.-]{1,30}){0,4}\s?(?:,?\set al\.?|等)?\s?[（(](?:19|20)\d\d[^()（）]{0,120}[)）]\s?[:：]\s?(?=["“])/u;

/** The groups that our reviews put findings of one direction in; what follows is quoted. */
const directionLead =
  /^(?:A rise or an improvement|A fall|No difference|升高或改善|降低|无差异)[:：]\s?(?=["“])/;

/** "Doe J et al. 2022", "Doe J 等 2022": the cell of a table that names a study. */
const sourceName =
  /^(?:[\p{L}'’.-]{1,30}\s){1,5}(?:et al\.?,?\s|等[,，]?\s?|(?:and|&|和)\s[\p{L}'’-]{1,30}\s){0,2}[（(]?(?:19|20)\d\d[a-z]?[)）]?[.。]?$/u;

/**
 * Text before a quotation, and the author and the year with which our reviews begin and end it: "Doe J et al. Cohort study,
 * 2019:". What the quotation is may follow in brackets: "2019 (result):".
 */
const beforeQuotation = /^[^:：“”"]{4,240}[:：]\s?(?=["“])/;
const beginsWithAuthor = /^[\p{L}'’. -]{2,60}?(?:et al\. (?=[\p{Lu}\d])|等)/u;
const endsWithYear = /(?:19|20)\d\d年?(?: ?[(（][^()（）]{1,40}[)）])?[:：] ?$/;

function designLead(said: string): string {
  const [lead = ''] = beforeQuotation.exec(said) ?? [];
  return beginsWithAuthor.test(lead) && endsWithYear.test(lead) ? lead : '';
}

/** Removes what introduces a quotation and states nothing of its article: the name of the study, or the group of its finding. */
export function removeLeadIn(said: string): string {
  return said.slice(designLead(said).length).replace(studyLead, '').replace(directionLead, '');
}

/** Tells whether a text only names a study by its author and year. */
export function namesSource(said: string): boolean {
  return said.length <= 80 && sourceName.test(said.trim());
}
