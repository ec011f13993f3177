import { citableOf } from '../../../literature/ranking/passage.ts';
import type { AnswerDependencies, PipelineContext } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import { toCheckedArticle } from '../../../retrieval/checked-article.ts';
import { countReadable, readFullTexts, withFullTexts } from '../../../retrieval/full-text/add-full-texts.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { withFullTextUnits } from '../studies/themes.ts';
import type { EvidenceBase, RecordsRead } from './evidence-base.ts';
import type { ReviewRequest } from './request.ts';
import type { Scope } from './scope.ts';

/** Parts of a review's evidence that full texts add to. */
type WithFullTexts = Pick<EvidenceBase, 'units' | 'themes' | 'readings'>;

/**
 * Adds full-text statements of the included records to the units and themes of their papers, after those of the
 * abstracts. Everything else in a review (table, disagreements, figures) uses abstracts alone.
 */
export async function addFullTextUnits(
  { units, themes, articles, verdict, asked }: RecordsRead,
  request: ReviewRequest,
  { language }: Scope,
  { literature: { fullTexts }, clock, model }: AnswerDependencies,
  context: PipelineContext,
): Promise<WithFullTexts> {
  const papers = citableOf(units).flatMap(({ pmid }) => {
    const article = articles.get(pmid);
    return article ? [{ ...article, checked: toCheckedArticle(article) }] : [];
  });
  const readable = countReadable(papers);
  if (!fullTexts || request.fullText === false || readable === 0 || verdict.kind === 'apart')
    return { units, themes, readings: new Map() };
  await context.emit(thinking(messages[language].readingFullTexts(readable)));
  const wanted = { asked, question: request.question, wantsFigure: true };
  const added = await readFullTexts(papers, wanted, { fullTexts, clock }, context);
  const isForModel = model !== undefined;
  const further = withFullTexts(units, added, { isForModel, contextMax: contextOfPaper })
    .slice(units.length)
    .map((passage): EvidenceUnit => ({ ...passage, role: 'finding' }));
  return {
    units: [...units, ...further],
    themes: withFullTextUnits(themes, further),
    readings: added.readings,
  };
}

/** Maximum number of additional statements per paper for a model: a section has room for two dozen sentences. */
const contextOfPaper = 1;
