import { parseRegex, type RegexNode } from './parse-regex.ts';

/** Repetitions with a smaller maximum do not depend on a length that callers choose. */
const bounded = 64;
/**
 * Maximum numbers of texts for a class, an alternation and a whole expression: the first ones reveal most, and all would
 * take hours.
 */
const charactersMax = 5;
const branchesMax = 6;
const pumpsMax = 60;

/** Pieces from which texts for one repetition are made: a prefix that leads to it, and a unit that it repeats. */
type Pump = { lead: string; round: string; misfit: string };

/**
 * Generates texts that a regular expression takes long to reject, if it can: each repeats one of its repetitions many
 * times, from its beginning or from that of the expression, and ends with something that does not match.
 */
export function* attackTexts(pattern: RegExp, length: number): Generator<string> {
  const pumps = new Map<string, Pump>();
  collect(parseRegex(pattern), '', pumps);
  for (const { lead, round, misfit } of [...pumps.values()].slice(0, pumpsMax)) {
    const rounds = round.repeat(Math.ceil(length / round.length)).slice(0, length);
    for (const end of new Set(['\u0001', '\n!', misfit])) yield `${lead}${rounds}${end}`;
    if (lead === '') continue;
    const whole = lead + round;
    yield `${whole.repeat(Math.ceil(length / whole.length)).slice(0, length)}\u0001`;
    yield `${lead.repeat(Math.ceil(length / lead.length)).slice(0, length)}\u0001`;
  }
}

function collect(node: RegexNode, lead: string, pumps: Map<string, Pump>): void {
  switch (node.kind) {
    case 'sequence': {
      let before = lead;
      for (const item of node.items) {
        collect(item, before, pumps);
        before += shortest(item);
      }
      return;
    }
    case 'choice':
      for (const branch of node.branches) collect(branch, lead, pumps);
      return;
    case 'repeat':
      if (node.max >= bounded)
        for (const round of rounds(node.body))
          if (round !== '') pumps.set(`${lead}\u0000${round}`, { lead, round, misfit: misfitOf(node.body) });
      collect(node.body, lead, pumps);
      return;
    case 'look':
      collect(node.body, lead, pumps);
      return;
    case 'character':
    case 'empty':
      return;
    default:
      node satisfies never;
  }
}

/** Returns the shortest text that matches, ignoring look-arounds. */
function shortest(node: RegexNode): string {
  switch (node.kind) {
    case 'character':
      return node.matches[0] ?? '';
    case 'sequence':
      return node.items.map(shortest).join('');
    case 'choice':
      return node.branches.map(shortest).reduce((one, other) => (other.length < one.length ? other : one));
    case 'repeat':
      return shortest(node.body).repeat(node.min);
    case 'look':
    case 'empty':
      return '';
    default:
      return node satisfies never;
  }
}

/**
 * Characters at which the repetition of a class stops: nearly every class lacks one of them, and a class that contains all
 * of them matches everything.
 */
function misfitOf(body: RegexNode): string {
  if (body.kind !== 'character') return '!';
  return (
    [',', '(', ')', '.', 'a', ' ', '”', '1', '中', '\n'].find((each) => !body.matches.includes(each)) ?? '!'
  );
}

/** Returns texts that match a repetition's body, each with different characters or branches. */
function rounds(body: RegexNode): string[] {
  switch (body.kind) {
    case 'character':
      return body.matches.slice(0, charactersMax);
    case 'choice':
      return body.branches.slice(0, branchesMax).flatMap(rounds);
    case 'sequence':
      if (body.items.length === 1 && body.items[0]) return rounds(body.items[0]);
      return [
        shortest(body),
        body.items.map((item) => (item.kind === 'repeat' ? shortest(item.body) : shortest(item))).join(''),
      ];
    case 'repeat':
      return rounds(body.body);
    case 'look':
    case 'empty':
      return [];
    default:
      return body satisfies never;
  }
}
