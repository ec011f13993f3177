import { counted } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import { type Messages, messages, numbered } from '../../retrieval/progress-messages.ts';

type Own = {
  reading: string;
  readingImages: string;
  /** Message before an answer that could not use the images. */
  imagesNotRead: string;
  /** Message that an attachment was read; `characters` is its total length. */
  attachmentRead(passages: number, characters: number): string;
  /** Message that an attachment has no words to read. */
  attachmentUnreadable: string;
  writing(papers: number): string;
  /** Message sent once in place of a model's streamed reasoning. */
  reasoning: string;
  /** Notice that quotations follow because every sentence of the model was removed. */
  unsupported: string;
  /** Message about retracted papers, the only ones on the whole question. */
  retractedOnly(pmids: readonly string[]): string;
  /** Notice that earlier answers already quoted everything found. */
  repeats: string;
  /** Notice that the studies quoted earlier do not state their size. */
  unsized: string;
  /** Message that no record mentions the outcome or population that a follow-up asks about. */
  unreported(named: { en: string; zh: string }): string;
  /** Message that no record covers these subjects, if the nearest ones were quoted before. */
  apartAlone(verdict: Parameters<Messages['apart']>[0]): string;
  /** Message about omitted sentences, which no record supported. */
  removed(count: number): string;
};

const english: Own = {
  reading: 'Reading the question.',
  readingImages: 'Reading the images.',
  imagesNotRead:
    'The images could not be read, because the vision model failed. Nothing below is based on them; the literature was searched for the text of the question only.',
  attachmentRead: (passages, characters) =>
    passages === 0
      ? `Read the attachment (${characters.toLocaleString('en-US')} characters): no passage is relevant to the question.`
      : `Read the attachment (${characters.toLocaleString('en-US')} characters): using the ${passages === 1 ? 'passage' : `${passages} passages`} most relevant to the question.`,
  attachmentUnreadable:
    'The attachment contains no readable words, so nothing in it was used. Attach the text of a paper or report.',
  reasoning: 'The model is reasoning before it writes.',
  writing: (papers) => `Writing from the evidence in ${counted(papers, 'paper')}.`,
  unsupported:
    'The abstracts found do not support any sentence of the generated answer. Quotations follow instead.',
  retractedOnly: (pmids) =>
    `${pmids.length === 1 ? '1 paper on this was' : `${pmids.length} papers on this were`} retracted (${numbered(pmids, ', ', ' and more')}) and ${pmids.length === 1 ? 'is' : 'are'} not quoted.`,
  repeats: 'The sentences selected for this question were already quoted above.',
  unsized: 'The abstract quoted above does not say how many people took part.',
  unreported: ({ en }) =>
    `None of the records selected for this question mentions “${en}”, by this or a similar name.`,
  apartAlone: (verdict) =>
    messages.en.apart(verdict).replace(/ The nearest:$/, ' The nearest are quoted above.'),
  removed: (count) =>
    count === 1
      ? 'One sentence was removed because no retrieved abstract supports it.'
      : `${count} sentences were removed because no retrieved abstract supports them.`,
};

const chinese: Own = {
  reading: '正在理解问题。',
  readingImages: '正在查看图片。',
  imagesNotRead: '视觉模型出错，未能读取图片。以下内容未参考图片，仅按问题文字检索文献。',
  attachmentRead: (passages, characters) =>
    passages === 0
      ? `已阅读附件（${characters.toLocaleString('en-US')} 个字符）：没有与问题相关的段落。`
      : `已阅读附件（${characters.toLocaleString('en-US')} 个字符）：采用与问题最相关的 ${passages} 个段落。`,
  attachmentUnreadable: '附件中没有可读的文字，因此未使用附件内容。请附上论文或报告的文字。',
  reasoning: '模型正在思考，随后撰写回答。',
  writing: (papers) => `正在根据 ${papers} 篇文献的证据撰写回答。`,
  unsupported: '所检索到的摘要不支持生成的回答中的任何一句，以下以原文摘录代替。',
  retractedOnly: (pmids) =>
    `${pmids.length} 篇相关文献已被撤稿（${numbered(pmids, '、', ' 等')}），不予摘录。`,
  repeats: '为此问题选出的句子均已在上文摘录。',
  unsized: '上文摘录的摘要未说明受试者人数。',
  unreported: ({ zh }) => `为此问题选出的记录均未提到“${zh}”（包括类似的说法）。`,
  apartAlone: (verdict) =>
    messages.zh.apart(verdict).replace(/最接近的记录：$/, '最接近的记录已在上文摘录。'),
  removed: (count) => `已略去 ${count} 句：检索到的摘要均不支持其内容。`,
};

/** Messages of an answer about its own work, never about medicine: those of all searches, and its own. */
export type AnswerMessages = Messages & Own;

export const answerMessages: Record<Language, AnswerMessages> = {
  en: { ...messages.en, ...english },
  zh: { ...messages.zh, ...chinese },
};
