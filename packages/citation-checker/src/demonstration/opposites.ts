import { stemWord } from '@citewell/core/text/words.ts';

/**
 * Words that divide a population, an anatomy or a scale between them: a finding on one does not apply to the other. A
 * sentence that names both is about both, and only word order shows which is which.
 *
 * A claim with one of them stays undecided if it may have mixed the two up, because the abstract names the other
 * (`slots/population-slot.ts`). It deviates if the sentence names only the other and the abstract never the claim's, or if
 * the abstract supports it with the two exchanged (`opposite-claims.ts`). Many pairs are in `kinds.ts` too, which
 * has synonyms and compares whole abstracts, but says nothing once an abstract names both.
 */
const pairs = `
male female
men women
man woman
boy girl
husband wife
mother father
maternal paternal
older younger
old young
elderly young
adult child
adults children
rural urban
public private
early late
earlier later
first second
left right
upper lower
proximal distal
anterior posterior
medial lateral
superior inferior
systolic diastolic
benign malignant
positive negative
sensitivity specificity
sensitive specific
acute chronic
primary secondary
preoperative postoperative
prenatal postnatal
antenatal postnatal
smoker nonsmoker
intervention control
treatment control
treated untreated
exposed unexposed
case control
medical surgical
inpatient outpatient
open laparoscopic
oral intravenous
static progressive
static dynamic
prospective retrospective
small large
short long
mild severe
high low
inside outside
day night
summer winter
internal external
direct indirect
homozygous heterozygous
survivor nonsurvivor
survive die
grey white
gray white
fast slow
hot cold
inner outer
univariate multivariate
diurnal nocturnal
overestimate underestimate
singleton twin
human animal
oxidized reduced
`;

let opposite: Map<string, Set<string>> | undefined;

/** Returns the stems that exclude a stem; empty if there are none. */
export function oppositesOf(stem: string): ReadonlySet<string> {
  if (!opposite) {
    opposite = new Map();
    for (const line of pairs.trim().split('\n')) {
      const [one = '', other = ''] = line.split(' ').map(stemWord);
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const known = opposite.get(from);
        if (known) known.add(to);
        else opposite.set(from, new Set([to]));
      }
    }
  }
  return opposite.get(stem) ?? none;
}

const none: ReadonlySet<string> = new Set();
