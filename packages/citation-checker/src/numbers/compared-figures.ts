import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { presence } from '../locate.ts';
import { splitClauses } from '../reading/clauses.ts';
import { held, readArms } from '../statements/arms.ts';
import { readStatements } from '../statements/statements.ts';
import { topicsOf } from '../statements/topics.ts';
import { distinctLabel, figuresIn } from './figures.ts';
import { areComparable, isUnproven } from './measures.ts';

const named = 0.6;
const topical = 0.6;
const settled = 0.7;

const frequency = /\b(?:hazards?|risks?|odds|rates?|incidence)\b|风险|发生率/i;

/** "Longer after A than after B" where the abstract's numbers say that it was shorter. */
export function comparedFindings({ claim, ranked, effects, verbatim, cross }: Comparison): Finding[] {
  if (verbatim || effects.agreement >= settled) return [];
  const across = cross ? 'english' : 'same';
  return splitClauses(claim.text).flatMap((clause): Finding[] => {
    const directed = readStatements(clause).filter(({ direction }) => direction?.axis === 'amount');
    // A hazard is a ratio: no pair of figures tells it.
    if (/\bhazards?\b|风险比/i.test(clause.text)) return [];
    const [said] = directed;
    if (!said?.direction || directed.length > 1) return [];
    const arms = readArms(clause.text, across) ?? readArms(claim.text, across);
    const topics = topicsOf(clause.text, across);
    const left = arms?.left ?? topics;
    for (const { sentence } of ranked.slice(0, 2)) {
      const share = held(
        topics.filter((term) => presence(term, sentence.stems) >= 0.5),
        topics,
      );
      if (share < topical) continue;
      const figures = figuresIn(sentence, across);
      // Of changes with a sign "fell by more" is not a smaller number.
      if (isUnproven(figures) || figures.some(({ quantity }) => quantity.signed)) continue;
      for (const [index, one] of figures.entries())
        for (const other of figures.slice(index + 1)) {
          if (!areComparable(one, other) || one.quantity.value === other.quantity.value) continue;
          // A hazard falls where the months rise.
          if (one.quantity.unit?.dimension === 'time' && frequency.test(clause.text)) continue;
          const [mine, theirs] = [distinctLabel(one, [other]), distinctLabel(other, [one])];
          if (mine.length === 0 || theirs.length === 0) continue;
          const [first, second] = [held(mine, left), held(theirs, left)];
          if (Math.max(first, second) < named || Math.min(first, second) > 1 - named) continue;
          const rises = first > second === one.quantity.value > other.quantity.value;
          if (rises === (said.direction.side === '+')) return [];
          return [
            {
              kind: 'direction',
              force: 'certain',
              claim: said.text,
              evidence: sentence.text.slice(one.quantity.start, other.quantity.end),
            },
          ];
        }
    }
    return [];
  });
}
