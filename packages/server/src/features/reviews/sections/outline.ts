import { makesNoClaim } from '../../answers/verification/uncited-claim-filter.ts';
import type { ReviewOutline } from '../model/review-writer.ts';
import type { Theme } from '../studies/themes.ts';
import type { EvidenceUnit } from './evidence-units.ts';
import { isHeadingCovered, isOnOtherOutcome } from './on-topic.ts';
import { toPlainLine } from './to-plain-line.ts';

const themesMax = 6;
const headingMax = 80;

/**
 * Converts a model's outline to themes: each unit in the first theme that names it, ignoring unknown ids. Findings in
 * no theme stay in the theme of the rules, so that nothing is lost. If too little remains of the outline, the rules'
 * themes are used.
 */
export function applyOutline(
  { themes }: ReviewOutline,
  byRules: readonly Theme[],
  units: readonly EvidenceUnit[],
): Theme[] {
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const records = units.map(({ text, article }) => `${article.title}\n${text}`).join('\n');
  const taken = new Set<EvidenceUnit>();
  const outlined: Theme[] = [];
  for (const { heading, ids } of themes.slice(0, themesMax)) {
    const own = ids
      .flatMap((id) => known.get(id) ?? [])
      .filter((unit) => !taken.has(unit) && !isOnOtherOutcome(heading, `${unit.article.title} ${unit.text}`));
    for (const unit of own) taken.add(unit);
    const held = own.map(({ text, article }) => `${article.title}\n${text}`).join('\n');
    const named = plainHeading(heading, records);
    const plain = (isHeadingCovered(named, held) && named) || ruledHeading(own, byRules);
    const same = outlined.find((theme) => theme.heading.toLowerCase() === plain.toLowerCase());
    if (same) same.units.push(...own);
    else if (own.length > 0 && plain !== '') outlined.push({ heading: plain, units: own });
  }
  if (outlined.length === 0) return [...byRules];
  const left = units.filter((unit) => unit.role === 'finding' && !taken.has(unit));
  for (const unit of left) {
    const of = byRules.find((theme) => theme.units.includes(unit));
    const companions = new Set(of?.units ?? []);
    const [closest] = outlined
      .map((theme) => ({ theme, shared: theme.units.filter((each) => companions.has(each)).length }))
      .sort((one, other) => other.shared - one.shared);
    if (closest && closest.shared > 0) closest.theme.units.push(unit);
    else addTo(outlined, of?.heading ?? '', unit);
  }
  return outlined;
}

/** Adds a unit to the theme of this heading, which comes last if it is new; without a heading to the last theme. */
function addTo(themes: Theme[], heading: string, unit: EvidenceUnit): void {
  const theme = themes.find((each) => each.heading === heading);
  if (theme) theme.units.push(unit);
  else if (heading !== '') themes.push({ heading, units: [unit] });
  else themes.at(-1)?.units.push(unit);
}

/** Signs of a claim, which a heading must not contain. */
const claims =
  /\d\s*%|\b(?:is|are|was|were|does|do|did|has|have|can|may|reduc(?:es|ed)|increas(?:es|ed)|improv(?:es|ed)|lower(?:s|ed)|rais(?:es|ed)|prevent(?:s|ed)|caus(?:es|ed)|worsens?|outperforms?|kills?|cures?|must|should|will|you|your|never|always)\b|[.!?。！？]$|(?:降低|升高|减少|增加|改善|导致|引起|预防|优于|治愈)了|可(?:以|显著|有效)?(?:降低|升高|减少|增加|改善|治愈)|能(?:够)?(?:降低|升高|减少|增加|改善|治愈)|显著|优于/i;

/** Reduces a heading to one plain line; empty if it claims something. */
function plainHeading(heading: string, records: string): string {
  const plain = toPlainLine(heading).slice(0, headingMax);
  return claims.test(plain) || !makesNoClaim(plain, records) ? '' : plain;
}

/** Returns the heading under which the rules place most of these. */
function ruledHeading(units: readonly EvidenceUnit[], byRules: readonly Theme[]): string {
  const [most] = byRules
    .map((theme) => ({ theme, shared: units.filter((unit) => theme.units.includes(unit)).length }))
    .sort((one, other) => other.shared - one.shared);
  return most?.theme.heading ?? '';
}
