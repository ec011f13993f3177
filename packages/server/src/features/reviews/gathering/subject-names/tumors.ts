/** Names of cancer in general. */
const ofCancer = /^(?:cancers?|neoplasms?|tumou?rs?|malignan(?:cy|cies)|癌症?|肿瘤|恶性肿瘤)$/i;

/** Words for tumors: any of them is one of cancer. */
export const tumors =
  /\b(?:cancers?|\w{0,20}carcinom\w{1,4}|tumou?r\w{0,9}|neoplas\w{1,4}|malignan\w{1,4}|leuka?emi\w{1,3}|\w{0,10}(?:lymph|melan|sarc|gli|blast|myel)oma(?:s|ta)?|AML|CML|CLL|metasta\w{1,6})\b|癌|瘤|白血病/i;

/** Returns true for the wordings of cancer in general, of which every tumor is a kind. */
export function namesCancer(wordings: readonly string[]): boolean {
  return wordings.slice(0, 2).some((wording) => ofCancer.test(wording));
}
