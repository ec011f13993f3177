import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { type Passage, toCitable } from '../../../literature/ranking/passage.ts';
import { selectPassages } from '../../../literature/ranking/select-passages.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { type Screened, unitsPerArticle } from '../gathering/screening/screen.ts';
import { readBoundEffects } from '../studies/bound-effects.ts';
import { populationOf } from '../studies/cells/study-cells.ts';
import { type AskedTopic, isEffectOnTopic } from '../studies/on-topic/asked-topic.ts';
import { topicPeople } from '../studies/on-topic/topic-people.ts';
import { statedEffectOf } from '../studies/stated-effect.ts';
import {
  announces,
  blurb,
  colophon,
  conclusionsIn,
  isGap,
  isHope,
  previousResultReference,
  reportsResults,
  statesAimOrMethod,
  statesOwnFinding,
} from './conclusions.ts';
import { closingOnTopic, isOnlyAdvice, mainConclusion, mainResult } from './main-sentence.ts';
import { isNoFinding } from './no-finding.ts';

/** Sentence available to a review, and its possible uses. */
export type EvidenceUnit = Passage & {
  role: 'finding' | 'background' | 'gap' | 'limitation';
  /** Conclusion of the paper, so labeled or at the end of its abstract. */
  concludes?: true;
  /** Result that represents a paper whose abstract has no conclusion. */
  isMainResult?: true;
};

const background = /background|introduction|importance|context|rationale|significance|背景|引言/i;
const aim =
  /\b(?:aim(?:s|ed)?|objective|purpose|we (?:sought|aimed|investigated|examined|evaluated|hypothesi[sz]ed)|this (?:study|review|trial|article|paper)|to (?:determine|investigate|evaluate|assess|examine|compare)\b)|本(?:研究|文)|目的|旨在/i;
/** Matches limitations of the study, or of the studies it pooled. */
const limitation =
  /\blimitations? (?:of (?:this|the|our|these)|include[sd]?|was|were|are|is)\b|\b(?:main|major|important|several|some|potential|study) limitations?\b|\b(?:study|studies|analys[ie]s|trials?|reviews?|evidence|findings|results|data|generali[sz]ability) (?:is|are|was|were) limited by\b|\bsmall sample|\b(?:high|unclear|serious) risk of bias\b|\b(?:very )?low[- ](?:quality|certainty)\b|\bpublication bias\b|\b(?:residual|unmeasured) confound\w+|\bconfounding (?:by [a-z ]{3,30} )?(?:cannot|could not|may|might)\b|\b(?:retrospective|observational) (?:nature|design)\b|\bheterogene(?:ity|ous)\b(?=[^.;]{0,60}\b(?:studies|trials)\b)|\b(?:studies|trials)\b[^.;]{0,40}\bheterogeneous\b|局限|(?:研究|试验)间?(?:存在)?(?:较大|明显|显著)?异质性|样本量(?:较)?小|偏倚风险(?:较)?高|质量(?:较)?低/i;

/** Matches how bias or heterogeneity was looked for, which says nothing of what was found. */
const looksForBias =
  /\b(?:publication bias|risks? of bias|heterogeneity|confounding|(?:methodological|study) quality)\b[^.;]{0,60}\b(?:was|were|is|are|will be) (?:also |then |further )?(?:assessed|evaluated|examined|explored|tested|investigated|estimated|quantified|measured|appraised|analy[sz]ed)\b(?! (?:as|to be)\b)|\b(?:assess|evaluat|test|examin|explor|check)(?:ed|ing|e)? (?:for )?(?:the )?(?:[a-z]+ ){0,3}(?:publication bias|risks? of bias|heterogeneity)\b|(?:评估|评价|检验|分析)(?:了)?(?:发表偏倚|偏倚风险|异质性)|(?:发表偏倚|偏倚风险|异质性)(?:采用|用|通过)/i;
/** Matches a denial of such limitations, or a result in the same sentence. */
const unlimited =
  /\b(?:remained|were|was|is|are) (?:statistically )?(?:significant|unchanged|robust|similar|the same)\b[^.;]{0,80}\b(?:when|after|if)\b|(?:校正|调整|剪补法)[^，。；]{0,12}(?:后)?[^。；]{0,12}仍|\b(?:no|without|low|little|absence of|not) (?:\w+ ){0,3}(?:heterogene|publication bias|risk of bias|confound|limit)|\bp\s*[<=>]\s*\.?0/i;

const backgroundMax = 8;
const perArticleOfOthers = 1;

/** Returns the sentences of the included records, numbered E1.. across all of them, best papers first. */
export function evidenceUnitsOf(
  { included, ranking, wanted }: Screened,
  language: Language,
  asked: AskedTopic = { parts: [], outcomes: [] },
): EvidenceUnit[] {
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
    return article ? findingsOf(own, article, ranking.facets, asked) : [];
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

/** Removes the section label with which a sentence begins in running text, since it is not part of the statement. */
function withoutInlineLabel<Sentence extends Omit<EvidenceUnit, 'id'>>(unit: Sentence): Sentence {
  const found = unit.fullText ? undefined : inlineLabel(unit.text);
  if (!found) return unit;
  const { label, length } = found;
  return { ...unit, text: unit.text.slice(length), start: unit.start + length, label: unit.label ?? label };
}

/**
 * Selects the sentences of one paper that report results, with its own conclusion; if none does, the last such sentence
 * of its abstract, or else the first selected or the very first: every included paper has its row in the table.
 */
function findingsOf(
  chosen: readonly Passage[],
  article: Article,
  facets: Screened['ranking']['facets'],
  asked: AskedTopic,
): Omit<EvidenceUnit, 'id'>[] {
  const sentences = labeledSentences(article);
  const people = topicPeople(asked.text ?? '');
  const mustName = people.requiresNaming(article);
  const isOfThem = ({ text }: Pick<Passage, 'text'>) => !people.areOthers(text);
  const concluding = conclusionsIn(sentences, article.title);
  const starts = new Set(concluding.map(({ start }) => start));
  const notFindings = new Set(
    sentences
      .filter(({ text }) => isGap(text) || isLimit(text) || isHope(text) || blurb.test(text))
      .map(({ start }) => start),
  );
  const asUnit = (passage: Omit<Passage, 'id'>): Omit<EvidenceUnit, 'id'> => ({
    ...passage,
    role: 'finding',
    ...(starts.has(passage.start) && { concludes: true }),
  });
  const [first] = chosen;
  const base = { article: toCitable(article), score: first?.score ?? 0 };
  const language = detectLanguage(first?.text ?? abstractText(article));
  const units = chosen
    .filter(
      (passage) =>
        reportsResults(passage) &&
        !notFindings.has(passage.start) &&
        !isNoFinding(passage.text) &&
        !colophon.test(passage.text) &&
        isOfThem(passage),
    )
    .map(asUnit);
  const readable = sentences.filter(
    ({ text, start }) => detectLanguage(text) === language && !notFindings.has(start),
  );
  const ofThem = readable.filter(
    (sentence) => !mustName || (people.areNamed(sentence.text) && statesOwnFinding(sentence)),
  );
  const own = concluding.filter(
    (sentence) => detectLanguage(sentence.text) === language && isOfThem(sentence),
  );
  // What a study concludes on all may not hold for some of them, of whom it reports something else.
  const ownNamed = mustName ? own.filter(({ text }) => people.areNamed(text)) : own;
  const concluded = ownNamed.length > 0 ? ownNamed : ofThem.length === 0 ? own : [];
  const closing = closingOnTopic(readable, concluded, article.title, facets);
  const conclusion = closing ?? mainConclusion(concluded, article.title, facets);
  const isAdvice =
    conclusion !== undefined && (isOnlyAdvice(conclusion.text) || isNoFinding(conclusion.text));
  const result =
    conclusion && !isAdvice
      ? undefined
      : mainResult(
          (ofThem.length > 0 ? readable : []).filter(
            (sentence) =>
              isOfThem(sentence) && (!mustName || ofThem.includes(sentence) || statesAimOrMethod(sentence)),
          ),
          facets,
          article.title,
          asked.outcomes,
        );
  // What should be done is no finding while there is a result.
  const lead = result ?? conclusion;
  if (isAdvice && result) starts.clear();
  // The sentence that leads is the same whatever else of the paper was chosen.
  const found = [
    ...(lead
      ? [
          {
            ...asUnit({ ...lead, ...base }),
            ...(result && { isMainResult: true as const }),
            ...(closing && { concludes: true as const }),
          },
        ]
      : []),
    ...units.filter(({ start }) => start !== lead?.start),
  ];
  if (found.length > 0) return [...found, ...mainEffect([...chosen, ...found], article, asked).map(asUnit)];
  const last = sentences.findLast(
    (sentence) =>
      reportsResults(sentence) &&
      isOfThem(sentence) &&
      !notFindings.has(sentence.start) &&
      !isNoFinding(sentence.text) &&
      detectLanguage(sentence.text) === language,
  );
  const [opening] = sentences;
  const kept = last ? { ...last, ...base } : (first ?? (opening && { ...opening, ...base }));
  return kept ? [asUnit(kept)] : [];
}

/** Returns true if a sentence states a limitation of its study and no result. */
function isLimit(text: string): boolean {
  return limitation.test(text) && !unlimited.test(text) && !/\d/.test(text);
}

/** First result with an effect that is bound to one outcome, or that states one as a whole, if it is not chosen yet. */
function mainEffect(
  chosen: readonly Omit<Passage, 'id'>[],
  article: Article,
  asked: AskedTopic,
): Omit<Passage, 'id'>[] {
  const [first] = chosen;
  const isOnTopic = isEffectOnTopic(article, asked);
  const sentences = labeledSentences(article);
  const bound = sentences.find(
    ({ label, text }, at) =>
      sentenceKind(label, text, at, sentences.length) !== 'setting' &&
      readBoundEffects(text).some(({ outcome }) => outcome) &&
      isOnTopic(text),
  );
  const stated = bound ? undefined : statedEffectOf(article, populationOf(article), { topic: asked });
  const main =
    bound ?? sentences.find(({ start, end }) => stated && start <= stated.start && stated.end <= end);
  if (!first || !main || chosen.some(({ start }) => start === main.start)) return [];
  return [{ ...main, article: first.article, score: first.score }];
}

/** Sections on what was known and done before the results. */
const beforeResults =
  /background|introduction|importance|context|rationale|objective|aim|purpose|method|design|背景|引言|目的|方法/i;
const closing = /conclusion|interpretation|discussion|implication|结论|讨论/i;
/** Matches a call for further studies, anywhere after the aims. */
const wishes =
  /\b(?:further|future|more|additional|larger|long-term|prospective|well-designed|high-quality) (?:[a-z-]+ ){0,3}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b|有待|需要?(?:进一步|更多|大样本|前瞻)|仍需/i;
/** Matches mentions of gaps that name none. */
const namesNoGap =
  /^(?:directions|recommendations|suggestions|implications|areas) for (?:further|future) (?:research|work|stud(?:y|ies)) (?:are|were) \w+\.$/i;
/** Number of sentences at the end of an unlabeled abstract that may state open questions. */
const lastSentences = 2;

/**
 * Returns true if a sentence states what remains open after the study; an open question of its background may have been
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

/** Builds units that are not findings but have their own sections: background, gaps and limitations. */
function otherUnits(
  article: Article,
  topic: ReadonlySet<string>,
  language: Language,
  taken: ReadonlySet<string>,
): Omit<EvidenceUnit, 'id'>[] {
  const all = labeledSentences(article);
  const own = all.filter(({ text }) => detectLanguage(text) === language);
  const sentences = (own.length > 0 ? own : all).filter(
    ({ start, text }) => !taken.has(`${article.pmid} ${start}`) && text.length >= 20,
  );
  const citable = toCitable(article);
  const pick = (role: EvidenceUnit['role'], fits: (sentence: (typeof sentences)[number]) => boolean) =>
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
        !isNoFinding(text) &&
        !statesAimOrMethod({ text }) &&
        !previousResultReference.test(text) &&
        (label ? background.test(label) : start === first && start === 0 && sentences.length > 3) &&
        indexTerms(text).some((term) => topic.has(term)),
    ),
    ...pick('gap', (sentence) => isOpen(sentence, all)),
    ...pick(
      'limitation',
      ({ text, label = '' }) =>
        limitation.test(text) &&
        !unlimited.test(text) &&
        !looksForBias.test(text) &&
        !isGap(text) &&
        !announces.test(text) &&
        !beforeResults.test(label),
    ),
  ];
}
