import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { rankSentences, readAbstract } from '@citewell/citation-checker/locate.ts';
import { removeSourcePointers } from '@citewell/citation-checker/reading/remove-source-pointers.ts';
import { readTerms } from '@citewell/citation-checker/reading/terms.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { FullText, FullTextTable } from '../../literature/sources/full-text/full-text.ts';
import { checkSentenceByRules, type SentenceCheck } from './check-by-rules.ts';

/** A statement of a full text with its place, for people: "Results > Primary outcome", "Table 2". */
type Statement = {
  section: string;
  text: string;
  /** Text of the cell itself, where a table states it. */
  cell?: string;
};

/** Statements that are put beside a claim, best first, and the share of its words that each must hold. */
const compared = { most: 6, shareMin: 0.4 };
/** Statements of one article that are ranked; characters of one that is read. */
const bounds = { statements: 1_500, characters: 800 };

/**
 * Looks for a sentence of an article's results, or a cell of its tables, that states a claim. Each is put to the rules alone, as
 * one more result of the abstract, and must hold all words and numbers of the claim itself: an article has nearly every word
 * somewhere, and its sentences are about arms, times and groups that the ones before them name. Undefined where none does. A full
 * text contradicts nothing: it reports one outcome in many ways, and a number that a sentence lacks may stand in a figure.
 */
export function searchFullText({
  sentence,
  article,
  text,
}: {
  sentence: string;
  article: CheckedArticle;
  text: FullText;
}): { check: SentenceCheck; statement: Statement } | undefined {
  // Of several sentences one might be stated here and another there.
  if (splitSentences(sentence).length !== 1) return undefined;
  const language = detectLanguage(article.abstract);
  const statements = statementsOf(text).filter((each) => detectLanguage(each.text) === language);
  const claim = removeSourcePointers(sentence);
  for (const statement of closest(sentence, statements)) {
    if (!holdsNumbers(claim, statement)) continue;
    const heading = language === 'zh' ? '结果：' : 'RESULTS: ';
    const abstract = `${article.abstract}\n${heading}${statement.text}`;
    const check = checkSentenceByRules({ sentence, article: { ...article, abstract } });
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
 * True where each number of a claim stands in the statement as it is written. Of a table it must stand in the cell, a percentage
 * under a heading that says so: numbers of a heading are sizes of groups.
 */
function holdsNumbers(claim: string, { text, cell }: Statement): boolean {
  const wanted = numbersIn(claim);
  const known = new Set(numbersIn(cell ?? text));
  if (!wanted.every((number) => known.has(number))) return false;
  if (cell === undefined) return true;
  return wanted.length > 0 && /%|percent|per cent/i.test(claim) === text.includes('%');
}

/** The statements that hold most of a claim. */
function closest(sentence: string, statements: readonly Statement[]): Statement[] {
  const claim = readText(removeSourcePointers(sentence));
  const lines = statements.slice(0, bounds.statements);
  const abstract = lines.map(({ text }) => text).join('\n');
  const across = detectLanguage(claim.text) === detectLanguage(abstract) ? 'same' : 'english';
  let end = 0;
  const starts = lines.map(({ text }) => {
    const start = end;
    end += text.length + 1;
    return start;
  });
  const ranked = rankSentences(readTerms(claim, across), readAbstract({ title: '', abstract }, across));
  const found = ranked
    .filter(({ coverage }) => coverage >= compared.shareMin)
    .map(({ sentence: { start } }) => starts.findLastIndex((each) => each <= start));
  return [...new Set(found)].slice(0, compared.most).flatMap((at) => lines[at] ?? []);
}

/** Lists what an article states as its own results. A sentence that cites another paper may tell the finding of that one. */
function statementsOf({ sections, tables }: FullText): Statement[] {
  const told = sections
    .filter(({ kind, titles }) => kind === 'results' && !titles.some((title) => ofSome.test(title)))
    .flatMap(({ titles, paragraphs }) =>
      paragraphs
        .flat()
        .flatMap(({ text, cites, isPartial }) =>
          cites || isPartial ? [] : [{ section: titles.join(' > '), text }],
        ),
    );
  const cells = tables.filter(({ caption }) => !ofSome.test(caption)).flatMap(cellStatements);
  return [...told, ...cells].filter(({ text }) => text.length <= bounds.characters);
}

/** Titles of sections and tables about a part of the study alone, which their sentences need not name again. */
const ofSome =
  /\b(?:sub-?groups?|sensitivity|post[- ]?hoc|exploratory|per[- ]protocol|in|among|with|without|aged|women|men|males?|females?|children|adults|elderly|older|younger|patients|participants|cohorts?|phase|stud(?:y|ies) \d|experiments?|mice|rats|animals?|vitro|included studies)\b|亚组|敏感性|事后|探索性|组|患者|女性|男性|儿童|老年|动物|小鼠|大鼠|纳入/i;

/** Rows and columns of what compares groups or times. */
const compares =
  /\b(?:change|differences?|ratio|reduction|decrease|increase|improvement|[aph]?(?:HR|OR|RR|RD|MD|SMD)|p(?:[- ]?value)?|versus|vs|effect|risk|odds|hazard|beta|coefficient|estimate|model)\b|[Δβχ]|变化|差|比值|比$|降低|升高|P值|增加|减少/i;

/** Each cell with the words of its row and column: "Deaths, Drug (n = 250): 12". A row of one text alone heads those below it. */
function cellStatements({ label, header, rows }: FullTextTable): Statement[] {
  let group = '';
  return rows.flatMap((row) => {
    const [name = '', ...cells] = row;
    const isHeading = cells.every((cell) => cell === '' || cell === name);
    if (isHeading) {
      group = name;
      return [];
    }
    return cells.flatMap((cell, at) => {
      const column = [...new Set(header.map((line) => line[at + 1] ?? ''))].filter(Boolean).join(', ');
      const of = [group, name, column].filter(Boolean).join(', ');
      // A difference is said in many ways, of which a number without its sign is the wrong one.
      const isLevel = /^\d/.test(cell) && !compares.test(of);
      return isLevel && name && column ? [{ section: label, text: `${of}: ${cell}`, cell }] : [];
    });
  });
}
