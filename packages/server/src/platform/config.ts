import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { nearestWord } from '@citewell/core/text/nearest-word.ts';
import { type Language, type SourceName, sourceNames } from '@citewell/sdk/protocol';
import { z } from 'zod';
import { allowedValues } from './config-words.ts';
import { defaultSources } from './default-sources.ts';
import { type OpenSearchAddress, readOpenSearchAddress } from './opensearch-address.ts';
import { completeAddress } from './postgres-address.ts';
import {
  addressVariable,
  mapAddressVariables,
  type RemoteSourceName,
  remoteSourceNames,
} from './source-addresses.ts';
import { isEmailAddress } from './text/email-address.ts';

/** Invalid environment: one line per variable, each with the value and what is permitted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly LocalizedMessage[];
  /** Complete list, for the operator who starts the program. */
  readonly sentence: LocalizedMessage;

  constructor(problems: readonly LocalizedMessage[]) {
    const list = (language: Language) => problems.map((problem) => `  - ${problem[language]}`).join('\n');
    const sentence = {
      en: `Invalid settings:\n${list('en')}`,
      zh: `设置无效：\n${list('zh')}`,
    };
    super(sentence.en);
    this.problems = problems;
    this.sentence = sentence;
  }
}

const providers = ['openai-compatible', 'openai', 'anthropic'] as const;
const rerankKinds = ['rerank', 'embeddings'] as const;
const embeddingPrefixes = ['e5', 'bge', 'bge-zh', 'nomic', 'none'] as const;
/** Families of embedding models by the prefixes that they were trained with. */
export type EmbeddingPrefixes = (typeof embeddingPrefixes)[number];

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''));

/** Digits only: other forms that JavaScript accepts were not meant as a number. */
const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65535));

const runningCalls = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(100_000));

const connections = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(500));

const connectionsPerAddress = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(2_000));

/** `*`, or origins as browsers send them: scheme, host and port, without a path. */
const corsOrigins = z
  .string()
  .default('')
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().refine((origin) => origin === '*' || isOrigin(origin))))
  .refine((origins) => origins.length < 2 || !origins.includes('*'));

/** Parses seconds, with decimals, to milliseconds. */
function seconds(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,3})?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .transform((value) => Math.round(value * 1_000));
}

/** Minimum context window: below it, instructions, question and reply leave no room for evidence. */
const contextTokens = z
  .string()
  .regex(/^\d{4,7}$/)
  .transform(Number)
  .pipe(z.int().min(4_000).max(2_000_000));

const threads = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(64));

/** Matches minute, hour, day, month and day of the week; croner checks the values. */
const cronExpression = /^(?:[\d*,/-]+ +){3}[\d*,/A-Za-z-]+ +[\d*,/A-Za-z#-]+$/;

/** Probability above .5, up to 1. */
const probability = z
  .string()
  .regex(/^(?:0?\.\d{1,4}|1(?:\.0{1,4})?)$/)
  .transform(Number)
  .pipe(z.number().gt(0.5).max(1));

/** Characters that a request header can contain. */
const headerText = z.string().regex(/^[\x20-\x7e\xa0-\xff]+$/);

const variables = {
  CITEWELL_PORT: port.default(8787),
  CITEWELL_HOST: z.string().min(1).default('127.0.0.1'),
  CITEWELL_ADMIN_PORT: port.optional(),
  CITEWELL_ADMIN_HOST: z.string().min(1).default('127.0.0.1'),
  CITEWELL_PUBLIC_URL: httpUrl.optional(),
  CITEWELL_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().refine(isNetwork))),
  CITEWELL_CORS_ORIGINS: corsOrigins,
  CITEWELL_CONNECTIONS_PER_ADDRESS: connectionsPerAddress.default(100),
  CITEWELL_TLS_CERT: z.string().optional(),
  CITEWELL_TLS_KEY: z.string().optional(),
  CITEWELL_DATA_DIR: z.string().default('./data'),
  CITEWELL_DATABASE_URL: z
    .string()
    .refine((url) => (isPostgres(url) ? URL.canParse(url) : /^(?:sqlite|file):\/\/|^(?!\w+:\/\/)/i.test(url)))
    .optional(),
  CITEWELL_DATABASE_CONNECTIONS: connections.default(16),
  ...mapAddressVariables(() => httpUrl.optional()),
  CITEWELL_PUBMED_FILES_URL: httpUrl.default('https://ftp.ncbi.nlm.nih.gov/pubmed'),
  CITEWELL_LIBRARY_SYNC: z.string().regex(cronExpression).optional(),
  CITEWELL_LIBRARY_URL: z
    .string()
    .refine((url) => readOpenSearchAddress(url) !== undefined)
    .optional(),
  CITEWELL_LIBRARY_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/)
    .optional(),
  CITEWELL_LIBRARY_CA: z.string().optional(),
  CITEWELL_LIBRARY_INCOMING: z.string().optional(),
  CITEWELL_SAMPLE: z.enum(['on', 'off']).default('on'),
  CITEWELL_DEMO_KEY: z.enum(['auto', 'on', 'off']).default('auto'),
  CITEWELL_CATEGORIES: z.string().optional(),
  CITEWELL_PERSONAS: z.string().optional(),
  CITEWELL_NCBI_API_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/)
    .optional(),
  CITEWELL_NCBI_EMAIL: z.email().optional(),
  CITEWELL_SOURCES: z
    .string()
    .default(defaultSources.join(','))
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(sourceNames)).min(1)),
  CITEWELL_SOURCE_SECONDS: seconds(1, 60).default(8_000),
  CITEWELL_RETRIEVAL_SECONDS: seconds(1, 100).default(15_000),
  CITEWELL_PUBMED_QUEUE_SECONDS: seconds(0, 60).default(2_000),
  CITEWELL_FULL_TEXT: z.enum(['off', 'evidence']).default('evidence'),
  CITEWELL_LLM_PROVIDER: z.enum(providers).optional(),
  CITEWELL_LLM_BASE_URL: httpUrl.optional(),
  CITEWELL_LLM_API_KEY: headerText.optional(),
  CITEWELL_LLM_MODEL: z.string().optional(),
  CITEWELL_LLM_PLANNER_MODEL: z.string().optional(),
  CITEWELL_LLM_WRITER_MODEL: z.string().optional(),
  CITEWELL_LLM_VERIFIER_MODEL: z.string().optional(),
  CITEWELL_LLM_VISION_MODEL: z.string().optional(),
  CITEWELL_LLM_RERANKER_MODEL: z.string().optional(),
  CITEWELL_LLM_SECOND_SEARCH: z.enum(['on', 'off']).optional(),
  CITEWELL_LLM_FIRST_WORD_SECONDS: seconds(1, 600).default(15_000),
  CITEWELL_LLM_PAUSE_SECONDS: seconds(1, 120).default(10_000),
  CITEWELL_LLM_CONTEXT_TOKENS: contextTokens.default(32_000),
  CITEWELL_EMBEDDING_BASE_URL: httpUrl.optional(),
  CITEWELL_EMBEDDING_MODEL: z.string().optional(),
  CITEWELL_EMBEDDING_API_KEY: headerText.optional(),
  CITEWELL_EMBEDDING_PREFIXES: z.enum(embeddingPrefixes).optional(),
  CITEWELL_RERANK_KIND: z.enum(rerankKinds).optional(),
  CITEWELL_RERANK_BASE_URL: httpUrl.optional(),
  CITEWELL_RERANK_API_KEY: headerText.optional(),
  CITEWELL_RERANK_MODEL: z.string().optional(),
  CITEWELL_VERIFIER_URL: httpUrl.optional(),
  CITEWELL_VERIFIER_KEY: headerText.optional(),
  CITEWELL_VERIFIER_SUPPORT: probability.optional(),
  CITEWELL_VERIFIER_CONTRADICTION: probability.optional(),
  CITEWELL_VERIFIER_SECONDS: seconds(1, 60).optional(),
  CITEWELL_QUOTA_TZ: z.string().refine(isTimeZone).default('UTC'),
  CITEWELL_SMTP_URL: z
    .string()
    .refine((url) => readSmtpUrl(url) !== undefined)
    .optional(),
  CITEWELL_MAIL_FROM: z.string().refine(isSender).optional(),
  CITEWELL_KEY_DELIVERY: z.enum(['inline', 'claim']).optional(),
  CITEWELL_KEY_RUNNING_CALLS: runningCalls.default(50),
  CITEWELL_MAX_CALLS: runningCalls.optional(),
  CITEWELL_LANGUAGE_THREADS: threads.optional(),
  CITEWELL_SEARCH_THREADS: threads.optional(),
  CITEWELL_GUEST_KEY: z
    .string()
    .regex(/^cw_[0-9A-Za-z]{38}$/)
    .optional(),
  CITEWELL_SECRETS_KEY: z
    .string()
    .regex(/^[0-9A-Fa-f]{64}$/)
    .optional(),
};

/** Permitted values of each variable, in the words of its error message. */
const allowed: Record<keyof typeof variables, LocalizedMessage> = allowedValues;

/** Variables whose value must never be printed, not even in an error about it. */
const secret = new Set([
  'CITEWELL_DATABASE_URL',
  'CITEWELL_GUEST_KEY',
  'CITEWELL_LIBRARY_API_KEY',
  'CITEWELL_LIBRARY_URL',
  'CITEWELL_LLM_API_KEY',
  'CITEWELL_NCBI_API_KEY',
  'CITEWELL_EMBEDDING_API_KEY',
  'CITEWELL_RERANK_API_KEY',
  'CITEWELL_SMTP_URL',
  'CITEWELL_SECRETS_KEY',
  'CITEWELL_VERIFIER_KEY',
]);

export type LlmConfig = {
  provider: (typeof providers)[number];
  baseUrl: string;
  apiKey: string | undefined;
  /** Model of each role; `vision` is undefined if no model may see images. */
  models: {
    planner: string;
    writer: string;
    verifier: string;
    vision: string | undefined;
    /** Reorders the first records; undefined leaves the ranking unchanged. */
    reranker?: string | undefined;
  };
  /** Indicates that the planner sees the titles found first, and may search once more. */
  secondSearch?: boolean | undefined;
  /** Milliseconds from a request to the first token, streamed reasoning included. */
  firstWordMs: number;
  /** Milliseconds between two tokens of a reply. */
  pauseMs: number;
  /** Context window of the writer in tokens, prompt and reply together. */
  contextTokens: number;
};

/** Embedding model. */
export type EmbeddingConfig = {
  /** URL without `/embeddings`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Family of its prefixes; undefined for the one that matches its name. */
  prefixes: EmbeddingPrefixes | undefined;
};

export type RerankConfig = {
  kind: (typeof rerankKinds)[number];
  /** URL without `/rerank` or `/embeddings`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
};

/** Sequence classifier that checks citations. */
export type EntailmentConfig = {
  /** URL without `/predict`. */
  baseUrl: string;
  apiKey: string | undefined;
  /** Probabilities from which a passage supports or contradicts a sentence, above .5 up to 1. */
  supportMin: number;
  contradictionMin: number;
  deadlineMs: number;
};

export type SmtpConfig = {
  host: string;
  port: number;
  /** `implicit`: from the first byte; `required`: by STARTTLS, or nothing is sent; `off`: unencrypted. */
  tls: 'implicit' | 'required' | 'off';
  auth: { user: string; pass: string } | undefined;
  /** "Citewell <no-reply@example.org>", or an address alone. */
  from: string;
};

export type Config = {
  port: number;
  host: string;
  /** Address of the administration; undefined if it is not served. */
  admin: { host: string; port: number } | undefined;
  /** URL at which callers and readers of e-mails reach the service. */
  publicUrl: string;
  /** Addresses and networks of proxies in front of the service. */
  trustedProxies: string[];
  /** Origins whose pages may call the API from a browser: `*` alone for any, empty for none. */
  corsOrigins: string[];
  /** Maximum number of connections per IPv4 address or IPv6 /64; trusted proxies are not limited. */
  connectionsPerAddress: number;
  tls: { certPath: string; keyPath: string } | undefined;
  dataDir: string;
  /** The address of a PostgreSQL database contains a password and must never be shown. */
  database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string; connections: number };
  cachePath: string;
  /** Location of the library; an address includes secrets. */
  library:
    | { kind: 'sqlite'; path: string }
    | { kind: 'opensearch'; address: OpenSearchAddress; marker: string };
  /** URL of PubMed's baseline and update files. */
  pubmedFilesUrl: string;
  /** Schedule of library updates in cron syntax; undefined for updates on demand. */
  librarySync: string | undefined;
  /** Folder whose files may be ingested from a page. */
  libraryIncoming: string;
  /**
   * Indicates that the first start adds the demonstration records to a new library, which stores that choice from then
   * on.
   */
  demonstration: boolean;
  /**
   * Creation of a trial key at the first start; `auto` creates it only if the service is unreachable from other
   * machines.
   */
  demoKey: 'auto' | 'on' | 'off';
  /** Path of the operator's categories and personas; undefined for the built-in ones. */
  categoriesPath: string | undefined;
  personasPath: string | undefined;
  sources: SourceName[];
  /** Addresses to use instead of the remote sources' own. */
  sourceAddresses: Partial<Record<RemoteSourceName, string>>;
  /** Identification to NCBI, for PubMed. */
  ncbi: { apiKey: string | undefined; email: string | undefined };
  /** Milliseconds that one source may take for a search, and that a search may wait to be sent to PubMed. */
  sourceTimeouts: { sourceMs: number; totalMs: number; queueMs: number };
  /** Reading of open-access full texts: never, or of papers that are evidence. */
  fullText: 'off' | 'evidence';
  /** Language model; undefined if evidence is quoted, without one. */
  llm: LlmConfig | undefined;
  /** Embedding model, and the file of the library's vectors; undefined for words alone. */
  embedding: (EmbeddingConfig & { path: string }) | undefined;
  /** Reranker; undefined if records keep their order by words. */
  rerank: RerankConfig | undefined;
  /** Entailment classifier; undefined if citations are checked by rules, and by the model if there is one. */
  entailment: EntailmentConfig | undefined;
  quotaTimeZone: string;
  /** Mail server; undefined if e-mails are printed rather than sent. */
  smtp: SmtpConfig | undefined;
  /** Delivery of a new key: in the e-mail itself, or by a link that reveals the key once. */
  keyDelivery: 'inline' | 'claim';
  /** Maximum number of concurrent calls per key in this process, unless the key has its own. */
  keyRunningCalls: number;
  /** Maximum number of concurrent calls in this process; undefined to derive it from memory. */
  maxCalls: number | undefined;
  /** Maximum number of threads for language work; undefined to derive it from the cores. */
  languageThreads: number | undefined;
  /** Threads that search a library in a file; undefined for one fewer than the cores. */
  searchThreads: number | undefined;
  /** Key of people who use the pages without their own; undefined if they need one. */
  guestKey: string | undefined;
  /** Key that encrypts waiting e-mails, in hexadecimal; undefined to read it from `secretsKeyPath`. */
  secretsKey: string | undefined;
  secretsKeyPath: string;
};

const defaultLlmBaseUrl: Record<LlmConfig['provider'], string | undefined> = {
  'openai-compatible': undefined,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

/**
 * Parses the settings of an environment. Empty values count as absent.
 * @throws ConfigError with every problem at once.
 */
export function readConfig(environment: Environment): Config {
  const seen = Object.fromEntries(
    Object.keys(variables).map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const problems = misspelt(environment);
  const parsed = z.object(variables).safeParse(seen);
  if (!parsed.success) {
    const names = new Set(
      parsed.error.issues.map((issue) => String(issue.path[0]) as keyof typeof variables),
    );
    for (const name of names) problems.push(problem(name, seen[name], allowed[name]));
  }
  if (!seen.CITEWELL_TLS_CERT !== !seen.CITEWELL_TLS_KEY) {
    const missing = seen.CITEWELL_TLS_CERT ? 'CITEWELL_TLS_KEY' : 'CITEWELL_TLS_CERT';
    problems.push(problem(missing, undefined, allowed[missing]));
  }
  if (seen.CITEWELL_SMTP_URL && !seen.CITEWELL_MAIL_FROM)
    problems.push(problem('CITEWELL_MAIL_FROM', undefined, allowed.CITEWELL_MAIL_FROM));
  // A time limit for a model does not configure one.
  const anyLlm = Object.keys(variables).some(
    (name) => name.startsWith('CITEWELL_LLM_') && !/_(?:SECONDS|TOKENS)$/.test(name) && seen[name],
  );
  const provider = seen.CITEWELL_LLM_PROVIDER ?? 'openai-compatible';
  if (anyLlm) {
    if (!seen.CITEWELL_LLM_MODEL && !seen.CITEWELL_LLM_WRITER_MODEL)
      problems.push(
        problem('CITEWELL_LLM_MODEL', undefined, {
          en: 'the name of a model, needed by any LLM setting',
          zh: '模型名称；只要设置了任一 LLM 项就须填写',
        }),
      );
    if (provider === 'openai-compatible' && !seen.CITEWELL_LLM_BASE_URL)
      problems.push(
        problem('CITEWELL_LLM_BASE_URL', undefined, {
          en: `${allowed.CITEWELL_LLM_BASE_URL.en}, needed by the provider openai-compatible`,
          zh: `${allowed.CITEWELL_LLM_BASE_URL.zh}；提供方为 openai-compatible 时须填写`,
        }),
      );
    if (provider !== 'openai-compatible' && !seen.CITEWELL_LLM_API_KEY)
      problems.push(
        problem('CITEWELL_LLM_API_KEY', undefined, {
          en: `the API key that the provider ${provider} needs`,
          zh: `提供方 ${provider} 所需的 API 密钥`,
        }),
      );
  }
  if (Object.keys(variables).some((name) => name.startsWith('CITEWELL_EMBEDDING_') && seen[name]))
    for (const name of ['CITEWELL_EMBEDDING_BASE_URL', 'CITEWELL_EMBEDDING_MODEL'] as const)
      if (!seen[name]) problems.push(problem(name, undefined, allowed[name]));
  if (Object.keys(variables).some((name) => name.startsWith('CITEWELL_RERANK_') && seen[name]))
    for (const name of ['CITEWELL_RERANK_BASE_URL', 'CITEWELL_RERANK_MODEL'] as const)
      if (!seen[name]) problems.push(problem(name, undefined, allowed[name]));
  if (seen.CITEWELL_LLM_RERANKER_MODEL && seen.CITEWELL_RERANK_BASE_URL)
    problems.push(
      problem('CITEWELL_LLM_RERANKER_MODEL', undefined, {
        en: 'unset while CITEWELL_RERANK_BASE_URL is set: only one of the two can rank records',
        zh: '设置了 CITEWELL_RERANK_BASE_URL 时须留空：二者只能有一个负责排序',
      }),
    );
  if (Object.keys(variables).some((name) => name.startsWith('CITEWELL_VERIFIER_') && seen[name]))
    if (!seen.CITEWELL_VERIFIER_URL)
      problems.push(problem('CITEWELL_VERIFIER_URL', undefined, allowed.CITEWELL_VERIFIER_URL));
  if (!seen.CITEWELL_LIBRARY_URL)
    for (const name of ['CITEWELL_LIBRARY_API_KEY', 'CITEWELL_LIBRARY_CA'] as const)
      if (seen[name])
        problems.push(
          problem(name, seen[name], {
            en: 'for a library in OpenSearch only, whose address CITEWELL_LIBRARY_URL is not set',
            zh: '仅用于 OpenSearch 中的文献库，而其地址 CITEWELL_LIBRARY_URL 未设置',
          }),
        );
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const values = parsed.data;
  const dataDir = resolve(values.CITEWELL_DATA_DIR);
  const tls =
    values.CITEWELL_TLS_CERT && values.CITEWELL_TLS_KEY
      ? { certPath: resolve(values.CITEWELL_TLS_CERT), keyPath: resolve(values.CITEWELL_TLS_KEY) }
      : undefined;
  return {
    port: values.CITEWELL_PORT,
    host: values.CITEWELL_HOST,
    admin:
      values.CITEWELL_ADMIN_PORT === undefined
        ? undefined
        : { host: values.CITEWELL_ADMIN_HOST, port: values.CITEWELL_ADMIN_PORT },
    tls,
    dataDir,
    database: databaseLocation(values, dataDir, environment),
    cachePath: resolve(dataDir, 'cache.db'),
    library: libraryLocation(values, dataDir),
    pubmedFilesUrl: values.CITEWELL_PUBMED_FILES_URL,
    librarySync: values.CITEWELL_LIBRARY_SYNC,
    libraryIncoming: resolve(values.CITEWELL_LIBRARY_INCOMING ?? resolve(dataDir, 'incoming')),
    demonstration: values.CITEWELL_SAMPLE === 'on',
    demoKey: values.CITEWELL_DEMO_KEY,
    categoriesPath: values.CITEWELL_CATEGORIES && resolve(values.CITEWELL_CATEGORIES),
    personasPath: values.CITEWELL_PERSONAS && resolve(values.CITEWELL_PERSONAS),
    sources: [...new Set(values.CITEWELL_SOURCES)],
    sourceAddresses: sourceAddresses(values),
    ncbi: { apiKey: values.CITEWELL_NCBI_API_KEY, email: values.CITEWELL_NCBI_EMAIL },
    fullText: values.CITEWELL_FULL_TEXT,
    sourceTimeouts: {
      sourceMs: values.CITEWELL_SOURCE_SECONDS,
      totalMs: values.CITEWELL_RETRIEVAL_SECONDS,
      queueMs: values.CITEWELL_PUBMED_QUEUE_SECONDS,
    },
    llm: anyLlm ? llmConfig(values) : undefined,
    embedding: embeddingConfig(values, dataDir),
    rerank: rerankConfig(values),
    entailment: entailmentConfig(values),
    quotaTimeZone: values.CITEWELL_QUOTA_TZ,
    publicUrl:
      values.CITEWELL_PUBLIC_URL ?? localUrl(values.CITEWELL_HOST, values.CITEWELL_PORT, tls !== undefined),
    trustedProxies: values.CITEWELL_TRUSTED_PROXIES,
    corsOrigins: values.CITEWELL_CORS_ORIGINS,
    connectionsPerAddress: values.CITEWELL_CONNECTIONS_PER_ADDRESS,
    smtp: smtpConfig(values),
    // A console is usually kept as a log: without a mail server no key is printed there, unless configured.
    keyDelivery: values.CITEWELL_KEY_DELIVERY ?? (values.CITEWELL_SMTP_URL ? 'inline' : 'claim'),
    keyRunningCalls: values.CITEWELL_KEY_RUNNING_CALLS,
    maxCalls: values.CITEWELL_MAX_CALLS,
    languageThreads: values.CITEWELL_LANGUAGE_THREADS,
    searchThreads: values.CITEWELL_SEARCH_THREADS,
    guestKey: values.CITEWELL_GUEST_KEY,
    secretsKey: values.CITEWELL_SECRETS_KEY,
    secretsKeyPath: resolve(dataDir, 'secrets.key'),
  };
}

/** Returns an address that clients on this machine can use; a wildcard address is not one. */
export function localUrl(host: string, port: number, secure: boolean): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${secure ? 'https' : 'http'}://${name}:${port}`;
}

type Environment = Record<string, string | undefined>;
type Values = z.output<z.ZodObject<typeof variables>>;

function llmConfig(values: Values): LlmConfig {
  const provider = values.CITEWELL_LLM_PROVIDER ?? 'openai-compatible';
  const model = values.CITEWELL_LLM_MODEL ?? values.CITEWELL_LLM_WRITER_MODEL ?? '';
  return {
    provider,
    baseUrl: values.CITEWELL_LLM_BASE_URL ?? defaultLlmBaseUrl[provider] ?? '',
    apiKey: values.CITEWELL_LLM_API_KEY,
    models: {
      planner: values.CITEWELL_LLM_PLANNER_MODEL ?? model,
      writer: values.CITEWELL_LLM_WRITER_MODEL ?? model,
      verifier: values.CITEWELL_LLM_VERIFIER_MODEL ?? model,
      vision: values.CITEWELL_LLM_VISION_MODEL,
      reranker: values.CITEWELL_LLM_RERANKER_MODEL,
    },
    secondSearch: values.CITEWELL_LLM_SECOND_SEARCH === 'on',
    firstWordMs: values.CITEWELL_LLM_FIRST_WORD_SECONDS,
    pauseMs: values.CITEWELL_LLM_PAUSE_SECONDS,
    contextTokens: values.CITEWELL_LLM_CONTEXT_TOKENS,
  };
}

function embeddingConfig(values: Values, dataDir: string): Config['embedding'] {
  const { CITEWELL_EMBEDDING_BASE_URL: baseUrl, CITEWELL_EMBEDDING_MODEL: model } = values;
  if (!baseUrl || !model) return undefined;
  const path = resolve(dataDir, 'vectors.db');
  return {
    ...{ baseUrl, apiKey: values.CITEWELL_EMBEDDING_API_KEY, model, path },
    prefixes: values.CITEWELL_EMBEDDING_PREFIXES,
  };
}

function rerankConfig(values: Values): RerankConfig | undefined {
  const { CITEWELL_RERANK_BASE_URL: baseUrl, CITEWELL_RERANK_MODEL: model } = values;
  if (!baseUrl || !model) return undefined;
  return {
    kind: values.CITEWELL_RERANK_KIND ?? 'rerank',
    baseUrl,
    apiKey: values.CITEWELL_RERANK_API_KEY,
    model,
  };
}

/** A false accusation is worse than none, and so is a false "supported": both thresholds are high. */
function entailmentConfig(values: Values): EntailmentConfig | undefined {
  const { CITEWELL_VERIFIER_URL: baseUrl } = values;
  if (!baseUrl) return undefined;
  return {
    baseUrl,
    apiKey: values.CITEWELL_VERIFIER_KEY,
    supportMin: values.CITEWELL_VERIFIER_SUPPORT ?? 0.95,
    contradictionMin: values.CITEWELL_VERIFIER_CONTRADICTION ?? 0.95,
    deadlineMs: values.CITEWELL_VERIFIER_SECONDS ?? 5_000,
  };
}

function sourceAddresses(values: Values): Config['sourceAddresses'] {
  return Object.fromEntries(remoteSourceNames.map((name) => [name, values[addressVariable(name)]]));
}

function databaseLocation(values: Values, dataDir: string, environment: Environment): Config['database'] {
  const { CITEWELL_DATABASE_URL: url, CITEWELL_DATABASE_CONNECTIONS: connections } = values;
  if (!url) return { kind: 'sqlite', path: resolve(dataDir, 'citewell.db') };
  if (isPostgres(url)) return { kind: 'postgres', url: completeAddress(url, environment), connections };
  return { kind: 'sqlite', path: resolve(url.replace(/^(?:sqlite|file):\/\//i, '')) };
}

function libraryLocation(values: Values, dataDir: string): Config['library'] {
  const { CITEWELL_LIBRARY_URL: url, CITEWELL_LIBRARY_API_KEY: apiKey, CITEWELL_LIBRARY_CA: ca } = values;
  const address = url && readOpenSearchAddress(url, { apiKey, caPath: ca && resolve(ca) });
  if (!address) return { kind: 'sqlite', path: resolve(dataDir, 'library.db') };
  return { kind: 'opensearch', address, marker: resolve(dataDir, 'library.opensearch') };
}

function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(url);
}

function problem(name: string, value: string | undefined, expected: LocalizedMessage): LocalizedMessage {
  const shown = shownAs(name, value);
  return { en: `${name} (${shown.en}): ${expected.en}`, zh: `${name}（${shown.zh}）：${expected.zh}` };
}

function shownAs(name: string, value: string | undefined): LocalizedMessage {
  if (value === undefined) return { en: 'not set', zh: '未设置' };
  if (secret.has(name)) return { en: 'set, not shown', zh: '已设置，不显示' };
  const text = JSON.stringify(withoutUserinfo(value));
  return { en: text, zh: text };
}

/** Removes everything before the last @ of an address, which may be a password. */
function withoutUserinfo(value: string): string {
  return value.replace(/^([a-z][\w+.-]*:\/\/|(?=[^@]*:)).*@/is, '$1***@');
}

/** Our own variables for other programs: the benchmarks, and the clients in the examples. */
const ofOtherPrograms = /^CITEWELL_(?:BENCH|URL$|API_KEY$)/;

/** Variables that Kubernetes and Docker set for another service whose name begins with ours. */
const ofNeighbours = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/;

/** Returns unknown variables that look like settings. Their values are not shown: they may be secrets. */
function misspelt(environment: Environment): LocalizedMessage[] {
  const known = Object.keys(variables);
  return Object.entries(environment)
    .filter(([name, value = '']) => {
      if (!name.startsWith('CITEWELL_') || value.trim() === '' || known.includes(name)) return false;
      return !ofOtherPrograms.test(name) && !ofNeighbours.test(name) && !/^(?:tcp|udp|sctp):\/\//.test(value);
    })
    .map(([name]) => ({
      en: `${name}: not a setting; did you mean ${nearestWord(name, known)}?`,
      zh: `${name}：没有此设置；是否要用 ${nearestWord(name, known)}？`,
    }));
}

function smtpConfig({ CITEWELL_SMTP_URL: url, CITEWELL_MAIL_FROM: from }: Values): SmtpConfig | undefined {
  const server = url === undefined ? undefined : readSmtpUrl(url);
  return server && from !== undefined ? { ...server, from } : undefined;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

/** Returns undefined if it is not the address of a mail server. */
function readSmtpUrl(text: string): Omit<SmtpConfig, 'from'> | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname))
    return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const implicit = url.protocol === 'smtps:';
  const wish = url.searchParams.get('tls') ?? (loopback.test(host) ? 'off' : 'required');
  if (wish !== 'off' && wish !== 'required') return undefined;
  const [user, pass] = [url.username, url.password].map(decoded);
  if (user === undefined || pass === undefined) return undefined;
  return {
    host,
    port: Number(url.port) || (implicit ? 465 : 587),
    tls: implicit ? 'implicit' : wish,
    auth: user ? { user, pass } : undefined,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isSender(text: string): boolean {
  const [, address = text] = /^[^<>"@,;:\p{Cc}]{1,100} <([^<>]+)>$/u.exec(text) ?? [];
  return isEmailAddress(address);
}

/** Returns true for an entry of a proxy list: an address or network. */
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
