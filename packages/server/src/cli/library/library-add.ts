import { systemClock } from '@citewell/core/clock.ts';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import { counted } from '@citewell/core/text/counted.ts';
import { openSharedLiterature } from '../../database/open-storage.ts';
import { addCounts, noCounts } from '../../library/ingest/ingest.ts';
import { rejectSentence } from '../../library/ingest/reject.ts';
import { toBatches } from '../../library/ingest/to-batches.ts';
import {
  createPubmedCollector,
  foundMax,
  type PubmedCollector,
} from '../../literature/sources/pubmed/collect.ts';
import { findRemoteSource } from '../../literature/sources/remote-sources.ts';
import { SourceError, type SourceFailure } from '../../literature/sources/retriever.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage } from '../io.ts';
import { readCount, readOptions, usage } from '../options.ts';
import { embedNewRecords } from './library-embed.ts';
import { openWriter } from './library-open.ts';

const limitByDefault = '1000';

type Wish = { query: string; limit: number } | { pmids: Pmid[] };

/**
 * `citewell library add`: adds records from PubMed, by a query or by their PMIDs. 1 if PubMed did not have all of them.
 */
export async function addCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, { values: ['query', 'pmids', 'limit'], flags: ['json'] });
  const { query, pmids, limit } = values;
  if ((query === undefined) === (pmids === undefined))
    throw usage('give --query or --pmids', '请给出 --query 或 --pmids 之一');
  const wish: Wish =
    query === undefined
      ? { pmids: readPmids(pmids === '-' ? await io.readInput() : (pmids ?? '')) }
      : { query, limit: readCount('--limit', limit ?? limitByDefault, 1, foundMax) };
  const config = readConfig(io.environment);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  try {
    const json = flags.has('json');
    const code = await withPubmed(config, (pubmed) =>
      add(wish, { config, pubmed, json, signal: interruption.signal }, io),
    );
    await embedNewRecords(config, io, json);
    return code;
  } catch (error) {
    if (interruption.signal.aborted) return interruptedExitCode;
    if (!(error instanceof SourceError)) throw error;
    printError(io, unavailable(error));
    return 1;
  } finally {
    stopListening();
  }
}

type Means = { config: Config; pubmed: PubmedCollector; json: boolean; signal: AbortSignal };

async function add(wish: Wish, { config, pubmed, json, signal }: Means, io: CliIo): Promise<number> {
  const found =
    'query' in wish
      ? await pubmed.find(wish.query, wish.limit, signal)
      : { pmids: wish.pmids, total: wish.pmids.length };
  const writer = await openWriter(config);
  const counts = noCounts();
  const missing = new Set(found.pmids);
  const refused: Pmid[] = [];
  try {
    for await (const records of pubmed.records(found.pmids, signal)) {
      for (const { article } of records) missing.delete(article.pmid);
      counts.records += records.length;
      for (const changes of toBatches(records)) {
        const { refused: unstored = [], ...result } = await writer.write(changes);
        addCounts(counts, { ...noCounts(), ...result });
        refused.push(...unstored);
      }
    }
  } finally {
    await writer.close();
  }
  const { added, replaced, unchanged } = counts;
  if (refused.length > 0) {
    const { en, zh } = rejectSentence('refused');
    printError(io, {
      en: `Not added: ${refused.join(', ')}; ${en}.`,
      zh: `未添加：${refused.join('、')}；${zh}。`,
    });
  }
  if (json) io.out(jsonLine({ total: found.total, added, replaced, unchanged, missing: [...missing] }));
  else {
    printMessage(io, {
      en: `${counts.records.toLocaleString('en-US')} of ${counted(found.total, 'record')}: ${added} added, ${replaced} replaced, ${unchanged} unchanged.`,
      zh: `${found.total} 篇中的 ${counts.records} 篇：新增 ${added}，更新 ${replaced}，未变 ${unchanged}。`,
    });
    if (missing.size > 0)
      printError(io, {
        en: `PubMed has no records for ${[...missing].join(', ')}.`,
        zh: `PubMed 没有以下文献：${[...missing].join('、')}。`,
      });
  }
  return missing.size + refused.length > 0 ? 1 : 0;
}

/** Works with PubMed under the rate limits that it shares with a running service. */
async function withPubmed<T>(config: Config, work: (pubmed: PubmedCollector) => Promise<T>): Promise<T> {
  const log = () => {};
  const shared = await openSharedLiterature({ ...config, clock: systemClock, log }, config.cachePath);
  try {
    const { baseUrl, startsPerSecond } = findRemoteSource('pubmed', config);
    const limiter = shared.createLimiter('pubmed', startsPerSecond(config));
    const pubmed = createPubmedCollector({ ...config.ncbi, baseUrl, limiter, clock: systemClock, log });
    try {
      return await work(pubmed);
    } finally {
      await pubmed.close();
    }
  } finally {
    await shared.close();
  }
}

/** Splits at commas, spaces or line ends. */
function readPmids(text: string): Pmid[] {
  const pmids = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => {
      const pmid = parsePmid(word.replace(/^0+/, ''));
      if (!pmid) throw usage(`"${word.slice(0, 40)}" is not a PMID`, `"${word.slice(0, 40)}" 不是 PMID`);
      return pmid;
    });
  if (pmids.length === 0) throw usage('--pmids contains no PMID', '--pmids 中没有 PMID');
  return [...new Set(pmids)];
}

const failures: Record<SourceFailure, readonly [en: string, zh: string]> = {
  no_route: ['cannot be reached', '无法连接'],
  unreachable: ['cannot be reached', '无法连接'],
  timeout: ['did not answer in time', '超时'],
  rate_limited: ['asks for fewer requests', '要求降低请求频率'],
  blocked: ['has blocked this server’s address', '已屏蔽本服务器的地址'],
  damaged: ['is damaged', '已损坏'],
  bad_reply: ['answered with something other than records', '返回的不是文献'],
  rejected: ['refuses the query', '拒绝了该查询'],
  circuit_open: ['failed again and again', '连续失败'],
  busy: ['was busy', '繁忙'],
};

function unavailable({ failure, status }: SourceError): LocalizedMessage {
  const [en, zh] = failures[failure];
  const code = status === undefined ? '' : ` (HTTP ${status})`;
  return {
    en: `PubMed ${en}${code}. Records received before that are in the library.`,
    zh: `PubMed ${zh}${code}。此前取得的文献已写入文献库。`,
  };
}
