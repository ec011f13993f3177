import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { counted, groupThousands } from '@citewell/core/text/counted.ts';
import { type Language, sourceLabels } from '@citewell/sdk/protocol';
import { remoteSources, sourceSettings } from '../../literature/sources/remote-sources.ts';
import type { StructuredOutput } from '../../llm/reply-schema.ts';
import { installedFile } from '../../platform/installed-file.ts';

/** State of one item, with a remedy unless it is in order. */
export type Finding = {
  /** Name of the check, for programs: `disk`, `clock`, `pubmed`, … */
  check: string;
  state: 'ok' | 'warning' | 'error';
  says: LocalizedMessage;
  remedy?: LocalizedMessage;
};

/** Returns the two sentences of a finding in a language. */
export function findingMessages(
  { says, remedy }: Finding,
  language: Language,
): { says: string; remedy?: string } {
  return { says: says[language], ...(remedy && { remedy: remedy[language] }) };
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
const seconds = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 1_000);

const ok = (check: string, en: string, zh: string): Finding => ({ check, state: 'ok', says: { en, zh } });
const problem = (
  check: string,
  state: 'warning' | 'error',
  says: LocalizedMessage,
  remedy: LocalizedMessage,
): Finding => ({ check, state, says, remedy });

type Named = { name: LocalizedMessage; settings: LocalizedMessage };

/** Settings of a model, by their prefix. */
const modelSettings = (prefix: string): LocalizedMessage => ({
  en: `${prefix}* (address, model, key)`,
  zh: `${prefix}*（地址、模型、密钥）`,
});
const settingNames = (...names: readonly string[]): LocalizedMessage => ({
  en: names.join(' and '),
  zh: names.join(' 和 '),
});

/** Names of remote sources and models for operators, with their settings. */
const dependencies: Record<string, Named> = {
  ...Object.fromEntries(
    remoteSources.map((source) => {
      const { en, zh } = sourceLabels[source.name];
      const named = {
        name: { en: en.title, zh: zh.title },
        settings: settingNames(...sourceSettings(source)),
      };
      return [source.name, named];
    }),
  ),
  planner: { name: { en: 'The planning model', zh: '规划模型' }, settings: modelSettings('CITEWELL_LLM_') },
  writer: { name: { en: 'The writing model', zh: '写作模型' }, settings: modelSettings('CITEWELL_LLM_') },
  verifier: { name: { en: 'The verifying model', zh: '核查模型' }, settings: modelSettings('CITEWELL_LLM_') },
  vision: { name: { en: 'The vision model', zh: '视觉模型' }, settings: modelSettings('CITEWELL_LLM_') },
  reranker: {
    name: { en: 'The reranker', zh: '重排序模型' },
    settings: settingNames('CITEWELL_RERANK_*', 'CITEWELL_LLM_RERANKER_MODEL'),
  },
  embedding: {
    name: { en: 'The embedding model', zh: '嵌入模型' },
    settings: modelSettings('CITEWELL_EMBEDDING_'),
  },
  entailment: {
    name: { en: 'The entailment verifier', zh: '蕴含核查服务' },
    settings: settingNames('CITEWELL_VERIFIER_URL', 'CITEWELL_VERIFIER_KEY'),
  },
};

const nameOf = (id: string) => dependencies[id]?.name ?? { en: id, zh: id };
const settingsOf = (id: string) =>
  dependencies[id]?.settings ?? settingNames(installedFile('docs/operator/settings.md'));

/** Inserts a space between Chinese and preceding Latin letters. */
const beforeChinese = (name: string) => (/[!-~]$/.test(name) ? `${name} ` : name);

/** Messages on the form in which a model accepts a request for JSON. */
const forms: Record<StructuredOutput, LocalizedMessage> = {
  schema: { en: 'It supports JSON schemas.', zh: '支持 JSON Schema。' },
  json: { en: 'It supports JSON mode but not schemas.', zh: '支持 JSON 模式，不支持 Schema。' },
  text: {
    en: 'It supports neither; JSON is requested in the prompt only.',
    zh: '既不支持 JSON Schema，也不支持 JSON 模式：仅通过提示词要求返回 JSON。',
  },
};

const aboutCertificate = (verb: 'expires' | 'expired', day: string): [LocalizedMessage, LocalizedMessage] => [
  {
    en: `The TLS certificate ${verb} on ${day}.`,
    zh: verb === 'expires' ? `TLS 证书将于 ${day} 到期。` : `TLS 证书已于 ${day} 过期。`,
  },
  {
    en: 'Renew the certificate in CITEWELL_TLS_CERT, then restart the service, which reads the files only at startup.',
    zh: '请更新 CITEWELL_TLS_CERT 所指的证书后重启服务：证书文件仅在启动时读取。',
  },
];

/** Findings of `citewell doctor`, each with its remedy. */
export const findings = {
  settings: () => ok('settings', 'The settings are valid.', '设置有效。'),
  certificate: (day: string) =>
    ok('certificate', `The TLS certificate is valid until ${day}.`, `TLS 证书有效期至 ${day}。`),
  certificateExpires: (day: string) => problem('certificate', 'warning', ...aboutCertificate('expires', day)),
  certificateExpired: (day: string) => problem('certificate', 'error', ...aboutCertificate('expired', day)),
  disk: (folder: string, free: number) =>
    ok('disk', `${folder} has ${gigabytes(free)} free.`, `${folder} 剩余空间 ${gigabytes(free)}。`),
  diskFull: (folder: string, free: number) =>
    problem(
      'disk',
      'error',
      { en: `${folder} has only ${gigabytes(free)} free.`, zh: `${folder} 仅剩 ${gigabytes(free)}。` },
      {
        en: 'Free at least 1 GB on that disk, or set CITEWELL_DATA_DIR to a folder on another one: a full disk stops all calls.',
        zh: '请在该磁盘上腾出至少 1 GB，或将 CITEWELL_DATA_DIR 设为其他磁盘上的文件夹：磁盘写满会使所有调用停止。',
      },
    ),
  noDataFolder: (folder: string) =>
    problem(
      'disk',
      'warning',
      { en: `The data folder ${folder} does not exist yet.`, zh: `数据文件夹 ${folder} 尚不存在。` },
      {
        en: 'It is created on the first start. If you already had one, CITEWELL_DATA_DIR points elsewhere, or this is a different working folder.',
        zh: '首次启动时会创建。若此前已有数据，请检查 CITEWELL_DATA_DIR 或当前工作目录是否有误。',
      },
    ),
  database: (keys: string, count: number) =>
    ok('database', `The accounts can be read and written: ${keys}.`, `账户数据可读写：${count} 个密钥。`),
  databaseClosed: (reason: string) =>
    problem(
      'database',
      'error',
      { en: `A database cannot be opened: ${reason}`, zh: `无法打开数据库：${reason}` },
      {
        en: 'Check CITEWELL_DATABASE_URL and CITEWELL_LIBRARY_URL, and that this user may read and write the data folder.',
        zh: '请检查 CITEWELL_DATABASE_URL 与 CITEWELL_LIBRARY_URL，以及当前用户对数据文件夹的读写权限。',
      },
    ),
  databaseUnwritable: () =>
    problem(
      'database',
      'error',
      { en: 'The accounts database cannot be written to.', zh: '账户数据无法写入。' },
      {
        en: 'Free space on the disk of the data folder, and check its permissions.',
        zh: '请清理数据文件夹所在磁盘的空间，并检查其权限。',
      },
    ),
  clock: () => ok('clock', 'The clock agrees with that of a literature source.', '系统时钟与文献来源一致。'),
  clockOff: (offset: number) =>
    problem(
      'clock',
      'error',
      {
        en: `The clock is ${counted(seconds(offset), 'second')} ${offset > 0 ? 'ahead' : 'behind'}.`,
        zh: `系统时钟${offset > 0 ? '快' : '慢'} ${seconds(offset)} 秒。`,
      },
      {
        en: 'Turn on time synchronization (timedatectl set-ntp true): quota days, sessions and certificates depend on it.',
        zh: '请启用时间同步（timedatectl set-ntp true）：配额日、会话和证书都依赖系统时间。',
      },
    ),
  clockUnknown: () =>
    problem(
      'clock',
      'warning',
      { en: 'The clock could not be checked.', zh: '无法核对系统时钟。' },
      {
        en: 'No source reported the time. Check that this machine’s clock is synchronized.',
        zh: '没有文献来源返回时间。请自行确认本机已启用时间同步。',
      },
    ),
  library: (records: number) =>
    ok(
      'library',
      `The library has ${groupThousands(records)} records.`,
      `文献库有 ${groupThousands(records)} 篇文献。`,
    ),
  libraryEmpty: () =>
    problem(
      'library',
      'warning',
      { en: 'The library is empty.', zh: '文献库为空。' },
      {
        en: 'Answers come from remote sources only. To add records: citewell library ingest FILES, or citewell library sync.',
        zh: '回答仅来自远程文献来源。可用 citewell library ingest 文件 或 citewell library sync 添加文献。',
      },
    ),
  libraryDamaged: () =>
    problem(
      'library',
      'error',
      { en: 'The library is damaged and is not searched.', zh: '文献库已损坏，不再检索。' },
      {
        en: `Run citewell library verify, then restore a copy or rebuild it: ${installedFile('docs/operator/library.md')}.`,
        zh: `请运行 citewell library verify，然后恢复副本或重建：参见 ${installedFile('docs/operator/library.md')}。`,
      },
    ),
  reachable: (id: string, milliseconds: number, form: StructuredOutput | null = null) =>
    ok(
      id,
      `${nameOf(id).en} replied after ${groupThousands(milliseconds)} ms.${form ? ` ${forms[form].en}` : ''}`,
      `${beforeChinese(nameOf(id).zh)}已响应，用时 ${groupThousands(milliseconds)} 毫秒。${form ? forms[form].zh : ''}`,
    ),
  unreachable: (id: string, failure: string) =>
    problem(
      id,
      'error',
      {
        en: `${nameOf(id).en} cannot be used: ${failure}.`,
        zh: `${beforeChinese(nameOf(id).zh)}不可用：${failure}。`,
      },
      {
        en: `Check ${settingsOf(id).en}, and that this machine can connect to it (proxy, firewall).`,
        zh: `请检查 ${settingsOf(id).zh}，以及本机能否连接到该地址（代理、防火墙）。`,
      },
    ),
  noModel: () =>
    problem(
      'writer',
      'warning',
      {
        en: 'No language model is configured: answers consist of quotations.',
        zh: '未设置语言模型：回答由摘录组成。',
      },
      {
        en: `To have a model write answers, set CITEWELL_LLM_BASE_URL and CITEWELL_LLM_MODEL: ${installedFile('docs/operator/models.md')}.`,
        zh: `如需由模型撰写回答，请设置 CITEWELL_LLM_BASE_URL 和 CITEWELL_LLM_MODEL：参见 ${installedFile('docs/operator/models.md')}。`,
      },
    ),
  mail: () =>
    ok('mail', 'The mail server accepts the connection and the login.', '邮件服务器已接受连接和登录。'),
  mailRefused: (failure: string) =>
    problem(
      'mail',
      'error',
      { en: `The mail server cannot be used: ${failure}.`, zh: `邮件服务器不可用：${failure}。` },
      {
        en: 'Check CITEWELL_SMTP_URL: host, port, smtp:// or smtps://, user and password.',
        zh: '请检查 CITEWELL_SMTP_URL：主机、端口、smtp:// 或 smtps://、用户名和密码。',
      },
    ),
  noMail: () =>
    problem(
      'mail',
      'warning',
      {
        en: 'No mail server is configured: e-mails are printed.',
        zh: '未设置邮件服务器：邮件只输出到控制台，不会发送。',
      },
      {
        en: 'To send keys by e-mail, set CITEWELL_SMTP_URL and CITEWELL_MAIL_FROM.',
        zh: '如需通过邮件发送密钥，请设置 CITEWELL_SMTP_URL 和 CITEWELL_MAIL_FROM。',
      },
    ),
};
