import { maskOutcomeNames } from '@citewell/citation-checker/statements/named-outcomes.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import type { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { isNoFinding, isOutlook } from './no-finding.ts';

/** Words for open questions and future studies. */
const gap =
  /\b(?:(?:further|future|more|additional|larger|long-term|prospective|well-designed|high-quality) (?:[a-z-]+ ){0,3}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b[^.]{0,60}\b(?:needed|required|warranted|necessary|recommended|suggested|encouraged|should|must)|(?:has|have) (?:not yet|yet to) been (?:[a-z]+ )?(?:studied|tested|evaluated|established|investigated)\b|(?:remains?|is|are) (?:still )?(?:unclear|unknown|uncertain|controversial|poorly understood)|(?:need|needs) to be (?:confirmed|established|studied|investigated)|(?:insufficient|limited|lack of|scarce|little) (?:[a-z-]+ )?(?:evidence|data|research))|(?:有待|需要?|仍需)(?:进一步|更多|大样本|前瞻)|尚不(?:清楚|明确)|证据(?:不足|有限)/i;
/**
 * Matches sentences about needs, open questions, beneficiaries or future studies that report no finding: "New methods
 * need to be found", "Whether this will translate into benefit …", "This information is important when …".
 */
const concludesNothing =
  /\bwould make it (?:easier|possible|simpler)\b|^(?:previous|earlier|prior) (?:[a-z-]{1,20} ){0,3}(?:stud(?:y|ies)|work|research|reports?)\b|^(?:the )?(?:identification|understanding|recognition|knowledge) of [^.;]{3,80}\b(?:may|might|could|can|will|would|should)\b|\bsupport(?:s|ed)? the (?:initiation|conduct|need|design)\b[^.;]{0,60}\b(?:trials?|stud(?:y|ies)|research)\b|\b(?:has|have|will have) (?:[a-z]+ )?resource implications\b|\b(?:are|is|were|was) (?:noted|explained)(?: and (?:noted|explained))?\.?$|^conclusions? (?:as to|about|on|regarding) [^.;]{0,80}\bshould\b|^(?:(?!\b(?:but|although)\b)[^;])*(?<!\b(?:that|which)) (?:needs?|remains?|has|have|ought|is|are) (?:still )?to be (?:found|developed|determined|elucidated|clarified|evaluated|explored|identified|seen|examined|validated|verified|defined|answered)\b|^(?:however,? |but |thus,? |yet,? )?whether\b[^.;]*\b(?:will|would|can|could|should|may|might|is|are|remains?|requires?|needs?|awaits?|deserves?)\b|^(?:however,? |thus,? |therefore,? )?if (?:any |such |these |the )?(?:further|future|new|larger|subsequent|additional|more) (?:[a-z-]+ ){0,3}(?:trials?|stud(?:y|ies)|research|work|investigations?)\b|^(?:thus,? |therefore,? |hence,? )?(?:this|these|such|our|the) (?:information|data|knowledge|findings?|results?|study|observations?) (?:is|are|may be|might be|could be|can be|will be|should be|has been|have) (?:also |therefore |thus )?(?:important|useful|helpful|valuable|relevant|essential|of (?:importance|interest|value|use|help)|implications|taken into account|considered|used) (?:when|in|for|to)\b(?![^.;]*\b(?:associat|increas|decreas|reduc|improv|predict|higher|lower)\w*)|^[^。；，]{0,30}(?:是否|能否)[^。；]*(?:尚|仍|有待|还需)|^若(?:今后|未来|将来)[^。；]*(?:试验|研究)|^(?:这些|这一|该|本)(?:信息|数据|结果|资料)(?:对于?|在)[^。；]{1,40}(?:重要|有用|有价值|有帮助|有意义)|(?:需要|亟需|有待)(?:找到|寻找|开发|研制|探索)(?:新|更)|^if [^.;]{3,160}\bcould be (?:shown|proven|proved|demonstrated|confirmed)\b|\bit is hoped that\b|^it should (?:also )?be noted that\b|^(?:this|(?:these|our|the) (?:findings|results|data|observations)) (?:may |might |could |also |therefore )?(?:has|have) (?:[a-z]+ ){0,2}implications (?:for|in)\b(?![^.;]*\b(?:associat|increas|decreas|reduc|predict|higher|lower)\w*)/i;
/** Matches wishes for further research, which report no finding. It looks back only from words that could begin one. */
const wishesResearch =
  /\b(?:directions|recommendations|suggestions|implications|areas|topics) for (?:further|future) (?:[a-z-]{1,20} )?(?:research|stud(?:y|ies)|work|investigations?)\b|\bshould be (?:\w+ )?(?:assessed|tested|studied|evaluated|examined|explored|investigated|confirmed|addressed) (?:in|by) (?:further|future|larger|prospective)\b|\bshould (?:stimulate|prompt|encourage|inspire|lead to) [^.;]{0,40}\b(?:research|stud(?:y|ies)|work|investigations?)\b|^(?:thus,? |therefore,? |however,? |hence,? )?(?:further|future|more|additional|larger|long-term|prospective|randomi[sz]ed)\b[^.;]{0,80}\b(?:stud(?:y|ies)|research|trials?|investigations?|work|analys[ie]s|experiments|follow-up|data)\b[^.;]{0,80}\b(?:should|might|may|will|would|must|need(?:s|ed)?|could|required?|warranted)\b|\bwarrant(?:s|ed|ing)? (?:[a-z]+ )?(?:confirmation|replication|investigations?|stud(?:y|ies)|validation|exploration|evaluation|research|attention|testing)\b|\b(?:additional|further|more) (?:[a-z-]+ )?(?:information|data|evidence|evaluation|substantiation|experience|testing|assessment|investigation|validation|confirmation|exploration|clarification)\b[^.;]{0,40}\b(?:needed|required|necessary|warranted)\b|^in (?:the )?future,|\b(?:anticipated|hoped|expected) that (?:further|future)\b|\b(?=stud|trial|research|investig|data|evidence)(?<!\b(?:suggest|indicat|show|demonstrat|confirm|associat|improv|reduc|increas|benefi)[^.;]{0,200})(?:stud(?:y|ies)|trials?|research|investigations?|data|evidence)\b[^.;]{0,40}\b(?:is|are) (?:urgently |still |clearly |also |therefore |thus |now )?(?:needed|required|warranted|necessary)\b|\bneeds? (?:further|additional|more) (?:study|research|investigation|evaluation|work|data|clarification)\b|未来研究方向|(?:有待|需要?|仍需|值得)(?:进一步|更多|深入)(?:的)?(?:研究|验证|证实|探讨)/i;
/** Matches the statement that a result may serve further research, which is a wish as well. */
const servesResearch =
  /\b(?:can|could|may|might|will|should) (?:help (?:to )?)?(?:guide|inform|direct|shape) (?:the )?(?:design of )?(?:future|further) /i;
/** Matches a finding or another clause before such a statement, which makes the sentence more than a wish. */
const findingOrClause = /associat|increas|reduc|improv|signific|predict|[.;]/i;
/** Announcements of what a paper is going to say, as the abstracts of reviews end: they are no conclusion. */
const plans =
  /\b(?:we|I) (?:(?:also|will|further|then|lastly|finally|here|briefly) ){0,3}(?:review|discuss|outline|highlight|examine|explore|consider|summari[sz]e|survey|focus on|address|reflect on|speculate on|touch on|elaborate on|conclude with)\b(?! that)|\b(?:this|our|the present) (?:[a-z]+ )?(?:review|article|paper|chapter|overview) (?:will|aims?|seeks?|attempts?)\b|\b(?:review|article|paper) to (?:consider|discuss|examine|review|summari[sz]e|outline|explore)\b|\bthe (?:first|second|third|next|final|last) (?:section|part|chapter)s? (?:of|will|describ\w+|discuss\w*|present\w*|review\w*|address\w*|cover\w*|focus\w*|outlin\w+|summari[sz]\w+|examin\w+|deals?)\b|\b(?:implications?|directions|recommendations|limitations|challenges|strategies|issues|mechanisms|findings|results|applications|questions|avenues|options) (?:[a-z-]+ ){0,4}(?:are|is|were|was|will be) (?:also |then |briefly |critically |further )?(?:discussed|considered|presented|outlined|reviewed|described|addressed|explored|highlighted|summari[sz]ed)\b(?! (?:as|that|to be)\b)|本(?:综述|文)(?:将|拟|就|对)/i;
/** Statistics of a test: a sentence with them reports a result, wherever it is in the abstract. */
const statistics =
  /\bp ?[<=>≤] ?0?[.·]\d|\b9\d ?% ?(?:CI|confidence interval)|\bCI[,:=]? ?\[?\d|P ?[<=>≤] ?0?\.\d/i;
/** Closing lines of abstracts about the work rather than its findings, except the imprint, which is never read. */
export const colophon =
  /^(?:sponsorship|sponsors?|funding|support(?:ed by)?|trial registration|registration|clinicaltrials|systematic review registration|current version|conflicts? of interest|disclosures?|key[- ]?words?)\b ?[:.]?|^(?:资助|注册号|关键词)/i;
/** Matches a paper's own plan. */
export const announces =
  /\bwe (?:here(?:in)? )?(?:report|describe|present) (?:on )?(?:an?|the) (?:[\w-]+ ){0,5}(?:study|trial|analysis|case|series|survey|protocol|method|approach|review|family|kindred)\b|\b(?:this|the present|our) (?:[a-z]+ )?(?:study|review|trial|article|paper|work|document|report|statement|guideline|monograph|book|chapter) (?:serves to|outlines?|enumerates|summari[sz]es?|provides an (?:overview|update)|compares|reports on|documents|is (?:intended|meant|designed) to|attempts)\b|\bis intended to (?:assist|help|provide|guide|serve)\b|\bis used to (?:emphasi[sz]e|illustrate)\b|\b(?:aims?|objectives?|purpose|(?:the|our|main|primary) goal) (?:of|was|is|were)\b|\b(?:this|the present|our) (?:study|review|trial|article|paper|work) (?:aim(?:s|ed)|seeks?|sought|was (?:designed|undertaken|conducted)|evaluates?|examines?|explores?|investigates?|describes?|reviews?|summari[sz]es?|discusses?)\b|\b(?:in|here),? (?:this|the present)? ?(?:paper|review|article)?,? ?we (?:review|describe|discuss|examine|summari[sz]e|present|report on)\b|\bwe (?:sought|aimed|hypothesi[sz]ed|set out)\b|\b(?:this|our|the present) (?:[a-z]+ )?(?:review|article|paper|chapter|overview) (?:will )?(?:focus|highlight|provide(?!s? (?:[a-z]{1,20} ){0,2}evidence that\b)|present|outline|cover|address|consider)\w*|\b(?:an? )?(?:summary|overview|outline) (?:of [^.;]{3,60} )?is (?:given|provided|presented)\b|\bwe (?:review|discuss|outline|highlight|focus on|provide an (?:overview|outlook|update))\b|\b(?:are|is) (?:also )?(?:reviewed|discussed|summari[sz]ed|outlined) (?:here|in this)\b|\b(?:is|are) (?:also )?(?:reviewed|discussed|summari[sz]ed|outlined|presented)\.?$|本(?:研究|文)(?:旨在|拟|探讨|分析了?)|目的(?:是|在于)|旨在/i;
/** Words for methods, reported without their results and without a label. */
const method =
  /\b(?:was|were) (?:then |also |retrospectively |prospectively )?(?:compared|measured|adjusted|assessed|evaluated|calculated|analy[sz]ed|performed|included|reviewed|divided|recorded|collected|estimated|examined|obtained|determined|used|considered|enrolled|recruited|assigned|randomi[sz]ed|interviewed|searched|selected|eligible|identified (?:by|from|through) (?:searching|a search|the|our))\b|\bwe (?:randomi[sz]ed|randomly|assigned|used|compared|calculated|analy[sz]ed|searched|collected|reviewed|conducted|performed|enrolled|recruited|followed)\b|随访了|采用|纳入标准|随机分[为成]|(?:纳入|选取|收集)[^。；]{0,60}\d+\s*[例名位]|比较了|收集了|检索了/i;
const reported =
  /\bp\s*[<=>]|\d\s*%|\bCI\b|significant|(?:high|low|great|few|long|short)er\b|\b(?:more|less) \w+ (?:than|in)\b|\b(?:more|less) (?:frequent|severe|common|likely|prevalent)\b|\b(?:better|worse|superior|inferior|preferable) (?:[\w-]{1,30} ){0,8}(?:than|to)\b|\b(?:increas|decreas|reduc|improv|associat|differ|predict|correlat|prevent|protect|worsen)\w*|\b(?:do|does|did|has|have|had) not (?:[a-z]+ ){0,3}(?:affect|alter|change|influence|impair)|\b(?:is|are|was|were|been|be) (?:highly |more |very |widely |also |not )?(?:(?:cost[- ])?effective|(?:an? )?efficacious|common|prevalent|frequent|rare|comparable|equivalent|unrelated|similar|related to|impaired)\b|\b(?:completely|closely|largely|strongly) related\b|\b(?:largely |well )?maintained\b|\b(?:feasible|safe)\b|\bgood results\b|\b(?:prognostic|predictive) (?:factors?|markers?|value)\b|\b(?:is|are|was|were|to be) (?:moderate|substantial|modest|negligible)\b|\bmost (?:common|frequent|important)\b|\bneither\b[^.;]{3,60}\bnor\b|\bno (?:clear |significant )?evidence (?:of|for|that)\b|\b(?:high|low|poor) (?:[a-z-]{1,20} ){0,3}(?:rates?|prevalence|mortality|incidence|completion|survival)\b|\brisk factors? (?:for|of)\b|\bthere (?:is|was) (?:an? )?(?:[a-z]+ )?(?:impact|effect|influence|link|relationship)\b|\bas (?:\w+ly )?(?:effective|safe|good|accurate|well|common|frequent) as\b|显著|升高|降低|增加|减少|改善|相关|差异/i;
/** Statements about publication bias, which are not a study's finding. */
const onBias = /\bpublication bias\b(?!.*\d)|发表偏倚(?!.*\d)/i;

/** "Lack of evidence for an association" is a result. */
const isNull =
  /\b(?:lack of|insufficient|little|limited|no) evidence (?:for|of|that|to (?:show|suggest|support|indicate))\b/i;
/** Returns true for a sentence that wishes for research and states no test. */
export function isHope(text: string): boolean {
  return recommendsResearch(text) && !statistics.test(text);
}

/** Returns true for a sentence that recommends research, or itself to researchers. */
function recommendsResearch(text: string): boolean {
  const serves = servesResearch.exec(text);
  return wishesResearch.test(text) || (!!serves && !findingOrClause.test(text.slice(0, serves.index)));
}

/** Returns true for a sentence about an open question. */
export function isGap(text: string): boolean {
  return gap.test(text) && !isNull.test(text);
}

/** Draws something from the results, in an abstract without labels. */
const draws = /^(?:thus|therefore|hence)\b,? (?!(?:we|it|this|these|the aim)\b)/i;
/** Position in an abstract, as a share of it, after which a sentence that draws something is its conclusion. */
const closingShare = 0.6;
/** Words by which authors infer something from their own data, in an abstract without labels. */
const infers =
  /\b(?:these|our|the (?:present|current)) (?:results|findings|data|observations) (?:reveal|imply|confirm|provide|highlight|point to|establish|underline|underscore|argue)\b|\b(?:led|leads) us to (?:suggest|conclude|propose|recommend)\b|\bit is concluded that\b|^there (?:exists|is) (?:now )?(?:an? )?(?:substantial|strong|good|ample|sufficient|consistent|convincing|clear|solid) (?:[a-z]{1,20} ){0,2}evidence (?:base )?(?:to support|that|supporting|for)\b|^in spite of\b|^(?:in summary|overall|taken together|collectively|we (?:therefore |thus )?(?:suggest|propose|conclude|recommend))\b|综上|总之/i;

/** A body of experts recommends by its short name. */
const recommendsAsBody = /\b[A-Z]{3,10} (?:now |strongly )?recommends\b/;
/** Explains a result by its cause, which does not answer the question. */
const explains =
  /^the (?:finding|fact|observation)s? that\b[^.;]*\b(?:suggests?|indicates?|impl(?:y|ies))\b/i;
/** States a judgment: "is an efficacious aid to". */
const verdict =
  /^[^.;,]{3,100} (?:is|are|was|were) (?:an? |the )?(?:[a-z-]{1,20} ){0,2}(?:efficacious|effective|ineffective|safe|useful|superior|inferior|beneficial|harmful|feasible|reliable|accurate)\b/i;

/** Reports what guidelines say that are not the paper's own. */
const ofOthersGuidelines =
  /(?<!\b(?:these|our|present) )\bguidelines (?:[a-z]+ )?(?:recommend|advise|conclude)/i;
/** Reports in the past tense and with figures what was found. */
const reportsFigure =
  /\b(?:our|these|the) (?:findings|results|data|analys[ie]s) (?:also )?(?:revealed|showed|demonstrated|identified|indicated)\b.*\d[.·]\d/i;
/** Matches sentences about something that only the previous sentence names. */
export const previousSentenceReference =
  /^(?:[^,]{0,40}, )?(?:they|it) (?:(?:seems?|appears?) to|(?:may|might|could|can|will|should|also)\b(?! be (?:concluded|argued|said|noted)))\b/i;
/**
 * Matches sentences that begin with a result that only the previous one names: "The protective effect was associated with …", "This is
 * similar to …". What "these results suggest" is said in full.
 */
export const previousResultReference =
  /^(?:(?:thus|therefore|hence|however|moreover|furthermore|in addition),? )?(?:(?:this|that|these|those|they) (?:is|was|are|were|had|has|have|did|does|do|persisted|remained|resulted|occurred|held|corresponds?|compares?|leads?|led|results in|causes|caused|explains?|reflects?)\b(?! (?:the|an?|our) (?:first|largest|only|study|trial|review|analysis|report)\b)|(?:the|this|these|such) (?:protective |beneficial |adverse |harmful |observed |same |latter |former )?(?:effects?|associations?|benefits?|differences?|relationships?|reductions?|increases?|improvements?|protection|trends?|patterns?|correlations?|responses?|phenomen(?:on|a)) (?!(?:of|between|on|in|for|with|from|that|among|to|than|by|size|sizes|estimates?)\b)[a-z])|^(?:这(?:一|种|些)?|该|上述)(?:保护|有益|不良)?(?:效应|作用|关联|差异|影响|关系)|^(?:这与|这是|这(?:可能|也))/i;
/** Advertises a book, or lists its contents: no record of a study, and no aim of one. */
export const blurb =
  /\bappendi(?:x|ces) [A-Z\d]{1,2}: [A-Z]|\b(?:(?:new|revised|second|third|fourth|\d(?:nd|rd|th)) edition\b|\d+ (?:instead of \d+ )?chapters\b|readers will\b|(?:this|the) (?:book|handbook|textbook|monograph) (?:is|provides|offers|examines|presents|covers|contains|includes))|(?:本书|该书|全书)(?:共|分|介绍|涵盖)/i;
/** Says that what is known does not suffice, which is the conclusion of many a systematic review. */
const saysTooLittle =
  /\b(?:insufficient|inadequate|too little|no (?:reliable |good |high[- ]quality |convincing )?|lack of|limited|sparse|not enough)\b[^.;]{0,30}\b(?:evidence|data|trials|information)\b|\b(?:evidence|data)\b[^.;]{0,60}\b(?:insufficient|inadequate|inconclusive|too limited|lacking)\b|证据(?:不足|有限|尚不充分)/i;

/** Words of a judgment, by which the last sentence of an abstract without labels is its conclusion. */
const judges =
  /\b(?:may|might|should|could|can|suggest\w*|indicat\w+|support\w*|therefore|thus|hence|overall|appears?|seems?|provides?|effective|safe|useful|feasible|important|recommend\w*|demonstrat\w+|confirm\w*|implicat\w+|explain\w*|benefits?|potential\w*)\b|应|可能|因此|有助于|建议|值得|有效|安全/i;

/** Supposes a further cause or effect, at the end of an abstract. */
const supposes =
  /\b(?:might|may|could) also\b|\b(?:might|may|could) (?:[a-z]{3,20}ly )?have (?:(?:also|been|partly|in part) ){0,2}[a-z]{3,20}(?:ed|en|ne)\b/i;

/** Figures of a result. */
const hasFigures =
  /\d ?%(?! confidence (?:level|interval)s?\b(?![^.;]{0,20}\d))|\d[.·]\d|\bn ?= ?\d|\bp ?[<=>≤]/i;
/** Says what should be done about a finding. */
export const advises =
  /\b(?:is|are) (?:urgently |clearly |therefore |thus )?(?:needed|required) to\b|\b(?:should|must|ought to) (?!be interpreted)(?:not |also |therefore |no longer )?[a-z]+\b|\b(?:may|might) be paid\b|\bis (?:an? )?(?:essential|crucial|vital|key|necessary|important) (?:component|even|when|part)\b|\bapproach [^.;]{0,40}\bis warranted\b|\bneeds? to be (?:[a-z]{3,20}ly )?(?:educated|trained|informed|encouraged|made aware|aware|considered|taught|supported|monitored|offered)\b|\bit (?:is|will be|would be|remains) (?:[a-z]{3,20}ly )?(?:important|essential|crucial|vital|necessary) (?:to|that)\b|\b(?:needs?|requires?) (?:revisiting|reconsideration|rethinking|re-?evaluation|re-?appraisal|to be (?:revisited|reconsidered|rethought|re-?evaluated|reappraised))\b|\b(?:is|are) (?:therefore |thus |strongly |also )?(?:advisable|advised|recommended|encouraged)\b(?! (?:dose|daily|intake|levels?))|应(?:当|该)?(?:予以|加强|采取|进行)/i;
/** Adds a side finding to what was said before. */
export const addsSideFinding = /\balso\b|^(?:in addition|moreover|furthermore)\b/i;

/**
 * Finds the finding with which an abstract without labels ends, but for its figures: the last sentence, if it repeats most of the title, or the
 * one before advice.
 */
function closingFinding(
  sentences: ReturnType<typeof labeledSentences>,
  last: (typeof sentences)[number] | undefined,
  title: string,
): typeof sentences {
  const at = last ? sentences.indexOf(last) : -1;
  const isOne = (sentence: typeof last) =>
    sentence &&
    !sentence.label &&
    !hasFigures.test(sentence.text) &&
    !advises.test(sentence.text) &&
    !addsSideFinding.test(sentence.text) &&
    !explains.test(sentence.text) &&
    statesOwnFinding(sentence);
  // The sentences before the plan of a review were known, and one without figures has no results to draw from.
  const closing = sentences.at(-1);
  if (!last || !closing || isAnnouncement(closing)) return [];
  if (!sentences.slice(0, at).some(({ text }) => hasFigures.test(text))) return [];
  if (isOne(last) && shareOfTitle(last.text, title) > mostOfTitle) return [last];
  const before = sentences[at - 1];
  return before && (advises.test(last.text) || addsSideFinding.test(last.text)) && isOne(before)
    ? [before]
    : [];
}

/** Number of distinctive words of a title, if it has so many, that a judgment on its subject has. */
const titledMin = 3;

/** Finds the sentence of an abstract without labels that judges, after its figures, what the title names. */
function verdictOnTitle(sentences: ReturnType<typeof labeledSentences>, title: string): typeof sentences {
  const titled = new Set(indexTerms(title.replace(design, '')).filter((term) => !isGenericTerm(term)));
  const figures = sentences.findIndex(({ text }) => hasFigures.test(text));
  const found = sentences.find(
    (sentence, at) =>
      figures >= 0 &&
      at > figures &&
      !sentence.label &&
      verdict.test(sentence.text) &&
      titled.intersection(new Set(indexTerms(sentence.text))).size >= Math.min(titledMin, titled.size) &&
      !hasFigures.test(sentence.text) &&
      !addsSideFinding.test(sentence.text) &&
      statesOwnFinding(sentence),
  );
  return found ? [found] : [];
}

/** Minimum number of distinctive words of a title that a sentence does not repeat by chance. */
const titleMin = 4;
/** Share of them from which a sentence repeats most of a title. */
export const mostOfTitle = 0.5;

/** Returns the share of a title's distinctive words in a sentence; 0 for a title of few words. */
export function shareOfTitle(text: string, title: string): number {
  const words = new Set(indexTerms(title.replace(design, '')).filter((term) => !isGenericTerm(term)));
  return words.size < titleMin ? 0 : words.intersection(new Set(indexTerms(text))).size / words.size;
}
/** Words of a title for how something was studied. */
const design =
  /:? ?\b(?:an? )?(?:updated )?(?:systematic reviews?|meta-analys[ie]s|randomi[sz]ed|controlled|trials?|(?:prospective |retrospective )?cohort|study|studies|review|overview)\b/gi;

/**
 * Finds the sentences with which a paper concludes, the first one first: by their section, by their words, or else the
 * last one if it judges. Calls for further studies and plans are none.
 */
export function conclusionsIn(sentences: ReturnType<typeof labeledSentences>, title = ''): typeof sentences {
  const stated = sentences.filter(
    ({ label, text }) =>
      (sentenceKind(label, text, 0, sentences.length + 1) === 'conclusion' ||
        (!label && (infers.test(text) || recommendsAsBody.test(text)))) &&
      !isGap(text) &&
      !concludesNothing.test(text) &&
      !announces.test(text) &&
      !recommendsResearch(text) &&
      !colophon.test(text) &&
      !blurb.test(text) &&
      !plans.test(text) &&
      !statistics.test(text) &&
      !onBias.test(text) &&
      !isOutlook(text) &&
      (label !== undefined || !(ofOthersGuidelines.test(text) || reportsFigure.test(text))),
  );
  // A wish for studies may follow the conclusion.
  const isAfterConclusion = (text: string) =>
    isGap(text) || recommendsResearch(text) || plans.test(text) || colophon.test(text);
  const closing = sentences.at(-1);
  const last = closing && isAfterConclusion(closing.text) ? sentences.at(-2) : closing;
  const isConclusion =
    last &&
    sentences.length > 2 &&
    sentenceKind(last.label, last.text, 1, sentences.length) === 'plain' &&
    judges.test(last.text) &&
    !concludesNothing.test(last.text) &&
    !recommendsResearch(last.text) &&
    !plans.test(last.text) &&
    !statistics.test(last.text) &&
    !colophon.test(last.text) &&
    !previousSentenceReference.test(last.text) &&
    !supposes.test(last.text) &&
    !isGap(last.text) &&
    !blurb.test(last.text) &&
    !isNoFinding(last.text) &&
    reportsResults(last);
  const inferred = stated.filter(({ label, text }) => label !== undefined || !explains.test(text));
  if (inferred.some(statesOwnFinding)) return inferred;
  const judged = inferred.length === 0 ? verdictOnTitle(sentences, title) : [];
  if (judged.length > 0) return judged;
  if (stated.some(statesOwnFinding)) return stated;
  const drawn = sentences.filter(
    (sentence, at) =>
      !sentence.label &&
      at >= closingShare * sentences.length &&
      draws.test(sentence.text) &&
      !statistics.test(sentence.text) &&
      statesOwnFinding(sentence),
  );
  if (drawn.length > 0) return drawn;
  const opening = sentences.find(
    ({ label, text }) => label !== undefined && sentenceKind(label, text, 0, 1) === 'conclusion',
  );
  const closed = stated.length === 0 ? closingFinding(sentences, last, title) : [];
  if (closed.length > 0) return closed;
  if (opening && saysTooLittle.test(opening.text) && !recommendsResearch(opening.text)) return [opening];
  return stated.length === 0 && isConclusion ? [last] : stated;
}

/** Matches counts of participants, which are results of the methods only. */
const enrols =
  /(?<![\d,])\d[\d,]{0,11} (?:[\w-]{1,30} ){0,6}(?:were |was |had been )?(?:entered|enrolled|included|participated|completed|recruited|eligible|responded|returned|analy[sz]ed|randomi[sz]ed|screened|identified)\b(?!.*\b(?:associat|increas|decreas|reduc|higher|lower|improv|differ|predict)\w*)|共?(?:纳入|入选|收集)[^。；]{0,20}\d+[^。；]{0,10}[例名]|^of (?:the |all )?\d[\d,]{0,11} [^,.;]{3,60}, \d[\d,]{0,11} (?:\([^()]{1,20}\) )?(?:and \d[\d,]{0,11} (?:\([^()]{1,20}\) )?)?(?:received|underwent|were (?:treated|given|assigned|managed|exposed))\b(?!.*\b(?:associat|increas|decreas|reduc|higher|lower|improv|differ|predict)\w*)/i;

/** Returns true if a result states a finding (a figure, a comparison or a direction), not only who took part. */
export function statesResult(sentence: Pick<Passage, 'label' | 'text'>): boolean {
  return (
    reportsFigures(sentence) &&
    (reported.test(maskOutcomeNames(sentence.text)) || /\d[.·]\d/.test(sentence.text)) &&
    !enrols.test(sentence.text)
  );
}

/**
 * Returns true if a sentence states what the paper itself found, wherever it is in the abstract: a direction, a
 * comparison or a figure, and no aim, plan, wish, method or number of participants.
 */
export function statesOwnFinding({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  const isElse = [announces, plans, concludesNothing, colophon, onBias, enrols].some((pattern) =>
    pattern.test(text),
  );
  if (isElse || isNoFinding(text) || recommendsResearch(text) || isGap(text)) return false;
  if (sentenceKind(label, text, 1, 3) === 'setting') return false;
  if (begins.test(text) || isAnnouncement({ text })) return false;
  return method.test(text) ? statistics.test(text) : reported.test(maskOutcomeNames(text));
}

/** Says how a study began, what is to come, or what an approach may be good for. */
const begins =
  /\bupcoming (?:[a-z]+ ){0,2}(?:trials?|stud(?:y|ies))\b|\b(?:started|launched|initiated|undertook|began) an? |\bsupported by an? grant\b|\bwill be\b|^(?:this|such an?|the|our) (?:[a-z]+ )?(?:approach|strategy|model|framework|process|method|information|knowledge) (?:may|might|could|can|should|is used)\b/i;

/** Matches an announcement of what a paper is about. */
export function isAnnouncement({ text }: Pick<Passage, 'text'>): boolean {
  return announces.test(text) || plans.test(text);
}

/** Returns true if a sentence says what the paper set out to do, or what was done in it, and not what was found. */
export function statesAimOrMethod({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  const isSetting = sentenceKind(label, text, 1, 3) === 'setting';
  return (
    isSetting || announces.test(text) || ((method.test(text) || statesAim(text)) && !statistics.test(text))
  );
}

/** Words by which an aim is the paper's own. */
const ofAuthors =
  /\b(?:we|our|authors)\b|\b(?:this|the present|the current)\b|^(?:[A-Z]{3,20}:? )?to [a-z]|本|目的/i;

/** Returns the kind of a sentence that represents a paper without a conclusion. */
export function kindOfLead({ label, text }: Pick<Passage, 'label' | 'text'>): 'result' | 'aim' | 'excerpt' {
  if (blurb.test(text)) return 'excerpt';
  if (reportsFigures({ ...(label && { label }), text })) return 'result';
  const isAim =
    /objective|\baims?\b|purpose|目的/i.test(label ?? '') ||
    announces.test(text) ||
    plans.test(text) ||
    (statesAim(text) && ofAuthors.test(text) && !method.test(text));
  return isAim ? 'aim' : 'excerpt';
}

/** Returns true if a sentence states a finding in figures or as a comparison. */
export function reportsFigures({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  return sentenceKind(label, text, 0, 1) === 'result' && reportsResults({ ...(label && { label }), text });
}

/** Returns true if a sentence reports results, rather than aims or methods. */
export function reportsResults({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  if (announces.test(text) || onBias.test(text) || sentenceKind(label, text, 1, 3) === 'setting')
    return false;
  return !method.test(text) || reported.test(maskOutcomeNames(text));
}
