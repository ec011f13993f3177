import type { ReviewDocument } from '../../documents/document.ts';
import { docxType } from '../../documents/docx.ts';
import type { ReplyForm } from './reply-forms.ts';

/** Supplements that each document form needs. */
type DocumentNeeds<Supplement extends string> = Record<'markdown' | 'docx', readonly Supplement[]>;

/** Creates the Markdown and Word forms of a reply; the Word file is named `citewell-<name>.docx`. */
export function documentForms<Reply, Supplement extends string>(
  name: string,
  needs: DocumentNeeds<Supplement>,
  toDocument: (reply: Reply) => Omit<ReviewDocument, 'language'>,
): Record<'markdown' | 'docx', ReplyForm<Reply, Supplement>> {
  return {
    markdown: {
      accept: 'text/markdown',
      needs: needs.markdown,
      render: async (reply, language, { work, signal }) => ({
        type: 'text/markdown; charset=utf-8',
        body: await work('toMarkdown', { ...toDocument(reply), language }, signal),
      }),
    },
    docx: {
      accept: docxType,
      needs: needs.docx,
      render: async (reply, language, { work, signal }) => ({
        type: docxType,
        filename: `citewell-${name}.docx`,
        body: Buffer.from(await work('toDocx', { ...toDocument(reply), language }, signal)),
      }),
    },
  };
}
