import type { Language } from '@citewell/sdk';
import { type Direction, findingDirection } from '../../evidence/direction.ts';
import { type Passage, toCitable } from '../../evidence/passage.ts';
import { abstractSentences, selectPassages } from '../../evidence/select-passages.ts';
import type { Article } from '../../literature/article.ts';
import { detectLanguage } from '../../text/language.ts';
import { indexTerms } from '../../text/words.ts';
import { type Screened, unitsPerArticle } from './screen.ts';

/** A sentence a review may rest on, and what it is good for. */
export type Unit = Passage & {
  role: 'finding' | 'background' | 'gap' | 'limitation';
  direction: Direction | undefined;
};

const background = /background|introduction|importance|context|rationale|significance|背景|引言/i;
const aim =
  /\b(?:aim(?:s|ed)?|objective|purpose|we (?:sought|aimed|investigated|examined|evaluated|hypothesi[sz]ed)|this (?:study|review|trial|article|paper)|to (?:determine|investigate|evaluate|assess|examine|compare)\b)|本(?:研究|文)|目的|旨在/i;
const gap =
  /\b(?:(?:further|future|more|additional|larger|long-term|prospective|well-designed|high-quality) (?:[a-z-]+ ){0,3}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b[^.]{0,60}\b(?:needed|required|warranted|necessary|should|must)|(?:remains?|is|are) (?:still )?(?:unclear|unknown|uncertain|controversial|poorly understood)|(?:need|needs) to be (?:confirmed|established|studied|investigated)|(?:insufficient|limited|lack of|scarce|little) (?:[a-z-]+ )?(?:evidence|data|research))|(?:有待|需要?|仍需)(?:进一步|更多|大样本|前瞻)|尚不(?:清楚|明确)|证据(?:不足|有限)/i;
const limitation =
  /\b(?:limitations?|limited by|small sample|heterogene(?:ity|ous)|risk of bias|low[- ]quality|low certainty|publication bias|confounding|retrospective (?:nature|design)|single[- ]cent(?:er|re))\b|局限|异质性|样本量(?:较)?小|偏倚|质量(?:较)?低/i;

const backgroundMax = 8;
const perArticleOfOthers = 1;

/** The sentences of the included records, numbered E1.. over all of them, best papers first. */
export function unitsOf({ included, ranking, wanted }: Screened, language: Language): Unit[] {
  const kept = new Set<string>(included.map(({ pmid }) => pmid));
  const of = { ...ranking, ranked: ranking.ranked.filter(({ article }) => kept.has(article.pmid)) };
  const chosen = selectPassages(of, {
    language,
    articlesMax: Math.max(1, included.length),
    perArticleMax: unitsPerArticle,
    wanted,
  });
  const topic = new Set(ranking.facets.flatMap(({ wordings }) => wordings.flat()));
  const found: Omit<Unit, 'id'>[] = chosen.map((passage) => ({
    ...passage,
    role: gap.test(passage.text) ? 'gap' : 'finding',
    direction: findingDirection(passage.text),
  }));
  const taken = new Set(found.map(({ article, start }) => `${article.pmid} ${start}`));
  const others = included.flatMap((article) => otherUnits(article, topic, language, taken));
  const backgrounds = others
    .filter(({ role }) => role === 'background')
    .sort((one, other) => other.score - one.score)
    .slice(0, backgroundMax);
  const all = [...found, ...backgrounds, ...others.filter(({ role }) => role !== 'background')];
  return all.map((unit, index) => ({ ...unit, id: `E${index + 1}` }));
}

/** What is not a finding and has its place all the same: what was known, what is missing, what limits. */
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
        direction: undefined,
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
      ({ text, label = '' }) => limitation.test(text) && !gap.test(text) && !/method|方法/i.test(label),
    ),
  ];
}
