import { type EvidenceSentence, oncePerSentence } from '../locate.ts';
import { splitClauses } from '../reading/clauses.ts';
import { headingLength } from '../reading/sections.ts';
import { addOtherForms } from '../reading/short-forms.ts';
import { readTerms, stemsOf, type Term } from '../reading/terms.ts';
import { readText } from '../reading/tokens.ts';
import { type Arms, readArms } from './arms.ts';
import { readStatements, type Statement } from './statements.ts';
import { blanked, topicsOf } from './topics.ts';

/** A statement in its clause, with the words it is about. */
export type Placed = Statement & {
  clause: string;
  sentence: EvidenceSentence | undefined;
  terms: Term[];
  /** Stems beside the statement, in its clause, and in its sentence. */
  near: ReadonlySet<string>;
  /** Beside other statements of its clause. */
  elsewhere: ReadonlySet<string>;
  own: ReadonlySet<string>;
  all: ReadonlySet<string>;
  arms: Arms | undefined;
};

/** Distance within which a word counts as beside a statement, in characters. */
const beside = 45;
const besideHan = 14;

/** Exception from a statement: "reduced A, but not B and C". */
const exception = /\bbut not (?:in |for |with |against |to |by |on |of )?([^,;.()（）]{2,80})/i;

/** The statements of a text with what they are about. */
export function placeStatements(
  text: string,
  across: 'same' | 'english',
  sentence?: EvidenceSentence,
): Placed[] {
  let whole: Set<string> | undefined;
  let comparison: { arms: Arms | undefined } | undefined;
  return splitClauses(text).flatMap((span) => {
    const except = readException(span.text);
    const clause = except ? { ...span, text: blanked(span.text, [except]) } : span;
    const statements = readStatements(clause);
    if (statements.length === 0) return [];
    whole ??= sentence?.stems ?? stemsOf(readText(text), across);
    comparison ??= { arms: readArms(text, across) };
    const all = whole;
    const stemsIn = (part: string) =>
      addOtherForms(stemsOf(readText(part), across), part, sentence?.shortForms ?? []);
    const own = stemsIn(clause.text);
    const reach = /\p{Script=Han}/u.test(clause.text) ? besideHan : beside;
    const compared = readArms(clause.text, across);
    const arms = compared
      ? { ...compared, left: [...compared.left, ...others(text, clause, across)] }
      : comparison.arms;
    const terms = topics(blanked(clause.text, statements), text, across);
    const nears = statements.map((statement, index) => {
      const [before, after] = [statements[index - 1], statements[index + 1]];
      const near =
        statement.object === 'before'
          ? clause.text.slice(Math.max(0, before?.end ?? 0, statement.start - reach), statement.end)
          : clause.text.slice(
              statement.start,
              Math.min(after?.start ?? clause.text.length, statement.end + reach),
            );
      return stemsIn(near);
    });
    const placed = statements.map(
      (statement, index): Placed => ({
        ...statement,
        clause: clause.text.replace(/^[\s,;，；]+/, '').trim(),
        sentence,
        terms,
        near: nears[index] ?? own,
        elsewhere: new Set(nears.flatMap((near, other) => (other === index ? [] : [...near]))),
        own,
        all,
        arms,
      }),
    );
    if (!except) return placed;
    const { named, ...denial } = except;
    return [
      ...placed,
      {
        ...denial,
        clause: span.text.trim(),
        sentence,
        terms: topicsOf(named, across),
        near: stemsIn(named),
        elsewhere: new Set(nears.flatMap((near) => [...near])),
        own: stemsIn(span.text),
        all,
        arms: undefined,
      },
    ];
  });
}

/** Reads the exception of a clause as a statement of no effect. */
function readException(text: string): (Statement & { named: string }) | undefined {
  const found = exception.exec(text);
  if (!found) return undefined;
  const [{ length }, named = ''] = found;
  return {
    says: 'none',
    text: found[0],
    start: found.index,
    end: found.index + length,
    outcome: undefined,
    object: 'after',
    unsure: false,
    named,
  };
}

/**
 * Returns the terms in the rest of a sentence: the arm that a clause omits ("A takes longer but costs less than B").
 */
function others(
  text: string,
  { start, end }: { start: number; end: number },
  across: 'same' | 'english',
): Term[] {
  return start === 0 ? [] : readTerms(readText(`${text.slice(0, start)} ${text.slice(end)}`), across);
}

/** Returns the subject of a clause: its words without those for the effect; if it has none, those of its sentence. */
function topics(clause: string, sentence: string, across: 'same' | 'english'): Term[] {
  const own = topicsOf(clause, across);
  return own.length >= 2 ? own : topicsOf(sentence, across);
}

/** A heading says nothing. */
function bodyOf({ text }: EvidenceSentence): string {
  const length = headingLength(text);
  return ' '.repeat(length) + text.slice(length);
}

const placedIn = oncePerSentence((sentence) => placeStatements(bodyOf(sentence), 'same', sentence));
const placedAcross = oncePerSentence((sentence) => placeStatements(bodyOf(sentence), 'english', sentence));

/** The statements of a sentence of the abstract, read once. */
export function statementsIn(sentence: EvidenceSentence, across: 'same' | 'english'): Placed[] {
  return across === 'same' ? placedIn(sentence) : placedAcross(sentence);
}
