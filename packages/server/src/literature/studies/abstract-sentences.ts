import { type AbstractSection, type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';

/**
 * Matches the imprint of an abstract, which is no sentence of its paper: copyright, funder, registration; and how patients
 * were allocated, which is no finding.
 */
const imprint =
  /^[([]?(?:(?:clinical |systematic review )?(?:trial )?registration(?: (?:number|information|identifier|url))?:? (?:(?:www\.|https?:\/\/)?clinicaltrials|clinical ?trials|isrctn|nct ?\d|prospero|crd ?\d|url\b|chictr|umin|actrn|eudract)|(?:funding|sponsorship|grant support|financial support):? (?!(?:was|were|is|are|has|had|of|for|from|by|may)\b)[A-Z][^.]{0,200}$|(?:block |stratified )?randomi[sz]ation (?:was|were) (?:stratified|computer|block|balanced|concealed|centrali[sz]ed)|(?:clinical |trial |study )?(?:registry|registration)(?: (?:no|number))?\.?:? (?:\w{1,15} ){0,3}(?:no\.? ?)?(?:NCT|ISRCTN?|ACTRN|ChiCTR)?\w{0,3} ?\d{5}|(?:随机化?|随机分组)按[^，。]{1,30}分层|(?:临床)?试验注册|©|copyright\b|all rights reserved|funded by\b|(?:this (?:study|work|trial) (?:was|is) )?(?:registered (?:at|with|as)|supported by (?:a )?grants?)\b|(?:trial )?registration:|(?:clinicaltrials|isrctn)\b[\w ,.:]{0,30}\b(?:NCT|ISRCTN)?\d{6}|版权|基金项目)/i;

/** Matches the heading of such a section in running text, whatever follows: "FUNDING Medical Research Council (UK)." */
const imprintHeading =
  /^(?:(?:STUDY |SOURCES? OF )?FUNDING|(?:(?:CLINICAL |SYSTEMATIC )?(?:TRIALS?|STUDY|REVIEW) )?REGISTRATION|CLINICAL TRIALS? REGISTRY|(?:CONFLICTS?|DECLARATION|COMPETING) (?:OF )?INTERESTS?)\b(?=[ :/(-])|^Clinical Trials? (?:Registry|Registration)\b|^(?:This|The) (?:trial|study|review) (?:is|was) registered(?:, number\b| (?:at|with|in|as|on)\b)|^[Uu]nique identifier:/;

/** Matches the remark with which databases end an abstract that they cut. */
const truncated = / ?\(ABSTRACT TRUNCATED(?: AT \d{3} WORDS)?\)$/;

/** Marks left before a sentence by the label that was taken from it: ": Prophylactic fixation was", "—Among". */
const leadingMarks = /^[:：;；,，、—](?:[\s:：]{0,4})/;

/** Splits an abstract into sentences with their section and offsets in `abstractText(article)`, without its imprint. */
export function abstractSentences(
  article: Pick<Article, 'abstract'>,
): { text: string; label?: string; start: number; end: number }[] {
  let offset = 0;
  return article.abstract.flatMap((section) => {
    const from = offset + (section.label ? section.label.length + 2 : 0);
    offset += abstractText({ abstract: [section] }).length + 1;
    return splitSentences(section.text)
      .filter(({ text }) => !(imprint.test(text) || imprintHeading.test(text)))
      .map(({ text, start, end }) => {
        const lead = leadingMarks.exec(text)?.[0].length ?? 0;
        const cut = truncated.exec(text)?.[0].length ?? 0;
        return {
          text: text.slice(lead, text.length - cut),
          ...labelOf(section),
          start: from + start + lead,
          end: from + end - cut,
        };
      })
      .filter(({ text }) => text !== '');
  });
}

/** Section labels in the running text of records: "METHODS We enrolled …", "Methods We enrolled …", "Conclusion: …", "[Results] …". */
const inline =
  /^(?:((?:AUTHORS['’] CONCLUSIONS?|(?:MEASUREMENTS AND )?MAIN RESULTS?|SEARCH (?:STRATEGY|METHODS)|SELECTION CRITERIA|DATA (?:COLLECTION(?: AND ANALYSIS)?|SOURCES?|SYNTHESIS|EXTRACTION)|STUDY (?:SELECTION|DESIGN|OBJECTIVES?)|DESIGN, SETTINGS?,? AND (?:PARTICIPANTS|PATIENTS|POPULATION)|(?:EXPERIMENTAL|RESEARCH) DESIGN|MAIN OUTCOMES? AND MEASURES|OUTCOME MEASURES|METHODOLOGY|APPROACH|EVIDENCE (?:ACQUISITION|SYNTHESIS)|PURPOSE OF (?:THE )?REVIEW|RECENT (?:FINDINGS|ADVANCES)|BACKGROUND|INTRODUCTION|CONTEXT|RATIONALE|IMPORTANCE|OBJECTIVES?|AIMS?|PURPOSE(?! OF)|METHODS?|DESIGN|SETTING|PARTICIPANTS|PATIENTS?|SUBJECTS|INTERVENTIONS?|MAIN OUTCOME MEASURES?|MEASUREMENTS?|MATERIALS?|(?:KEY |PRINCIPAL )?(?:RESULTS?|FINDINGS)|EXPOSURES?|PROCEDURES?|LIMITATIONS|CONCLUSIONS?|INTERPRETATION|SIGNIFICANCE|DISCUSSION)(?:\(S\))?(?:\/[A-Z]+(?: FINDINGS)?| (?:AND|&) [A-Z]{3,15}(?: [A-Z]{3,15}){0,2})?)(?:: ?| [-–—] ?| (?=[A-Z"“(\d]|(?!(?:are|is|was|were|showed|of|trials?|study)\b)[a-z]))|(Background|Introduction|Objectives?|Aims?|Purpose|Methods?|Results?|Findings|Conclusions?|Interpretation|Discussion): ?|(Conclusions? (?:and|&) (?:Clinical )?(?:Relevance|Significance|Implications?)|Main Outcomes?(?: and Measures?)?|Design, Settings?,? and Participants|Data Extraction and Synthesis|Key (?:Results|Findings)|Principal Findings)(?:: ?| (?=[A-Z]))|\[(Background|Introduction|Objectives?|Aims?|Purpose|(?:Subjects and |Materials and |Patients and )?Methods?|Results?|Findings|Conclusions?|Interpretation|Discussion)\] ?|(Background|Introduction|Objectives?|Methods?|Results?|Findings|Conclusions?) (?=(?:The|We|An?|In|Of|Our|This|These|There|To|Among|For|After|During|Between|At|From|Participants|Patients|Data|Despite|Although|It|Using|Compared|Both|All|Most|No|\d[\d, ]{0,8})\b))/;

/** A sentence that is a label alone: "Conclusion.", "Conclusions" */
const alone =
  /^(Background|Introduction|Objectives?|Aims?|Purpose|(?:Materials? and |Patients and )?Methods?|Study Design|Results?|Findings|Conclusions?|Interpretation|Discussion)[.:]?$/i;

/** Returns the label with which a sentence begins in running text, with its separator; undefined without one. */
export function inlineLabel(text: string): { label: string; length: number } | undefined {
  const [whole = '', capitals, words, joint, bracketed, plain] = inline.exec(text) ?? [];
  const label = capitals ?? words ?? joint ?? bracketed ?? plain;
  return label && whole.length < text.length ? { label, length: whole.length } : undefined;
}

/**
 * Assigns sentences to the labels in a section's running text: each belongs to the last label before it. In a section
 * with its own label only those with a colon count. A label that is a sentence by itself is omitted.
 */
export function labeledSentences(article: Pick<Article, 'abstract'>): ReturnType<typeof abstractSentences> {
  let [own, last]: (string | undefined)[] = [];
  return abstractSentences(article).flatMap((sentence) => {
    if (sentence.label !== own) last = undefined;
    own = sentence.label;
    const [, label] = alone.exec(sentence.text) ?? [];
    if (label) {
      last = label;
      return [];
    }
    const found = inlineLabel(sentence.text);
    if (found && (!own || /[:\]]/.test(sentence.text.slice(0, found.length)))) last = found.label;
    return [last ? { ...sentence, label: last } : sentence];
  });
}

function labelOf({ label }: AbstractSection): { label?: string } {
  return label ? { label } : {};
}
