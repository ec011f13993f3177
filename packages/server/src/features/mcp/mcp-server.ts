import { counted } from '@citewell/core/text/counted.ts';
import { type AnswerEvent, CitewellError, type Module, type StreamedAnswer } from '@citewell/sdk';
import {
  type CallToolResult,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { LanguageWork } from '../../language-work/language-work.ts';
import { version } from '../../platform/version.ts';
import { checkManuscript } from './check-manuscript.ts';
import type { McpClient } from './mcp-client.ts';
import { type ReportProgress, reporter } from './report-progress.ts';
import { checkedOf, referenceList, toolError, toolResult } from './tool-results.ts';
import * as schemas from './tool-schemas.ts';

/** Dependencies of the tools; `modules` are those of the key, if known. */
type McpDependencies = { client: McpClient; work: LanguageWork; modules?: readonly Module[] };

const readOnly = { readOnlyHint: true, openWorldHint: true };

/**
 * Creates a server of the Model Context Protocol whose tools are calls of the API. Tools of modules that the key lacks
 * are omitted; without `modules` all are offered, and the service rejects calls that the key may not make.
 *
 * @example
 * serveStdio(() => createMcpServer({ client: new McpClient({ baseUrl, apiKey }), work: inlineWork }));
 */
export function createMcpServer({ client, work, modules }: McpDependencies): McpServer {
  const server = new McpServer(
    { name: 'citewell', title: 'Citewell', version },
    {
      instructions:
        'Medical literature with citations that exist. Cite the PMIDs that the tools return, and no others.',
    },
  );
  const has = (module: Module) => modules === undefined || modules.includes(module);
  if (has('ask_agent'))
    server.registerTool(
      'ask',
      {
        description:
          'Answers a medical question from PubMed and the local library. [n] in the answer cites references[n-1]. Seconds to a minute; costs tokens.',
        inputSchema: schemas.askInput,
        outputSchema: schemas.askOutput,
        annotations: readOnly,
      },
      ({ lang, ...request }, context) =>
        asTool(async () => {
          const stream = client.askStream(
            { ...given(request), question: request.question, ...(lang && { lang }) },
            callOf(context),
          );
          const { answer, references } = await follow(stream, reporter(context));
          return toolResult(`${answer}\n\n${referenceList(references)}`, { answer, references });
        }),
    );
  if (has('expert_agent'))
    server.registerTool(
      'review',
      {
        description:
          'Writes a structured review of a topic with cited references. Takes minutes; costs many tokens.',
        inputSchema: schemas.reviewInput,
        outputSchema: schemas.reviewOutput,
        annotations: readOnly,
      },
      ({ topic, lang, ...request }, context) =>
        asTool(async () => {
          const stream = client.reviewStream(
            { ...given(request), question: topic, ...(lang && { lang }) },
            callOf(context),
          );
          const { answer: review, references } = await follow(stream, reporter(context));
          return toolResult(`${review}\n\n${referenceList(references)}`, { review, references });
        }),
    );
  if (has('factcheck')) {
    server.registerTool(
      'check_citation',
      {
        description:
          'Compares one sentence with the abstract it cites: supported, deviates, or undetermined (read the passage yourself).',
        inputSchema: schemas.checkInput,
        outputSchema: schemas.checkOutput,
        annotations: readOnly,
      },
      ({ sentence, pmid, abstract }, context) =>
        asTool(async () => {
          for await (const one of client.checkCitations(
            { pairs: [{ sentence, pmid, ...(abstract && { abstract }) }], include: ['verification'] },
            callOf(context),
          )) {
            const checked = checkedOf(one);
            if (checked)
              return toolResult(`${checked.verdict}: ${checked.reason}\n\n${checked.passage}`, checked);
            if ('code' in one)
              return { isError: true, content: [{ type: 'text', text: `${one.code}: ${one.error}` }] };
          }
          throw new Error('a batch of one pair gave no verdict');
        }),
    );
    server.registerTool(
      'check_manuscript',
      {
        description:
          'Checks every cited sentence of a manuscript against the abstract it cites, at most 100 citations; what deviates comes first. Each costs a check.',
        inputSchema: schemas.manuscriptInput,
        outputSchema: schemas.manuscriptOutput,
        annotations: readOnly,
      },
      ({ text }, context) =>
        asTool(() => checkManuscript(text, { client, work }, callOf(context), reporter(context))),
    );
  }
  if (has('ask_agent'))
    server.registerTool(
      'search_literature',
      {
        description: 'Searches titles and abstracts of the local library, without AI, best match first.',
        inputSchema: schemas.searchInput,
        outputSchema: schemas.searchOutput,
        annotations: readOnly,
      },
      ({ query, author, journal, limit = 10, ...rest }, context) =>
        asTool(async () => {
          const conditions = { title_abstract: query, author, journal };
          const terms = Object.entries(given(conditions)).map(([field, value]) => ({
            field: field as keyof typeof conditions,
            value,
          }));
          const request = { terms, sort: 'relevance' as const, limit, ...given(rest) };
          const { total, articles, next_offset } = await client.search(request, callOf(context));
          const found = articles.map(({ pmid, title, authors, journal: of, year, demonstration }) => ({
            ...{ pmid, title, authors, journal: of, year },
            ...(demonstration && { demonstration }),
          }));
          const more = next_offset === null ? '' : `\nMore with offset ${next_offset}.`;
          return toolResult(`${counted(total, 'record')}\n${referenceList(found)}${more}`, {
            ...{ total, articles: found, next_offset },
          });
        }),
    );
  server.registerTool(
    'get_article',
    {
      description: 'Returns the record of a PubMed article: title, authors, journal, year, abstract. Free.',
      inputSchema: schemas.articleInput,
      outputSchema: schemas.articleOutput,
      annotations: readOnly,
    },
    ({ pmid }, context) =>
      asTool(async () => {
        const article = await client.article(pmid.trim(), callOf(context));
        return toolResult(`${referenceList([article])}\n\n${article.abstract}`, { ...article });
      }),
  );
  server.registerResource(
    'article',
    new ResourceTemplate('pubmed://{pmid}', { list: undefined }),
    { title: 'PubMed article', description: 'Record of an article, by PMID', mimeType: 'text/plain' },
    async (uri, { pmid }, context) => {
      const article = await client.article(String(pmid), callOf(context)).catch((error) => {
        throw isUnknown(error) ? new ResourceNotFoundError(uri.href, error.message) : error;
      });
      return {
        contents: [
          {
            uri: uri.href,
            mimeType: 'text/plain',
            text: `${referenceList([article])}\n\n${article.abstract}`,
          },
        ],
      };
    },
  );
  return server;
}

/** Creates the result for an unknown article or an invalid PMID. */
function isUnknown(error: unknown): error is CitewellError {
  return error instanceof CitewellError && (error.status === 404 || error.status === 400);
}

/** Runs a tool; an error response of the service becomes its result. */
async function asTool(run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    return toolError(error);
  }
}

/** Omits absent fields, which would otherwise be sent as undefined. */
function given<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: NonNullable<Fields[Name]>;
  };
}

const callOf = ({ mcpReq: { signal } }: ServerContext) => ({ signal });

/** Reads a stream to its end and reports its progress messages. */
async function follow(
  stream: AsyncIterable<AnswerEvent> & { final(): Promise<StreamedAnswer> },
  report: ReportProgress,
): Promise<StreamedAnswer> {
  for await (const { event, data } of stream) if (event === 'thinking') await report(data.message);
  return stream.final();
}
