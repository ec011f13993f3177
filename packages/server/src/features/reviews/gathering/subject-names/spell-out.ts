import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { asForm, formsIn, namePatterns } from './subject-marks.ts';

/** Abbreviations of lists and of records. */
const abbreviation = /^[A-Z][A-Z\d-]{1,5}$/;
const abbreviations = /\b[A-Z]{2,7}s?\b/g;

/** Number of letters up to which an abbreviation means its name only in a record that also has that: UC is also usual care. */
const ambiguousMax = 2;

/** Number of letters from which an abbreviation of a list means its name in any record: IDDM. */
const unambiguousMin = 4;

/** Number of characters before an abbreviation in brackets in which its name would end. */
const nameMax = 80;

/**
 * Creates a function that prepares a record for a test of its subjects: it writes their names for the record's own abbreviations,
 * and leaves out abbreviations with another meaning and mentions of those who do not have them.
 *
 * @example
 * spellOut([hiv])(record); // 'HIV-negative patients' becomes 'patients'
 * spellOut([parkinson])(record); // 'Paget disease (PD). 21 patients with PD' becomes 'Paget disease ( ). 21 patients with'
 */
export function spellOut(subjects: readonly Subject[]): (article: Article) => Article {
  const spelled = subjects.map(spellOutOne);
  return (article) => spelled.reduce((rest, spell) => spell(rest), article);
}

function spellOutOne(subject: Subject): (article: Article) => Article {
  const patterns = namePatterns([subject]) ?? [];
  if (patterns.length === 0) return (article) => article;
  const names = patterns.map(({ source }) => source).join('|');
  const lacking = new RegExp(
    String.raw`(?:\bnon-?|(?<!\b(?:and|or|\/) ?)\bwithout (?:[a-z-]{1,20} ){0,2})(?:${names})|(?:${names})[- ](?:negative|seronegative|uninfected|free|(?:(?:treatment|therapy|drug)[- ])?na(?:i|ï)ve)\b|(?:${names})(?:阴性|未感染)|(?:非|无)(?:${names})`,
    'gi',
  );
  const [name = ''] = subject.wordings.filter((wording) => !/\p{Script=Han}/u.test(wording));
  const listed = subject.wordings.filter((wording) => abbreviation.test(wording));
  const long = namePatterns([
    { ...subject, wordings: subject.wordings.filter((wording) => !listed.includes(wording)) },
  ]);
  const listedTerms = new Set(listed.flatMap(indexTerms));
  const statedTerms = new Set(
    subject.wordings
      .filter((wording) => !listed.includes(wording))
      .flatMap(indexTerms)
      // Of "Parkinson's" the letter as well.
      .filter((term) => term.length > 1 && !isGenericTerm(term)),
  );
  return (article) => {
    const whole = `${article.title}\n${abstractText(article)}`;
    const own = formsIn(article, patterns);
    const written = own.length > 0 ? asForm(own) : undefined;
    const isNamed = written !== undefined || (long ?? []).some((pattern) => whole.search(pattern) >= 0);
    const foreign = listed.filter(
      (form) =>
        !own.includes(form) &&
        (isForeign(form, whole, statedTerms) || (form.length <= ambiguousMax && !isNamed)),
    );
    const known = listed.filter(
      (form) => form.length >= unambiguousMin && !own.includes(form) && !foreign.includes(form),
    );
    // The stem of "ADEs" is that of "AD".
    const isOther = (form: string) => {
      const bare = form.replace(/s$/, '');
      return (
        foreign.includes(bare) ||
        (!listed.includes(bare) && indexTerms(form).some((term) => listedTerms.has(term)))
      );
    };
    const read = (text: string) => {
      const spelled = known.length > 0 && name ? text.replace(asForm(known), name) : text;
      const named = written && name ? spelled.replace(written, name) : spelled;
      const meant =
        listed.length > 0 ? named.replace(abbreviations, (form) => (isOther(form) ? ' ' : form)) : named;
      return meant.replace(lacking, ' ');
    };
    return {
      ...article,
      title: read(article.title),
      abstract: article.abstract.map((section) => ({ ...section, text: read(section.text) })),
    };
  };
}

/** Returns true if a record introduces an abbreviation after words that are not the subject's, but have its initials. */
function isForeign(form: string, whole: string, statedTerms: ReadonlySet<string>): boolean {
  const at = whole.indexOf(` (${form})`);
  if (at < 0) return false;
  const words = whole
    .slice(Math.max(0, at - nameMax), at)
    .split(/[\s-]+/)
    .slice(-form.length);
  const initials = words.map((word) => word.charAt(0).toUpperCase()).join('');
  return initials === form && !words.flatMap(indexTerms).some((term) => statedTerms.has(term));
}
