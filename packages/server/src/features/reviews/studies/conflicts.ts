import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import type { Direction } from '../../../literature/ranking/direction.ts';
import { quoted } from '../sections/quotation.ts';
import type { Unit } from '../sections/units.ts';
import { isSameSubject, type Subject, subjectOf } from './same-outcome.ts';
import type { Study } from './studies.ts';
import type { Theme } from './themes.ts';

/** Findings of one theme that point to different sides. */
export type Conflict = { theme: string; sides: { direction: Direction; units: Unit[] }[] };

const perSideMax = 3;

/** A finding on what happens without the thing: more fractures where vitamin D is low agree with fewer where it is given. */
const ofLack =
  /^(?:\S+ ){0,4}?(?:low(?:er)? (?:serum|plasma|blood|circulating|dietary|levels?|intakes?|concentrations?|vitamin|consumption|adherence)|deficien\w+|insufficiency|(?:lack|absence|discontinuation|withdrawal|cessation) of)\b|^[^，。；]{0,10}(?:缺乏|不足|水平(?:过|较|偏)?低|停用|停药)/i;

/** What different studies found different directions of, theme by theme; each finding is in one conflict. */
export function findConflicts(themes: readonly Theme[], topic: readonly (readonly string[])[]): Conflict[] {
  const ofTopic = new Set(topic.flat().flatMap(indexTerms));
  return themes.flatMap(({ heading, units }) => {
    const directed = units
      .filter(({ direction, text }) => direction !== undefined && !ofLack.test(text))
      .map((unit) => ({ unit, subject: subjectOf(unit.text, ofTopic) }));
    const left = new Set(directed.filter((one) => directed.some((other) => oppose(one, other))));
    const conflicts: Conflict[] = [];
    for (const one of left) {
      const own = [...left].filter(({ subject }) => isSameSubject(subject, one.subject));
      const sides = [...Map.groupBy(own, ({ unit }) => unit.direction as Direction)].map(
        ([direction, units]) => ({ direction, units: units.slice(0, perSideMax).map(({ unit }) => unit) }),
      );
      if (sides.length < 2) continue;
      conflicts.push({ theme: heading, sides });
      for (const each of own) left.delete(each);
    }
    return conflicts;
  });
}

type Directed = { unit: Unit; subject: Subject };

function oppose(one: Directed, other: Directed): boolean {
  if (one.unit.direction === other.unit.direction) return false;
  if (one.unit.article.pmid === other.unit.article.pmid) return false;
  return isSameSubject(one.subject, other.subject);
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
  if (studies.size === 1)
    return zh
      ? '仅纳入一项研究，没有可与之比较的结果。'
      : 'One study alone was included: there is nothing to compare it with.';
  if (conflicts.length === 0)
    return zh
      ? `所纳入的 ${studies.size} 项研究中，未发现同一方面的句子方向相反。方向由规则根据用词判断，未说明方向的句子不计。`
      : `Among the ${studies.size} studies included no two sentences on one theme point to opposite sides. Directions are told by rules from the words used; sentences that name none do not count.`;
  const note = zh
    ? '下列各方面中，不同研究的句子方向不同。方向由规则根据用词判断；差异可能来自人群、剂量、对照或结局的不同。'
    : 'On these themes, sentences of different studies point to different sides. Directions are told by rules from the words used; populations, doses, comparators or outcomes may explain them.';
  return [
    note,
    ...conflicts.flatMap(({ theme, sides }, at) => [
      '',
      // A second one of a theme is a list of its own.
      `**${theme}${conflicts[at - 1]?.theme === theme ? { en: ', further', zh: '（续）' }[language] : ''}**`,
      '',
      ...sides.map(({ direction, units }) => {
        const quotes = units.map((unit) => quoted(unit, language)).join(zh ? '；' : ' ');
        return `- ${sideNames[language][direction]}${zh ? '：' : ': '}${quotes}`;
      }),
    ]),
  ].join('\n');
}
