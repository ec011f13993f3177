import { type AbstractResponse, type CallOptions, Citewell } from '@citewell/sdk';

/** Client behind the tools: the public API, and the article records that the pages show. */
export class McpClient extends Citewell {
  /**
   * Returns the record of an article, free of charge.
   * @param pmid PubMed identifier: 1 to 10 digits.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { title, abstract } = await client.article('28770324');
   */
  async article(pmid: string, options: CallOptions = {}): Promise<AbstractResponse> {
    return this.transport.reply(`/web/abstract?pmid=${encodeURIComponent(pmid)}`, {}, options);
  }
}
