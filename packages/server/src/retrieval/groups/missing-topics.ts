import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { relatives } from '../../literature/query/circumstances/hearsay.ts';
import { isPlace } from '../../literature/query/places.ts';
import { compileFacets, facetCoverage } from '../../literature/ranking/facets.ts';
import { readRecordText } from '../subjects/record-text.ts';
import { rootOf } from '../subjects/word-roots.ts';
import { namesMedicine } from './names-medicine.ts';
import { mayMention } from './put-otherwise.ts';

/** Maximum number of topics that a label names. */
const namedMax = 2;

/**
 * Returns the first topics of a question of which a record has no word in any wording, as typed: what one of the nearest records
 * lacks that has every subject. Words that name nothing in medicine do not count, nor does what it may put otherwise.
 */
export function missingTopics(
  query: Pick<SearchQuery, 'facets' | 'ordinary' | 'subjects'> & { text?: string },
  article: Article,
): string[] {
  const { facets, ordinary } = query;
  const { all } = readRecordText(article);
  const isMissing = (wordings: readonly string[]) =>
    compileFacets([wordings], ordinary).some(
      (facet) => !facet.generic && facetCoverage(facet, (term) => all.has(rootOf(term))) === 0,
    );
  return (
    facets
      .filter(isMissing)
      // What is in no list may be in an English record, and be no word at all.
      .filter((wordings) => wordings.some((wording) => !/\p{Script=Han}/u.test(wording)))
      .flatMap((wordings) => {
        const [name] = wordings;
        return name !== undefined && name.length >= nameMin(name) && namesMedicine(name, wordings)
          ? [name]
          : [];
      })
      // Records put places in many ways, or not at all: U.S. adults are Americans.
      .filter(
        (name) =>
          !(
            isPlace(name) ||
            isCutUp.test(name) ||
            units.test(name) ||
            isOfAsker(name, query.text) ||
            mayMention(name, query, article)
          ),
      )
      .slice(0, namedMax)
  );
}

/** Returns true for a relative of whoever asks, who is a patient to records: "my dad", "Mum has breast cancer". */
function isOfAsker(name: string, text = ''): boolean {
  if (!ofAsker.test(name)) return false;
  const subject = `(?:^|[.!?,;] ?)${name}(?:[’']s| (?:has|is|was|had|takes|got|keeps|needs))`;
  return new RegExp(`(?:\\b(?:my|our) (?:[\\w-]{1,12} )?${name}|${subject})\\b`, 'i').test(text);
}

const ofAsker = new RegExp(`^(?:${relatives}|friend|neighbou?r|colleague|boss)$`, 'i');

/** Matches units of time, which tell a reader nothing as a label: "letrozole for ten yrs". */
const units = /^(?:years?|yrs?|months?|weeks?|wks?|days?|hours?|hrs?|minutes?|mins?)$/i;

/** Matches what is left of a name with signs between its letters: A&E. */
const isCutUp = /^\p{L}(?: \p{L})+$/u;

/** Shorter words name nothing: "ok". */
function nameMin(name: string): number {
  return /\p{Script=Han}/u.test(name) ? 1 : 3;
}
