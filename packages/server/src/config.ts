import { resolve } from 'node:path';
import { z } from 'zod';

/** An environment that cannot be served: one line a variable, each with the value seen and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const sourceNames = ['pubmed', 'europepmc', 'library'] as const;
const providers = ['openai-compatible', 'openai', 'anthropic'] as const;

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const variables = {
  CITEWELL_PORT: z.coerce.number().int().min(0).max(65535).default(8787),
  CITEWELL_HOST: z.string().min(1).default('127.0.0.1'),
  CITEWELL_TLS_CERT: z.string().optional(),
  CITEWELL_TLS_KEY: z.string().optional(),
  CITEWELL_DATA_DIR: z.string().default('./data'),
  CITEWELL_DATABASE_URL: z
    .string()
    .refine((url) => !/^[a-z]+:\/\//i.test(url) || url.startsWith('sqlite://') || url.startsWith('file://'))
    .optional(),
  CITEWELL_PUBMED_BASE_URL: httpUrl.default('https://eutils.ncbi.nlm.nih.gov/entrez/eutils'),
  CITEWELL_EUROPEPMC_BASE_URL: httpUrl.default('https://www.ebi.ac.uk/europepmc/webservices/rest'),
  CITEWELL_NCBI_API_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/)
    .optional(),
  CITEWELL_NCBI_EMAIL: z.email().optional(),
  CITEWELL_SOURCES: z
    .string()
    .default(sourceNames.join(','))
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(sourceNames)).min(1)),
  CITEWELL_LLM_PROVIDER: z.enum(providers).optional(),
  CITEWELL_LLM_BASE_URL: httpUrl.optional(),
  CITEWELL_LLM_API_KEY: z.string().optional(),
  CITEWELL_LLM_MODEL: z.string().optional(),
  CITEWELL_LLM_PLANNER_MODEL: z.string().optional(),
  CITEWELL_LLM_WRITER_MODEL: z.string().optional(),
  CITEWELL_LLM_VERIFIER_MODEL: z.string().optional(),
  CITEWELL_LLM_VISION_MODEL: z.string().optional(),
  CITEWELL_QUOTA_TZ: z.string().refine(isTimeZone).default('UTC'),
};

/** What each variable takes, in the words of the error that names it. */
const allowed: Record<keyof typeof variables, string> = {
  CITEWELL_PORT: 'a port number from 0 to 65535',
  CITEWELL_HOST: 'a host name or address to listen on',
  CITEWELL_TLS_CERT: 'the path of a PEM certificate, together with CITEWELL_TLS_KEY',
  CITEWELL_TLS_KEY: 'the path of a PEM private key, together with CITEWELL_TLS_CERT',
  CITEWELL_DATA_DIR: 'a folder for the databases',
  CITEWELL_DATABASE_URL: 'a path of an SQLite file (or file://, sqlite://)',
  CITEWELL_PUBMED_BASE_URL: 'an http(s) address of the E-utilities',
  CITEWELL_EUROPEPMC_BASE_URL: 'an http(s) address of the Europe PMC REST service',
  CITEWELL_NCBI_API_KEY: 'an NCBI API key: 8 to 64 letters and digits',
  CITEWELL_NCBI_EMAIL: 'an e-mail address',
  CITEWELL_SOURCES: 'one or more of pubmed, europepmc, library, separated by commas',
  CITEWELL_LLM_PROVIDER: providers.join(', '),
  CITEWELL_LLM_BASE_URL: 'an http(s) address such as https://host/v1',
  CITEWELL_LLM_API_KEY: 'the provider’s API key',
  CITEWELL_LLM_MODEL: 'the name of a model',
  CITEWELL_LLM_PLANNER_MODEL: 'the name of a model',
  CITEWELL_LLM_WRITER_MODEL: 'the name of a model',
  CITEWELL_LLM_VERIFIER_MODEL: 'the name of a model',
  CITEWELL_LLM_VISION_MODEL: 'the name of a model',
  CITEWELL_QUOTA_TZ: 'an IANA time zone such as UTC or Asia/Shanghai',
};

/** Variables whose value must never be printed, not even in an error about it. */
const secret = new Set(['CITEWELL_LLM_API_KEY', 'CITEWELL_NCBI_API_KEY']);

export type LlmConfig = {
  provider: (typeof providers)[number];
  baseUrl: string;
  apiKey: string | undefined;
  /** The model of each role; `vision` is undefined where no model may see images. */
  models: { planner: string; writer: string; verifier: string; vision: string | undefined };
};

export type Config = {
  port: number;
  host: string;
  tls: { certPath: string; keyPath: string } | undefined;
  dataDir: string;
  databasePath: string;
  cachePath: string;
  libraryPath: string;
  pubmed: { baseUrl: string; apiKey: string | undefined; email: string | undefined };
  europepmc: { baseUrl: string };
  sources: (typeof sourceNames)[number][];
  /** Undefined: the extractive engine. */
  llm: LlmConfig | undefined;
  quotaTimeZone: string;
};

const defaultLlmBaseUrl: Record<LlmConfig['provider'], string | undefined> = {
  'openai-compatible': undefined,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

/** The settings of an environment. Empty values count as absent. Throws ConfigError with every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const seen = Object.fromEntries(
    Object.keys(variables).map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const problems: string[] = [];
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
  const anyLlm = Object.keys(variables).some((name) => name.startsWith('CITEWELL_LLM_') && seen[name]);
  const provider = seen.CITEWELL_LLM_PROVIDER ?? 'openai-compatible';
  if (anyLlm) {
    if (!seen.CITEWELL_LLM_MODEL && !seen.CITEWELL_LLM_WRITER_MODEL)
      problems.push(
        problem('CITEWELL_LLM_MODEL', undefined, 'the name of a model, needed by any LLM setting'),
      );
    if (provider === 'openai-compatible' && !seen.CITEWELL_LLM_BASE_URL)
      problems.push(
        problem(
          'CITEWELL_LLM_BASE_URL',
          undefined,
          `${allowed.CITEWELL_LLM_BASE_URL}, needed by the provider openai-compatible`,
        ),
      );
    if (provider !== 'openai-compatible' && !seen.CITEWELL_LLM_API_KEY)
      problems.push(
        problem('CITEWELL_LLM_API_KEY', undefined, `the API key that the provider ${provider} needs`),
      );
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const values = parsed.data;
  const dataDir = resolve(values.CITEWELL_DATA_DIR);
  return {
    port: values.CITEWELL_PORT,
    host: values.CITEWELL_HOST,
    tls:
      values.CITEWELL_TLS_CERT && values.CITEWELL_TLS_KEY
        ? { certPath: resolve(values.CITEWELL_TLS_CERT), keyPath: resolve(values.CITEWELL_TLS_KEY) }
        : undefined,
    dataDir,
    databasePath: databasePath(values.CITEWELL_DATABASE_URL, dataDir),
    cachePath: resolve(dataDir, 'cache.db'),
    libraryPath: resolve(dataDir, 'library.db'),
    pubmed: {
      baseUrl: values.CITEWELL_PUBMED_BASE_URL,
      apiKey: values.CITEWELL_NCBI_API_KEY,
      email: values.CITEWELL_NCBI_EMAIL,
    },
    europepmc: { baseUrl: values.CITEWELL_EUROPEPMC_BASE_URL },
    sources: [...new Set(values.CITEWELL_SOURCES)],
    llm: anyLlm ? llmConfig(values) : undefined,
    quotaTimeZone: values.CITEWELL_QUOTA_TZ,
  };
}

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
    },
  };
}

function databasePath(url: string | undefined, dataDir: string): string {
  if (!url) return resolve(dataDir, 'citewell.db');
  return resolve(url.replace(/^(?:sqlite|file):\/\//, ''));
}

function problem(name: string, value: string | undefined, expected: string): string {
  const shown = value === undefined ? 'not set' : secret.has(name) ? 'set, not shown' : JSON.stringify(value);
  return `${name} (${shown}): ${expected}`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
