import type { Language } from '@citewell/sdk';
import type { Direction } from '../../evidence/direction.ts';
import { isGenericTerm, isStopWord } from '../../text/stop-words.ts';
import { indexTerms } from '../../text/words.ts';
import { outcomesIn } from './aspects.ts';
import { quoted } from './quoted-sections.ts';
import type { Study } from './studies.ts';
import type { Theme } from './themes.ts';
import type { Unit } from './units.ts';

/** Findings of one theme that point to different sides. */
export type Conflict = { theme: string; sides: { direction: Direction; units: Unit[] }[] };

const perSideMax = 3;
/** Two findings are about the same thing where they share an outcome's word, or this many words beside the topic's. */
const sharedMin = 2;

/** Themes in which different studies found different directions of the same thing. */
export function findConflicts(themes: readonly Theme[], topic: readonly (readonly string[])[]): Conflict[] {
  const ofTopic = new Set(topic.flat().flatMap(indexTerms));
  return themes.flatMap(({ heading, units }) => {
    const directed = units
      .filter(({ direction }) => direction !== undefined)
      .map((unit) => ({ unit, outcomes: outcomesIn(unit.text), words: telling(unit.text, ofTopic) }));
    const opposed = directed.filter((one) => directed.some((other) => oppose(one, other)));
    const sides = [...Map.groupBy(opposed, ({ unit }) => unit.direction as Direction)].map(
      ([direction, own]) => ({ direction, units: own.slice(0, perSideMax).map(({ unit }) => unit) }),
    );
    return sides.length > 1 ? [{ theme: heading, sides }] : [];
  });
}

type Directed = { unit: Unit; outcomes: ReadonlySet<string>; words: ReadonlySet<string> };

function oppose(one: Directed, other: Directed): boolean {
  if (one.unit.direction === other.unit.direction) return false;
  if (one.unit.article.pmid === other.unit.article.pmid) return false;
  return (
    one.outcomes.intersection(other.outcomes).size > 0 ||
    one.words.intersection(other.words).size >= sharedMin
  );
}

function telling(text: string, ofTopic: ReadonlySet<string>): Set<string> {
  return new Set(
    indexTerms(text).filter(
      (term) => term.length > 3 && !ofTopic.has(term) && !isStopWord(term) && !isGenericTerm(term),
    ),
  );
}

const sideNames: Record<Language, Record<Direction, string>> = {
  en: { raises: 'A rise or an improvement', lowers: 'A fall', unchanged: 'No difference' },
  zh: { raises: '升高或改善', lowers: '降低', unchanged: '无差异' },
};

/** The sides beside each other, quoted; or that none was found, and how that was looked for. */
export function conflictsSection(
  conflicts: readonly Conflict[],
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const zh = language === 'zh';
  if (conflicts.length === 0)
    return zh
      ? `所纳入的 ${studies.size} 项研究中，未发现同一方面的句子方向相反。方向由规则根据用词判断，未说明方向的句子不计。`
      : `Among the ${studies.size} ${studies.size === 1 ? 'study' : 'studies'} included no two sentences on one theme point to opposite sides. Directions are told by rules from the words used; sentences that name none do not count.`;
  const note = zh
    ? '下列各方面中，不同研究的句子方向不同。方向由规则根据用词判断；差异可能来自人群、剂量或结局的不同。'
    : 'On these themes, sentences of different studies point to different sides. Directions are told by rules from the words used; populations, doses or outcomes may explain them.';
  return [
    note,
    ...conflicts.flatMap(({ theme, sides }) => [
      '',
      `**${theme}**`,
      '',
      ...sides.map(({ direction, units }) => {
        const quotes = units.map((unit) => quoted(unit, language)).join(' ');
        return `- ${sideNames[language][direction]}${zh ? '：' : ': '}${quotes}`;
      }),
    ]),
  ].join('\n');
}
