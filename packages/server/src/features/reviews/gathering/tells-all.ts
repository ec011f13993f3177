import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { subjectMark } from './subject-names/subject-marks.ts';

/** Tells what a part of a record's text is on. */
export type Teller = {
  tells(part: string): boolean;
  isHoped?: true;
  isOther?: RegExp;
  byHeading?: true;
};

/** Words of expected treatments and mere definitions. */
const hopes =
  /\b(?:may|might|could|will|would|potential\w*|novel|future|promising|eventual\w*|defined as)\b|可能|有望|潜在/i;

/** Number of sentences of an abstract that must name an aspect for it to be more than incidental. */
const sentencesMin = 2;

/** Words for people at risk: they describe participants, not risk factors. */
const thoseAtRisk =
  /\b(?:wom[ae]n|men|patients?|infants?|newborns?|neonates?|those|people|adults|individuals|children|adolescents?|youths?|students|workers|subjects|persons|participants|mothers|pregnan(?:t|cy|cies))(?: (?:who (?:are|were)|considered|deemed|judged|identified as))? at (?:(?:very )?high |low |higher |increased )?risk (?:of|for)/gi;

/**
 * Requires each aspect in the record's title or keywords, its aim, its last sentence, or at least two sentences of its
 * abstract, one of which names the subject if the aspect is only hoped for.
 */
export function tellsAll(
  tellers: readonly Teller[],
  marked?: (article: Article) => (text: string) => string,
): (article: Article) => boolean {
  return (article) => {
    if (tellers.length === 0) return true;
    const { title, vernacularTitle = '', mesh, keywords } = article;
    const mark = marked?.(article) ?? ((text: string) => text);
    const read = (text: string) => mark(text).replace(thoseAtRisk, '');
    const own = [title, vernacularTitle, ...keywords].map(read).join('\n');
    const headings = mesh.join('\n');
    const sentences = splitSentences(abstractText(article)).map(({ text: sentence }) => read(sentence));
    return tellers.every(({ tells, isHoped, isOther, byHeading }) => {
      if (isOther?.test(mark(title))) return false;
      if (tells(own) || (byHeading && tells(headings))) return true;
      // An aim beside the aspect is as good as a title beside it.
      const stated = sentences.find(statesAim);
      if (stated && isOther?.test(stated)) return false;
      const telling = sentences.filter((sentence) => tells(sentence) && !(isHoped && hopes.test(sentence)));
      const isBound = !isHoped || !marked || telling.some((sentence) => sentence.includes(subjectMark));
      return (
        telling.some((sentence) => statesAim(sentence) && isBound) ||
        (!isHoped && tells(sentences.at(-1) ?? '')) ||
        (telling.length >= sentencesMin && isBound)
      );
    });
  };
}
