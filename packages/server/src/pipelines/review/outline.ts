import type { ReviewOutline } from '../../engines/review-writer.ts';
import type { Theme } from './themes.ts';
import type { Unit } from './units.ts';

const themesMax = 6;
const headingMax = 80;

/**
 * A model's outline as themes: each unit in the first theme that names it, unknown ids passed over. Findings that no
 * theme names stay in the theme the rules gave them, so that nothing found is lost. Too little left of it: the rules' own.
 */
export function applyOutline(
  { themes }: ReviewOutline,
  byRules: readonly Theme[],
  units: readonly Unit[],
): Theme[] {
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const taken = new Set<Unit>();
  const outlined = themes.slice(0, themesMax).flatMap(({ heading, ids }): Theme[] => {
    const own = ids.flatMap((id) => known.get(id) ?? []).filter((unit) => !taken.has(unit));
    for (const unit of own) taken.add(unit);
    const plain = plainHeading(heading);
    return own.length > 0 && plain !== '' ? [{ heading: plain, units: own }] : [];
  });
  if (outlined.length === 0) return [...byRules];
  const left = units.filter((unit) => unit.role === 'finding' && !taken.has(unit));
  for (const unit of left) {
    const of = byRules.find((theme) => theme.units.includes(unit));
    const companions = new Set(of?.units ?? []);
    const [closest] = outlined
      .map((theme) => ({ theme, shared: theme.units.filter((each) => companions.has(each)).length }))
      .sort((one, other) => other.shared - one.shared);
    closest?.theme.units.push(unit);
  }
  return outlined;
}

/** A heading is one line, and bears neither marks nor claims in figures. */
function plainHeading(heading: string): string {
  return heading
    .replace(/[[［【][^\]］】]*[\]］】]/g, '')
    .replace(/^[#\s\d.、)]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, headingMax);
}
