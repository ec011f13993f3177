/**
 * Removes source pointers from a sentence: [3, 5–7], 【2】, (Smith et al., 2019), (Fig. 2), （见表2）, PMID 123. Their
 * numbers state nothing. Sentences come from any author, in any style, so this is not the SDK's parser of our own
 * markers.
 */
export function removeSourcePointers(sentence: string): string {
  return (
    sentence
      .replace(/<\|[^|<>]{0,40}\|>/g, ' ')
      .replace(
        /[[［【〔]\s{0,9}(?:E?\d{1,4}|[A-Za-z]{0,20}cit[A-Za-z]{0,20})?(?:\s{0,9}[,，、;；–—-]\s{0,9}E?\d{0,4}){0,200}\s{0,9}[\]］】〕](?!\()/g,
        ' ',
      )
      .replace(
        /[(（](?:[^()（）\d%]{0,80}\bet al\.?,?[^()（）%]{0,30}|[^()（）\d%=<>]{0,60}[,，]\s*(?:19|20)\d\d[a-z]?(?:\s*;[^()（）%=<>]{0,80})?)[)）]/g,
        ' ',
      )
      .replace(
        /[(（]?\s?\b(?:see\s)?(?:figs?\.?|figures?|tables?|refs?\.?|references?|supplementary|appendix)\s?(?:tables?|figures?|figs?\.?)?\s?S?\d+[A-Za-z]?(?:\s?(?:,|and|-|–)\s?\d+[A-Za-z]?)*[)）]?/gi,
        ' ',
      )
      .replace(
        /[(（]\s?(?:详?见|参见|如)?\s?(?:附|补充)?[图表]\s?S?\d+(?:\s?[-–—~、,，和及]\s?(?:[图表]\s?)?\d+)*[A-Za-z]?(?:所示)?\s?[)）]|(?<![常少罕可多])(?:详见|参见|见|如)(?:附|补充)?[图表]\s?S?\d+(?:\s?[-–—~、,，和及]\s?(?:[图表]\s?)?\d+)*[A-Za-z]?(?:所示)?[，,]?/g,
        ' ',
      )
      .replace(/[(（]?\b(?:PMID|PMCID|doi)[:：]?\s?[\w./-]+[)）]?/gi, ' ')
      // "…mortality.27 The": a superscript that lost its formatting.
      .replace(/(?<=\p{Ll}{3}[.,])\d{1,3}(?:\s?[,–-]\s?\d{1,3})*(?=\s|$)/gu, '')
      .replace(/[ \t]{2,}/g, ' ')
      .trim()
  );
}
