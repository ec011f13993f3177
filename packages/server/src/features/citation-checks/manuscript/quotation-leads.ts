/**
 * Matches "Haddad S et al. (2020, cohort study, n = 82):", "张三 等（2021，随机试验）：". Words end only at spaces: otherwise a
 * sentence without such a lead would be tried in thousands of partitions.
 */
const studyLead =
  /^[\p{L}'’.-]{1,150}(?:\s[\p{L}'’.-]{1,30}){0,4}\s?(?:,?\set al\.?|等)?\s?[（(](?:19|20)\d\d[^()（）]{0,120}[)）]\s?[:：]\s?(?=["“])/u;

/** Groups in which our reviews place findings of one direction; a quotation follows. */
const directionLead =
  /^(?:A rise or an improvement|A fall|No difference|升高或改善|降低|无差异)[:：]\s?(?=["“])/;

/** Matches a table cell that names a study, in plots with what its effect is of: "Doe J et al. 2022", "Doe J 等 2022（二甲双胍）". */
const sourceName =
  /^(?:[\p{L}'’.-]{1,30}\s){1,5}(?:et al\.?,?\s|等[,，]?\s?|(?:and|&|和)\s[\p{L}'’-]{1,30}\s){0,2}[（(]?(?:19|20)\d\d[a-z]?[)）]?(?:\s?[（(][^()（）]{1,120}[)）])?[.。]?$/u;

/**
 * Matches the lead of a quotation in our reviews, from author to year: "Doe J et al. Cohort study, 2019:". The kind of
 * quotation may follow in brackets: "2019 (result):".
 */
const beforeQuotation = /^[^:：“”"]{4,240}[:：]\s?(?=["“])/;
const beginsWithAuthor = /^[\p{L}'’. -]{2,60}?(?:et al\. (?=[\p{Lu}\d])|等)/u;
const endsWithYear = /(?:19|20)\d\d年?(?: ?[(（][^()（）]{1,40}[)）])?[:：] ?$/;

function designLead(said: string): string {
  const [lead = ''] = beforeQuotation.exec(said) ?? [];
  return beginsWithAuthor.test(lead) && endsWithYear.test(lead) ? lead : '';
}

/**
 * Removes the lead of a quotation, which states nothing about its article: the name of the study, or the group of its
 * finding.
 */
export function removeLeadIn(said: string): string {
  return said.slice(designLead(said).length).replace(studyLead, '').replace(directionLead, '');
}

/** Returns true if a text only names a study by author and year. */
export function namesSource(said: string): boolean {
  return said.length <= 80 && sourceName.test(said.trim());
}
