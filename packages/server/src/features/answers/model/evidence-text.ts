import type { Language } from '@citewell/sdk';
import { escapeEvidenceMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { studyLabel } from '../../../literature/studies/study-label.ts';

const words = {
  en: {
    retracted: 'RETRACTED',
    fullText: 'FULL TEXT',
    fullTextNote:
      'Lines marked FULL TEXT are results and table rows of the article itself: use them for figures that its abstract does not give, never in place of its conclusion. Take a number of a row only with the name of its row and its column.',
  },
  zh: {
    retracted: '已撤稿',
    fullText: '全文',
    fullTextNote:
      '标有“全文”的各行是该文献正文中的结果或表格行：用来补充摘要没有给出的数据，不得取代摘要的结论。引用表格行中的数字时，须连同其行名和列名一并说明。',
  },
} as const satisfies Record<Language, unknown>;

/** Explains full-text statements to a writer; empty if it is given none. */
export function fullTextNotes(passages: readonly Passage[], language: Language): string[] {
  return passages.some(({ fullText }) => fullText) ? [words[language].fullTextNote] : [];
}

/** Study types worth mentioning next to a title, since the weight of a finding depends on them. */
const weighing =
  /trial|review|meta-analysis|guideline|observational|cohort|case reports|case-control|comparative|multicenter|preprint/i;

/**
 * Formats passages under their article, in the order of its sentences, so that two sentences of one study do not look
 * like two studies. The best article comes first and the second best last: models use the middle of a long prompt least
 * (Liu et al., "Lost in the Middle", TACL 2024).
 */
export function evidenceText(passages: readonly Passage[], language: Language): string {
  const byArticle = Map.groupBy(passages, ({ article }) => article.pmid);
  return bestAtTheEnds([...byArticle.values()])
    .map((group) => {
      const { article, study } = group[0] ?? {};
      const label = study && studyLabel(study, language).replace(/[:：]$/, '');
      const facts = [
        article?.journal,
        ...(label || article === undefined
          ? [label]
          : [article.year, ...article.publicationTypes.filter((type) => weighing.test(type))]),
        article?.retracted ? words[language].retracted : '',
      ].filter(Boolean);
      const lines = inTextOrder(group).map(({ id, label, text, fullText }) => {
        const place = fullText
          ? [words[language].fullText, fullText.section].filter(Boolean).join(', ')
          : label;
        const lead = place ? `${escapeEvidenceMarkers(place)}: ` : '';
        return `${renderEvidenceMarker(id)} ${lead}${escapeEvidenceMarkers(text)}`;
      });
      return [`${escapeEvidenceMarkers(article?.title ?? '')} (${facts.join('; ')})`, ...lines].join('\n');
    })
    .join('\n\n');
}

/** Returns the sentences of an abstract in order, followed by those of the full text in order. */
function inTextOrder(passages: readonly Passage[]): Passage[] {
  const isBeyond = ({ fullText }: Passage) => (fullText ? 1 : 0);
  return passages.toSorted((one, other) => isBeyond(one) - isBeyond(other) || one.start - other.start);
}

function bestAtTheEnds<Item>(bestFirst: readonly Item[]): Item[] {
  const first = bestFirst.filter((_, at) => at % 2 === 0);
  const last = bestFirst.filter((_, at) => at % 2 === 1);
  return [...first, ...last.toReversed()];
}
