import { maskOutcomeNames } from '@citewell/citation-checker/statements/named-outcomes.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { type Passage, toCitable } from '../../../literature/ranking/passage.ts';
import { selectPassages } from '../../../literature/ranking/select-passages.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labelledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { type Screened, unitsPerArticle } from '../gathering/screen.ts';
import { readBoundEffects } from '../studies/bound-effects.ts';

/** A sentence a review may rest on, and what it is good for. */
export type Unit = Passage & {
  role: 'finding' | 'background' | 'gap' | 'limitation';
  /** The paper's own conclusion: its abstract says so, or ends with it. */
  concludes?: true;
};

const background = /background|introduction|importance|context|rationale|significance|背景|引言/i;
const aim =
  /\b(?:aim(?:s|ed)?|objective|purpose|we (?:sought|aimed|investigated|examined|evaluated|hypothesi[sz]ed)|this (?:study|review|trial|article|paper)|to (?:determine|investigate|evaluate|assess|examine|compare)\b)|本(?:研究|文)|目的|旨在/i;
const gap =
  /\b(?:(?:further|future|more|additional|larger|long-term|prospective|well-designed|high-quality) (?:[a-z-]+ ){0,3}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b[^.]{0,60}\b(?:needed|required|warranted|necessary|recommended|suggested|encouraged|should|must)|(?:remains?|is|are) (?:still )?(?:unclear|unknown|uncertain|controversial|poorly understood)|(?:need|needs) to be (?:confirmed|established|studied|investigated)|(?:insufficient|limited|lack of|scarce|little) (?:[a-z-]+ )?(?:evidence|data|research))|(?:有待|需要?|仍需)(?:进一步|更多|大样本|前瞻)|尚不(?:清楚|明确)|证据(?:不足|有限)/i;
/** Statements of a limit of the study, or of the studies it pooled. */
const limitation =
  /\blimitations? (?:of (?:this|the|our|these)|include[sd]?|was|were|are|is)\b|\b(?:main|major|important|several|some|potential|study) limitations?\b|\b(?:study|studies|analys[ie]s|trials?|reviews?|evidence|findings|results|data|generali[sz]ability) (?:is|are|was|were) limited by\b|\bsmall sample|\b(?:high|unclear|serious) risk of bias\b|\b(?:very )?low[- ](?:quality|certainty)\b|\bpublication bias\b|\b(?:residual|unmeasured) confound\w+|\bconfounding (?:by [a-z ]{3,30} )?(?:cannot|could not|may|might)\b|\b(?:retrospective|observational) (?:nature|design)\b|\bheterogene(?:ity|ous)\b(?=[^.;]{0,60}\b(?:studies|trials)\b)|\b(?:studies|trials)\b[^.;]{0,40}\bheterogeneous\b|局限|(?:研究|试验)间?(?:存在)?(?:较大|明显|显著)?异质性|样本量(?:较)?小|偏倚风险(?:较)?高|质量(?:较)?低/i;

/** Recommends where research should go, and says nothing of what was found. */
const recommendsResearch =
  /\b(?:directions|recommendations|suggestions|implications|areas|topics) for (?:further|future) (?:[a-z-]{1,20} )?(?:research|stud(?:y|ies)|work|investigations?)\b|\bshould be (?:\w+ )?(?:assessed|tested|studied|evaluated|examined|explored|investigated|confirmed|addressed) (?:in|by) (?:further|future|larger|prospective)\b|\bshould (?:stimulate|prompt|encourage|inspire|lead to) [^.;]{0,40}\b(?:research|stud(?:y|ies)|work|investigations?)\b|未来研究方向/i;
/** Lines at the end of abstracts that tell of the work, and not of what it found. */
const colophon =
  /^(?:sponsorship|sponsors?|funding|funded by|support(?:ed by)?|trial registration|registration|clinicaltrials|systematic review registration|current version|conflicts? of interest|disclosures?|key[- ]?words?)\b ?[:.]?|^(?:基金项目|资助|注册号|关键词)/i;
/** A paper's own plan. */
const announces =
  /\b(?:the |our |main |primary )?(?:aims?|objectives?|purpose|goal) (?:of|was|is|were)\b|\b(?:this|the present|our) (?:study|review|trial|article|paper|work) (?:aim(?:s|ed)|seeks?|sought|was (?:designed|undertaken|conducted)|evaluates?|examines?|explores?|investigates?|describes?|reviews?|summari[sz]es?|discusses?)\b|\b(?:in|here),? (?:this|the present)? ?(?:paper|review|article)?,? ?we (?:review|describe|discuss|examine|summari[sz]e|present|report on)\b|\bwe (?:sought|aimed|hypothesi[sz]ed|set out)\b|\b(?:this|our|the present) (?:[a-z]+ )?(?:review|article|paper|chapter|overview) (?:will )?(?:focus|highlight|provide|present|outline|cover|address|consider)\w*|\b(?:an? )?(?:summary|overview|outline) (?:of [^.;]{3,60} )?is (?:given|provided|presented)\b|\bwe (?:review|discuss|outline|highlight|focus on|provide an (?:overview|outlook|update))\b|\b(?:are|is) (?:also )?(?:reviewed|discussed|summari[sz]ed|outlined) (?:here|in this)\b|本(?:研究|文)(?:旨在|拟|探讨|分析了?)|目的(?:是|在于)|旨在/i;
/** Words for methods, reported without their results and without a label. */
const method =
  /\b(?:was|were) (?:then |also |retrospectively |prospectively )?(?:compared|measured|assessed|evaluated|calculated|analy[sz]ed|performed|included|reviewed|divided|recorded|collected|estimated|examined|obtained|determined|used|considered|enrolled|recruited|assigned|randomi[sz]ed|interviewed|searched|selected|eligible|identified (?:by|from|through) (?:searching|a search|the|our))\b|\bwe (?:randomi[sz]ed|randomly|assigned|used|compared|calculated|analy[sz]ed|searched|collected|reviewed|conducted|performed|enrolled|recruited|followed)\b|随访了|采用|纳入标准|随机分[为成]|(?:纳入|选取|收集)[^。；]{0,60}\d+\s*[例名位]|比较了|收集了|检索了/i;
const reported =
  /\bp\s*[<=>]|\d\s*%|\bCI\b|significant|(?:high|low|great|few|long|short)er\b|\b(?:more|less) \w+ (?:than|in)\b|\b(?:increas|decreas|reduc|improv|associat|differ|predict|correlat|prevent)\w*|显著|升高|降低|增加|减少|改善|相关|差异/i;
/** Statements about publication bias, which are no finding of a study. */
const onBias = /\bpublication bias\b(?!.*\d)|发表偏倚(?!.*\d)/i;

/** Says that there is no such limit, or reports a result beside it. */
const unlimited =
  /\b(?:no|without|low|little|absence of|not) (?:\w+ ){0,3}(?:heterogene|publication bias|risk of bias|confound|limit)|\bp\s*[<=>]\s*\.?0/i;

const backgroundMax = 8;
const perArticleOfOthers = 1;

/** The sentences of the included records, numbered E1.. over all of them, best papers first. */
export function unitsOf({ included, ranking, wanted }: Screened, language: Language): Unit[] {
  const kept = new Set(included.map(({ pmid }) => pmid));
  const of = { ...ranking, ranked: ranking.ranked.filter(({ article }) => kept.has(article.pmid)) };
  const chosen = selectPassages(of, {
    language,
    articlesMax: Math.max(1, included.length),
    perArticleMax: unitsPerArticle,
    wanted,
    admitted: kept,
  });
  const topic = new Set(ranking.facets.flatMap(({ wordings }) => wordings.flat()));
  const articles = new Map(included.map((article) => [article.pmid, article]));
  const passages = Map.groupBy(chosen, ({ article }) => article.pmid);
  for (const { pmid } of included) if (!passages.has(pmid)) passages.set(pmid, []);
  const found = [...passages].flatMap(([pmid, own]) => {
    const article = articles.get(pmid);
    return article ? findingsOf(own, article, topic) : [];
  });
  const taken = new Set(found.map(({ article, start }) => `${article.pmid} ${start}`));
  const others = included.flatMap((article) => otherUnits(article, topic, language, taken));
  const backgrounds = others
    .filter(({ role }) => role === 'background')
    .sort((one, other) => other.score - one.score)
    .slice(0, backgroundMax);
  const all = [...found, ...backgrounds, ...others.filter(({ role }) => role !== 'background')];
  return all.map((unit, index) => ({ ...withoutInlineLabel(unit), id: `E${index + 1}` }));
}

/** A sentence that begins with the label of its section, as running text has it: the label is no part of what it says. */
function withoutInlineLabel<Sentence extends Omit<Unit, 'id'>>(unit: Sentence): Sentence {
  const found = unit.fullText ? undefined : inlineLabel(unit.text);
  if (!found) return unit;
  const { label, length } = found;
  return { ...unit, text: unit.text.slice(length), start: unit.start + length, label: unit.label ?? label };
}

/**
 * Selects the sentences of one paper that report results, with its own conclusion; if none does, the last such sentence of
 * its abstract, or else the first selected or the first at all: every included paper has its row in the table.
 */
function findingsOf(
  chosen: readonly Passage[],
  article: Article,
  topic: ReadonlySet<string>,
): Omit<Unit, 'id'>[] {
  const sentences = labelledSentences(article);
  const concluding = conclusionsIn(sentences);
  const starts = new Set(concluding.map(({ start }) => start));
  const notFindings = new Set(
    sentences.filter(({ text }) => isGap(text) || isLimit(text)).map(({ start }) => start),
  );
  const asUnit = (passage: Omit<Passage, 'id'>): Omit<Unit, 'id'> => ({
    ...passage,
    role: 'finding',
    ...(starts.has(passage.start) && { concludes: true }),
  });
  const [first] = chosen;
  const base = { article: toCitable(article), score: first?.score ?? 0 };
  const language = detectLanguage(first?.text ?? abstractText(article));
  const units = chosen
    .filter(
      (passage) => reportsResults(passage) && !notFindings.has(passage.start) && !colophon.test(passage.text),
    )
    .map(asUnit);
  const own = concluding.filter(({ text }) => detectLanguage(text) === language);
  const conclusion =
    own.find(({ text }) => indexTerms(text).some((term) => topic.has(term))) ??
    own.find(({ text }) => !pointsAtOthers.test(text)) ??
    own[0];
  const added =
    conclusion && !units.some(({ concludes }) => concludes) ? [asUnit({ ...conclusion, ...base })] : [];
  const found = [...added, ...units];
  if (found.length > 0) return [...found, ...mainEffect([...chosen, ...found], article).map(asUnit)];
  const last = sentences.findLast(
    (sentence) =>
      reportsResults(sentence) &&
      !notFindings.has(sentence.start) &&
      detectLanguage(sentence.text) === language,
  );
  const [opening] = sentences;
  const kept = last ? { ...last, ...base } : (first ?? (opening && { ...opening, ...base }));
  return kept ? [asUnit(kept)] : [];
}

/** Tells whether a sentence states a limit of its study, and no result beside it. */
function isLimit(text: string): boolean {
  return limitation.test(text) && !unlimited.test(text) && !/\d/.test(text);
}

/** Speaks of people or things of a sentence before it: “Diets may be important to these individuals.” */
const pointsAtOthers =
  /\b(?:these|those|such) (?:people|individuals|patients|persons|women|men|children|subjects|participants|cases|groups|settings|populations)\b|这些(?:患者|人群|个体|病例)/i;

/** Words of a judgement, by which the last sentence of an abstract without labels is its conclusion. */
const judges =
  /\b(?:may|might|should|could|can|suggest\w*|indicat\w+|support\w*|therefore|thus|hence|overall|appears?|seems?|provides?|effective|safe|useful|feasible|important|recommend\w*|demonstrat\w+|confirm\w*|implicat\w+|explain\w*|benefits?|potential\w*)\b|应|可能|因此|有助于|建议|值得|有效|安全/i;

/**
 * Finds the sentences with which a paper concludes, its first one first: by their section, by their words, or else its last
 * one where it judges. A wish for further studies and a plan are none.
 */
function conclusionsIn(sentences: ReturnType<typeof labelledSentences>): typeof sentences {
  const told = sentences.filter(
    ({ label, text }) =>
      sentenceKind(label, text, 0, sentences.length + 1) === 'conclusion' &&
      !isGap(text) &&
      !announces.test(text) &&
      !recommendsResearch.test(text) &&
      !colophon.test(text) &&
      !onBias.test(text),
  );
  const last = sentences.at(-1);
  const isConclusion =
    last &&
    sentences.length > 2 &&
    sentenceKind(last.label, last.text, 1, sentences.length) === 'plain' &&
    judges.test(last.text) &&
    !recommendsResearch.test(last.text) &&
    !colophon.test(last.text) &&
    !isGap(last.text) &&
    reportsResults(last);
  return told.length === 0 && isConclusion ? [last] : told;
}

/** The first result with an effect that is bound to one outcome, where it is not chosen yet. */
function mainEffect(chosen: readonly Omit<Passage, 'id'>[], article: Article): Omit<Passage, 'id'>[] {
  const [first] = chosen;
  const sentences = labelledSentences(article);
  const main = sentences.find(
    ({ label, text }, at) =>
      sentenceKind(label, text, at, sentences.length) !== 'setting' &&
      readBoundEffects(text).some(({ outcome }) => outcome),
  );
  if (!first || !main || chosen.some(({ start }) => start === main.start)) return [];
  return [{ ...main, article: first.article, score: first.score }];
}

/** Returns true if a sentence gives what was found in figures or as a comparison. */
export function reportsFigures({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  return sentenceKind(label, text, 0, 1) === 'result' && reportsResults({ ...(label && { label }), text });
}

/** Returns true if a sentence reports results, rather than aims or methods. */
export function reportsResults({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  if (announces.test(text) || onBias.test(text) || sentenceKind(label, text, 1, 3) === 'setting')
    return false;
  return !method.test(text) || reported.test(maskOutcomeNames(text));
}

/** Sections that tell what was known and done before anything was found. */
const beforeResults =
  /background|introduction|importance|context|rationale|objective|aim|purpose|method|design|背景|引言|目的|方法/i;
const closing = /conclusion|interpretation|discussion|implication|结论|讨论/i;
/** A wish for further studies, wherever it stands behind the aims. */
const wishes =
  /\b(?:further|future|more|additional|larger|long-term|prospective|well-designed|high-quality) (?:[a-z-]+ ){0,3}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b|有待|需要?(?:进一步|更多|大样本|前瞻)|仍需/i;
/** "Lack of evidence for an association" is a result. */
const isNull =
  /\b(?:lack of|insufficient|little|limited|no) evidence (?:for|of|that|to (?:show|suggest|support|indicate))\b/i;
/** True for a sentence on what nobody knows yet. */
function isGap(text: string): boolean {
  return gap.test(text) && !isNull.test(text);
}

/** Says that the paper speaks of gaps, and names none. */
const namesNoGap =
  /^(?:directions|recommendations|suggestions|implications|areas) for (?:further|future) (?:research|work|stud(?:y|ies)) (?:are|were) \w+\.$/i;
/** Sentences at the end of an abstract without labels, in which it may say what remains open. */
const lastSentences = 2;

/**
 * Tells whether a sentence says what is still open after the study; what its background calls unknown, the study may have
 * answered.
 */
function isOpen(
  { text, label, start }: { text: string; label?: string; start: number },
  all: readonly { start: number }[],
): boolean {
  if (!isGap(text) || aim.test(text) || namesNoGap.test(text)) return false;
  if (label) return closing.test(label) || (wishes.test(text) && !beforeResults.test(label));
  const fromEnd = all.length - all.findIndex((sentence) => sentence.start === start);
  return fromEnd <= lastSentences;
}

/** Builds units that are no findings but have their place: background, gaps and limitations. */
function otherUnits(
  article: Article,
  topic: ReadonlySet<string>,
  language: Language,
  taken: ReadonlySet<string>,
): Omit<Unit, 'id'>[] {
  const all = labelledSentences(article);
  const own = all.filter(({ text }) => detectLanguage(text) === language);
  const sentences = (own.length > 0 ? own : all).filter(
    ({ start, text }) => !taken.has(`${article.pmid} ${start}`) && text.length >= 20,
  );
  const citable = toCitable(article);
  const pick = (role: Unit['role'], fits: (sentence: (typeof sentences)[number]) => boolean) =>
    sentences
      .filter(fits)
      .map((sentence) => ({
        ...sentence,
        article: citable,
        score: indexTerms(sentence.text).filter((term) => topic.has(term)).length,
        role,
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, perArticleOfOthers);
  const first = sentences[0]?.start;
  return [
    ...pick(
      'background',
      ({ label, text, start }) =>
        !aim.test(text) &&
        !isGap(text) &&
        (label ? background.test(label) : start === first && start === 0 && sentences.length > 3) &&
        indexTerms(text).some((term) => topic.has(term)),
    ),
    ...pick('gap', (sentence) => isOpen(sentence, all)),
    ...pick(
      'limitation',
      ({ text, label = '' }) =>
        limitation.test(text) &&
        !unlimited.test(text) &&
        !isGap(text) &&
        !announces.test(text) &&
        !beforeResults.test(label),
    ),
  ];
}
