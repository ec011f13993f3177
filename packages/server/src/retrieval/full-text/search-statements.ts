import { checkByRules, type RuleCheck } from '@citewell/citation-checker/check.ts';
import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import { rankSentences, readAbstract } from '@citewell/citation-checker/locate.ts';
import { removeSourcePointers } from '@citewell/citation-checker/reading/remove-source-pointers.ts';
import { readTerms } from '@citewell/citation-checker/reading/terms.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Statement } from '../../literature/sources/full-text/statements.ts';
import { maskArticleInstructions } from '../checked-article.ts';

/** Maximum number of statements compared with a claim, and the minimum share of its words that each must contain. */
const compared = { most: 6, shareMin: 0.4 };

/** A statement that supports a claim, and its check. */
export type StatedClaim = { check: RuleCheck; statement: Statement };

/**
 * Finds a sentence of an article's results, or a cell of its tables, that states a claim; undefined if there is none. The rules
 * alone check each of them, as a further result of the abstract, and it must contain all words and numbers of the claim itself: an
 * article has nearly every word somewhere, and its sentences refer to arms, times and groups named in earlier ones. A full text
 * never contradicts a claim: it reports one outcome in many ways, and a number that a sentence lacks may be in a figure.
 */
export function searchStatements({
  sentence,
  article,
  statements: all,
}: {
  sentence: string;
  article: CheckedArticle;
  statements: readonly Statement[];
}): StatedClaim | undefined {
  // Several sentences might be stated in different places.
  if (splitSentences(sentence).length !== 1) return undefined;
  const language = detectLanguage(article.abstract);
  const statements = all.filter((each) => detectLanguage(each.text) === language);
  const claim = removeSourcePointers(sentence);
  // If the text consists only of instructions, nothing is left to check.
  const asked = maskInjectedInstructions(sentence).trim();
  for (const statement of closest(sentence, statements)) {
    if (!statesNumbers(claim, statement)) continue;
    const heading = language === 'zh' ? '结果：' : 'RESULTS: ';
    const abstract = `${article.abstract}\n${heading}${statement.text}`;
    const check = checkByRules({
      sentence: asked,
      article: maskArticleInstructions({ ...article, abstract }),
    });
    const [decisive] = check.evidence;
    if (
      check.verdict === 'supported' &&
      decisive &&
      decisive.start > article.abstract.length &&
      check.parts.every(({ at }) => at === 'sentence')
    )
      return { check, statement };
  }
  return undefined;
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,·]\d+)*/g) ?? [];

/**
 * Returns true if each number of a claim occurs in the statement as written. In a table, it must be in the cell, and a percentage
 * under a heading that says so, because numbers in headings are sizes of groups.
 */
function statesNumbers(claim: string, { text, cell }: Statement): boolean {
  const wanted = numbersIn(claim);
  const known = new Set(numbersIn(cell ?? text));
  if (!wanted.every((number) => known.has(number))) return false;
  if (cell === undefined) return true;
  return wanted.length > 0 && /%|percent|per cent/i.test(claim) === text.includes('%');
}

/** Returns the statements that contain most of a claim. */
function closest(sentence: string, statements: readonly Statement[]): Statement[] {
  const claim = readText(removeSourcePointers(sentence));
  const abstract = statements.map(({ text }) => text).join('\n');
  const across = detectLanguage(claim.text) === detectLanguage(abstract) ? 'same' : 'english';
  let end = 0;
  const starts = statements.map(({ text }) => {
    const start = end;
    end += text.length + 1;
    return start;
  });
  const ranked = rankSentences(readTerms(claim, across), readAbstract({ title: '', abstract }, across));
  const found = ranked
    .filter(({ coverage }) => coverage >= compared.shareMin)
    .map(({ sentence: { start } }) => starts.findLastIndex((each) => each <= start));
  return [...new Set(found)].slice(0, compared.most).flatMap((at) => statements[at] ?? []);
}
