import { maskOutcomeNames } from '@citewell/citation-checker/statements/named-outcomes.ts';
import type { Article } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { type Passage, toCitable } from '../../../literature/ranking/passage.ts';
import { selectPassages } from '../../../literature/ranking/select-passages.ts';
import { sentenceKind } from '../../../literature/ranking/sentence-kind.ts';
import { abstractSentences } from '../../../literature/studies/abstract-sentences.ts';
import { type Screened, unitsPerArticle } from '../gathering/screen.ts';
import { boundEffects } from '../studies/bound-effects.ts';

/** A sentence a review may rest on, and what it is good for. */
export type Unit = Passage & { role: 'finding' | 'background' | 'gap' | 'limitation' };

const background = /background|introduction|importance|context|rationale|significance|背景|引言/i;
const aim =
  /\b(?:aim(?:s|ed)?|objective|purpose|we (?:sought|aimed|investigated|examined|evaluated|hypothesi[sz]ed)|this (?:study|review|trial|article|paper)|to (?:determine|investigate|evaluate|assess|examine|compare)\b)|本(?:研究|文)|目的|旨在/i;
const gap =
  /\b(?:(?:further|future|more|additional|larger|long-term|prospective|well-designed|high-quality) (?:[a-z-]+ ){0,3}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b[^.]{0,60}\b(?:needed|required|warranted|necessary|should|must)|(?:remains?|is|are) (?:still )?(?:unclear|unknown|uncertain|controversial|poorly understood)|(?:need|needs) to be (?:confirmed|established|studied|investigated)|(?:insufficient|limited|lack of|scarce|little) (?:[a-z-]+ )?(?:evidence|data|research))|(?:有待|需要?|仍需)(?:进一步|更多|大样本|前瞻)|尚不(?:清楚|明确)|证据(?:不足|有限)/i;
const limitation =
  /\b(?:limitations?|limited by|small sample|heterogene(?:ity|ous)|risk of bias|low[- ]quality|low certainty|publication bias|confounding|retrospective (?:nature|design)|single[- ]cent(?:er|re))\b|局限|异质性|样本量(?:较)?小|偏倚|质量(?:较)?低/i;

/** A paper's own plan. */
const announces =
  /\b(?:the |our |main |primary )?(?:aims?|objectives?|purpose|goal) (?:of|was|is|were)\b|\b(?:this|the present|our) (?:study|review|trial|article|paper|work) (?:aim(?:s|ed)|seeks?|sought|was (?:designed|undertaken|conducted)|evaluates?|examines?|explores?|investigates?|describes?|reviews?|summari[sz]es?|discusses?)\b|\b(?:in|here),? (?:this|the present)? ?(?:paper|review|article)?,? ?we (?:review|describe|discuss|examine|summari[sz]e|present|report on)\b|\bwe (?:sought|aimed|hypothesi[sz]ed|set out)\b|本(?:研究|文)(?:旨在|拟|探讨|分析了?)|目的(?:是|在于)|旨在/i;
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
  const found = [...Map.groupBy(chosen, ({ article }) => article.pmid).values()].flatMap((own) => {
    const article = own[0] && articles.get(own[0].article.pmid);
    return article ? findingsOf(own, article) : [];
  });
  const taken = new Set(found.map(({ article, start }) => `${article.pmid} ${start}`));
  const others = included.flatMap((article) => otherUnits(article, topic, language, taken));
  const backgrounds = others
    .filter(({ role }) => role === 'background')
    .sort((one, other) => other.score - one.score)
    .slice(0, backgroundMax);
  const all = [...found, ...backgrounds, ...others.filter(({ role }) => role !== 'background')];
  return all.map((unit, index) => ({ ...unit, id: `E${index + 1}` }));
}

/**
 * Selects the sentences of one paper that report results; if none does, the last such sentence of its abstract, or
 * else the first selected: every included paper has its row in the table.
 */
function findingsOf(chosen: readonly Passage[], article: Article): Omit<Unit, 'id'>[] {
  const asUnit = (passage: Omit<Passage, 'id'>): Omit<Unit, 'id'> => ({
    ...passage,
    role: gap.test(passage.text) ? 'gap' : 'finding',
  });
  const units = chosen.filter(reportsResults).map(asUnit);
  if (units.some(({ role }) => role === 'finding'))
    return [...units, ...mainEffect(chosen, article).map(asUnit)];
  const sameLanguage = detectLanguage(chosen[0]?.text ?? '');
  const last = abstractSentences(article).findLast(
    (sentence) =>
      reportsResults(sentence) && !gap.test(sentence.text) && detectLanguage(sentence.text) === sameLanguage,
  );
  const [first] = chosen;
  const kept = last ? { ...last, article: toCitable(article), score: first?.score ?? 0 } : first;
  return [
    ...(kept ? [{ ...asUnit(kept), role: 'finding' as const }] : []),
    ...units.filter(({ start }) => start !== kept?.start),
  ];
}

/** The first result with an effect that is bound to one outcome, where it is not chosen yet. */
function mainEffect(chosen: readonly Passage[], article: Article): Omit<Passage, 'id'>[] {
  const [first] = chosen;
  const sentences = abstractSentences(article);
  const main = sentences.find(
    ({ label, text }, at) =>
      sentenceKind(label, text, at, sentences.length) !== 'setting' &&
      boundEffects(text).some(({ outcome }) => outcome),
  );
  if (!first || !main || chosen.some(({ start }) => start === main.start)) return [];
  return [{ ...main, article: first.article, score: first.score }];
}

/** Returns true if a sentence reports results, rather than aims or methods. */
export function reportsResults({ label, text }: Pick<Passage, 'label' | 'text'>): boolean {
  if (announces.test(text) || onBias.test(text) || sentenceKind(label, text, 1, 3) === 'setting')
    return false;
  return !method.test(text) || reported.test(maskOutcomeNames(text));
}

/** Builds units that are no findings but have their place: background, gaps and limitations. */
function otherUnits(
  article: Article,
  topic: ReadonlySet<string>,
  language: Language,
  taken: ReadonlySet<string>,
): Omit<Unit, 'id'>[] {
  const all = abstractSentences(article);
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
        !gap.test(text) &&
        (label ? background.test(label) : start === first && start === 0 && sentences.length > 3) &&
        indexTerms(text).some((term) => topic.has(term)),
    ),
    ...pick('gap', ({ text }) => gap.test(text) && !aim.test(text)),
    ...pick(
      'limitation',
      ({ text, label = '' }) =>
        limitation.test(text) && !unlimited.test(text) && !gap.test(text) && !/method|方法/i.test(label),
    ),
  ];
}
