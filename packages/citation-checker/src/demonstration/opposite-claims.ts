import type { Claim } from './claim-units.ts';
import type { Effect } from './effects.ts';
import { oppositesOf } from './opposites.ts';
import { limitInTime } from './slots/effect-denials.ts';
import { isDirected } from './slots/effect-relation.ts';
import type { Clause } from './statement.ts';

/**
 * Words for opposite directions, a pair per line. Exchanging them yields a claim that cannot be true together with the
 * original.
 */
const pairs = `
increased decreased
increase decrease
increases decreases
increasing decreasing
higher lower
highest lowest
greater smaller
greatest smallest
larger smaller
more less
more fewer
most least
rose fell
rise fall
rises falls
rising falling
raised lowered
longer shorter
prolonged shortened
prolongs shortens
prolong shorten
upregulated downregulated
up-regulated down-regulated
upregulation downregulation
accelerated slowed
stronger weaker
improved worsened
improves worsens
improve worsen
improvement worsening
better worse
best worst
superior inferior
positively negatively
positively inversely
enhanced reduced
enhances reduces
enhance reduce
elevated reduced
promoted inhibited
promotes inhibits
promote inhibit
gained lost
faster slower
increased reduced
increases reduces
increase reduction
climbed dropped
climbed fell
grew shrank
boosted weakened
safer worse
升高 降低
增高 降低
增加 减少
增多 减少
增强 减弱
上升 下降
上调 下调
提高 降低
提升 降低
促进 抑制
延长 缩短
更高 更低
更多 更少
较高 较低
较多 较少
更长 更短
更大 更小
高于 低于
多于 少于
大于 小于
长于 短于
改善 恶化
更好 更差
较好 较差
优于 劣于
正相关 负相关
增大 减小
升至 降至
更常见 更少见
越高 越低
越大 越小
越多 越少
增长 下降
加快 减慢
`;

const opposites = new Map<string, string[]>();
for (const line of pairs.trim().split('\n')) {
  const [one = '', other = ''] = line.split(' ');
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    opposites.set(from, [...(opposites.get(from) ?? []), to]);
}

/** Negations, with what the claim says without them. */
const negation =
  /\b(?:(?:did|does|do) not|not|no|failed to|fails? to|cannot) |没有|并未|并不|未能|无法|不会|未|无|不/iu;
const affirmed: Readonly<Record<string, string>> = { 'cannot ': 'can ', 没有: '有', 无: '有' };

/** Words for similarity or independence, with their opposites. */
const likeness =
  /\b(?:similar|comparable|equivalent|unchanged|unaffected|unrelated)\b|相似|相近|相当|无关|相同/iu;
const unlike: Readonly<Record<string, string>> = {
  ...{ similar: 'different', comparable: 'different', equivalent: 'different' },
  ...{ unchanged: 'changed', unaffected: 'affected', unrelated: 'related' },
  ...{ 相似: '不同', 相近: '不同', 相当: '不同', 无关: '相关', 相同: '不同' },
};

/** Auxiliary after which a statement without an effect can be negated. */
const auxiliary = /\b(?:is|are|was|were|can|could|may|might|should|has|have|had|will|would)\b(?! not\b)/i;
const auxiliaryHan = /可以|能够|可|会|取决于/;

/** Claim that differs in one effect, which it reverses or negates, or has two opposites in each other's place. */
export type OppositeClaim = { text: string; kind: 'direction' | 'negation' | 'comparator'; word: string };

/** Returns the claims that contradict a claim in a single effect. Few: each is demonstrated like a claim. */
export function oppositeClaims({ read, clauses }: Claim): OppositeClaim[] {
  const { text } = read;
  // "Did not rise until day 7" and "rose until day 7" are both silent on what they share, the rise on day 7.
  if (limitInTime(text)) return [];
  const found: OppositeClaim[] = [];
  const put: Put = (start, end, by, kind, word) => {
    // 不必 and 不同 are one word.
    if (!/^[必同]/.test(text.slice(end)))
      found.push({ text: text.slice(0, start) + by + text.slice(end), kind, word });
  };
  for (const { effects } of clauses) for (const effect of effects) turn(effect, put);
  for (const clause of clauses) if (clause.effects.length === 0) deny(clause, put);
  const exchanged = exchange(read);
  return [...(exchanged ? [exchanged] : []), ...found].slice(0, oppositesMax);
}

/** Matches two words of which a statement holds for the first only: "in men but not in women". */
const butNot =
  /([\p{L}\p{N}-]{3,40})(,? but not (?:(?:in|with|to|for|on|of|by|from|during|after|among|at) )?(?:the )?)([\p{L}\p{N}-]{3,40})/u;

/** Exchanges the words around "but not", otherwise the first two words that are opposites: "differed in men, but not in women". */
function exchange({ text, tokens }: Claim['read']): OppositeClaim | undefined {
  const found = butNot.exec(text);
  if (found) {
    const { 0: word, 1: one = '', 2: between = '', 3: other = '', index } = found;
    return {
      text: text.slice(0, index) + other + between + one + text.slice(index + word.length),
      ...{ kind: 'negation', word },
    };
  }
  for (const [at, one] of tokens.entries()) {
    const others = oppositesOf(one.stem);
    const other = others.size > 0 ? tokens.slice(at + 1).find(({ stem }) => others.has(stem)) : undefined;
    if (other)
      return {
        text: `${text.slice(0, one.start)}${other.text}${text.slice(one.end, other.start)}${one.text}${text.slice(other.end)}`,
        ...{ kind: 'comparator', word: text.slice(one.start, other.end) },
      };
  }
  return undefined;
}

const oppositesMax = 8;

type Put = (start: number, end: number, by: string, kind: OppositeClaim['kind'], word: string) => void;

/** Reverses a direction, removes a negation, or negates an association. */
function turn({ text, start, direction }: Effect, put: Put): void {
  if (isDirected(direction)) {
    for (const [from, others] of opposites) {
      const at = text.toLowerCase().search(isHan.test(from) ? from : new RegExp(`\\b${from}\\b`));
      if (at >= 0) for (const to of others) put(start + at, start + at + from.length, to, 'direction', text);
    }
    return;
  }
  if (direction === 'related') {
    put(start, start, isHan.test(text) ? '不' : 'not ', 'negation', text);
    return;
  }
  const denied = negation.exec(text);
  if (denied) {
    const [word] = denied;
    const at = start + denied.index;
    put(at, at + word.length, affirmed[word.toLowerCase()] ?? '', 'negation', text);
    return;
  }
  const same = likeness.exec(text);
  const other = same && unlike[same[0].toLowerCase()];
  if (same && other) put(start + same.index, start + same.index + same[0].length, other, 'negation', text);
}

/** Negates a statement without an effect. */
function deny({ text, start }: Clause, put: Put): void {
  const word = auxiliary.exec(text);
  if (word) {
    const at = start + word.index + word[0].length;
    put(at, at, ' not', 'negation', word[0]);
  }
  const han = auxiliaryHan.exec(text);
  if (han) put(start + han.index, start + han.index, '不', 'negation', han[0]);
}

const isHan = /\p{Script=Han}/u;
