import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { sourceLabels, sourceNames } from '@citewell/sdk/protocol';
import { mapAddressVariables } from './source-addresses.ts';

const probability = {
  en: 'a probability above 0.5 and at most 1, such as 0.95',
  zh: '大于 0.5 且不超过 1 的概率，如 0.95',
};
const model = { en: 'the name of a model', zh: '模型名称' };

/** Permitted values of each variable of config.ts, in the words of the error that names it. */
export const allowedValues = {
  CITEWELL_PORT: { en: 'a port number from 0 to 65535', zh: '0 到 65535 的端口号' },
  CITEWELL_HOST: { en: 'a host name or address to listen on', zh: '监听的主机名或地址' },
  CITEWELL_ADMIN_PORT: {
    en: 'a port number from 0 to 65535 for administration; empty disables administration over HTTP',
    zh: '管理接口的端口号，0 到 65535；留空则不通过 HTTP 提供管理接口',
  },
  CITEWELL_ADMIN_HOST: {
    en: 'a host name or address to listen on for administration',
    zh: '管理接口监听的主机名或地址',
  },
  CITEWELL_PUBLIC_URL: {
    en: 'the public http(s) address of the service, for links in e-mails',
    zh: '从外部访问本服务的 http(s) 地址，用于邮件中的链接',
  },
  CITEWELL_TRUSTED_PROXIES: {
    en: 'addresses or networks of proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8, separated by commas',
    zh: '可信代理的地址或网段（采信其 X-Forwarded-For），如 10.0.0.0/8，以逗号分隔',
  },
  CITEWELL_CORS_ORIGINS: {
    en: 'origins whose pages may call the API, such as https://intranet.example.org, separated by commas, without a path; or * for any',
    zh: '其网页可调用 API 的来源，如 https://intranet.example.org，以逗号分隔，不含路径；* 表示任意来源',
  },
  CITEWELL_CONNECTIONS_PER_ADDRESS: {
    en: 'how many connections one IPv4 address or IPv6 /64 may have: a number from 1 to 2000; CITEWELL_TRUSTED_PROXIES are exempt',
    zh: '单个 IPv4 地址或 IPv6 /64 网段可占用的连接数：1 到 2000；CITEWELL_TRUSTED_PROXIES 不受限制',
  },
  CITEWELL_TLS_CERT: {
    en: 'the path of a PEM certificate, together with CITEWELL_TLS_KEY',
    zh: 'PEM 证书的路径，须与 CITEWELL_TLS_KEY 同时设置',
  },
  CITEWELL_TLS_KEY: {
    en: 'the path of a PEM private key, together with CITEWELL_TLS_CERT',
    zh: 'PEM 私钥的路径，须与 CITEWELL_TLS_CERT 同时设置',
  },
  CITEWELL_DATA_DIR: { en: 'a folder for the databases', zh: '存放数据库的文件夹' },
  CITEWELL_DATABASE_URL: {
    en: 'the path of an SQLite file (or file://, sqlite://), or the address of a PostgreSQL database: postgres://user:password@host:5432/name',
    zh: 'SQLite 文件的路径（或 file://、sqlite://），或 PostgreSQL 数据库的地址：postgres://user:password@host:5432/name',
  },
  CITEWELL_DATABASE_CONNECTIONS: {
    en: 'the maximum number of connections to PostgreSQL, from 1 to 500',
    zh: '到 PostgreSQL 的最大连接数：1 到 500',
  },
  ...mapAddressVariables((name) => ({
    en: `an http(s) address at which to reach ${sourceLabels[name].en.title}`,
    zh: `访问 ${sourceLabels[name].zh.title} 的 http(s) 地址`,
  })),
  CITEWELL_PUBMED_FILES_URL: {
    en: 'an http(s) address with the folders baseline and updatefiles, laid out like NCBI’s',
    zh: '含 baseline 和 updatefiles 文件夹的 http(s) 地址，与 NCBI 的布局相同',
  },
  CITEWELL_LIBRARY_SYNC: {
    en: 'when to fetch new PubMed files, in cron syntax: minute, hour, day, month, day of the week, such as 0 5 * * *',
    zh: '获取 PubMed 新文件的时间，cron 格式：分、时、日、月、星期，如 0 5 * * *',
  },
  CITEWELL_LIBRARY_URL: {
    en: 'the address of an OpenSearch cluster and the name of the library in it, https://user:password@host:9200/name, with special characters of the password percent-encoded (% as %25); a library in PostgreSQL is no longer supported (docs/operator/library-opensearch.md)',
    zh: 'OpenSearch 集群的地址及其中文献库的名称：https://user:password@host:9200/name，密码中的特殊字符须百分号编码（% 写作 %25）；不再支持 PostgreSQL 中的文献库（见 docs/operator/library-opensearch.md）',
  },
  CITEWELL_LIBRARY_API_KEY: {
    en: 'an API key for OpenSearch 3.7 or newer, instead of a user and password in CITEWELL_LIBRARY_URL',
    zh: 'OpenSearch（3.7 或更新版本）的 API 密钥，代替 CITEWELL_LIBRARY_URL 中的用户名和密码',
  },
  CITEWELL_LIBRARY_CA: {
    en: 'the path of a PEM file with the certificate of the authority that signed OpenSearch’s certificate',
    zh: '签发 OpenSearch 证书的机构的 PEM 证书文件路径',
  },
  CITEWELL_LIBRARY_INCOMING: {
    en: 'a folder of files that administrators may import from their pages',
    zh: '管理员可从页面导入文献库的文件所在文件夹',
  },
  CITEWELL_DEMO_KEY: {
    en: 'auto (a first start on a loopback address creates a demo key), on or off',
    zh: 'auto（首次启动且监听回环地址时生成演示密钥）、on 或 off',
  },
  CITEWELL_FULL_TEXT: {
    en: 'off, or evidence (read the open-access full texts of papers used as evidence)',
    zh: 'off，或 evidence（查阅作为证据的文献的开放获取全文）',
  },
  CITEWELL_SAMPLE: {
    en: 'on (a new library begins with invented demonstration records) or off',
    zh: 'on（新文献库先装入虚构的演示记录）或 off',
  },
  CITEWELL_CATEGORIES: { en: 'the path of a JSON file of categories', zh: '学科分类 JSON 文件的路径' },
  CITEWELL_PERSONAS: { en: 'the path of a JSON file of personas', zh: '对话角色 JSON 文件的路径' },
  CITEWELL_NCBI_API_KEY: {
    en: 'an NCBI API key: 8 to 64 letters and digits',
    zh: 'NCBI API 密钥：8 到 64 个字母和数字',
  },
  CITEWELL_NCBI_EMAIL: { en: 'an e-mail address', zh: '电子邮件地址' },
  CITEWELL_SOURCES: {
    en: `one or more of ${sourceNames.join(', ')}, separated by commas`,
    zh: `${sourceNames.join('、')} 中的一个或多个，以逗号分隔`,
  },
  CITEWELL_SOURCE_SECONDS: {
    en: 'seconds from 1 to 60 that one source may take for a search',
    zh: '单个来源一次检索的时限，1 到 60 秒',
  },
  CITEWELL_RETRIEVAL_SECONDS: {
    en: 'seconds from 1 to 100 that all sources of an answer may take together',
    zh: '一次回答中所有来源检索的总时限，1 到 100 秒',
  },
  CITEWELL_PUBMED_QUEUE_SECONDS: {
    en: 'seconds from 0 to 60 that a search may wait to be sent to PubMed before another source is asked instead',
    zh: '检索等待发往 PubMed 的时限，0 到 60 秒；超过后改查其他来源',
  },
  CITEWELL_LLM_PROVIDER: {
    en: 'openai-compatible, openai, anthropic',
    zh: 'openai-compatible、openai、anthropic 之一',
  },
  CITEWELL_LLM_BASE_URL: {
    en: 'an http(s) address such as https://host/v1',
    zh: 'http(s) 地址，如 https://host/v1',
  },
  CITEWELL_LLM_API_KEY: {
    en: 'the provider’s API key: printable Latin characters, as allowed in a header',
    zh: '提供方的 API 密钥：仅限请求头可用的可打印拉丁字符',
  },
  CITEWELL_LLM_MODEL: model,
  CITEWELL_LLM_PLANNER_MODEL: model,
  CITEWELL_LLM_WRITER_MODEL: model,
  CITEWELL_LLM_VERIFIER_MODEL: model,
  CITEWELL_LLM_VISION_MODEL: model,
  CITEWELL_LLM_RERANKER_MODEL: model,
  CITEWELL_LLM_SECOND_SEARCH: { en: 'on or off', zh: 'on 或 off' },
  CITEWELL_LLM_FIRST_WORD_SECONDS: {
    en: 'seconds from 1 to 600 within which a model must start to respond',
    zh: '模型须在多少秒内开始思考或输出，1 到 600',
  },
  CITEWELL_LLM_PAUSE_SECONDS: {
    en: 'seconds from 1 to 120 that a model may pause in the middle of a reply',
    zh: '模型输出过程中允许停顿的秒数，1 到 120',
  },
  CITEWELL_LLM_CONTEXT_TOKENS: {
    en: 'the context window of the writer’s model in tokens, a whole number from 4000 to 2000000',
    zh: '写作模型的上下文窗口 Token 数，4000 到 2000000 的整数',
  },
  CITEWELL_EMBEDDING_BASE_URL: {
    en: 'an http(s) address such as https://host/v1, with CITEWELL_EMBEDDING_MODEL',
    zh: 'http(s) 地址，如 https://host/v1，须与 CITEWELL_EMBEDDING_MODEL 同时设置',
  },
  CITEWELL_EMBEDDING_MODEL: {
    en: 'the name of an embedding model, with CITEWELL_EMBEDDING_BASE_URL',
    zh: '嵌入模型的名称，须与 CITEWELL_EMBEDDING_BASE_URL 同时设置',
  },
  CITEWELL_EMBEDDING_API_KEY: {
    en: 'the API key of the embedding model: printable Latin characters, as allowed in a header',
    zh: '嵌入模型的 API 密钥：仅限请求头可用的可打印拉丁字符',
  },
  CITEWELL_EMBEDDING_PREFIXES: {
    en: 'e5, bge, bge-zh, nomic or none: the prefixes that the embedding model was trained with',
    zh: 'e5、bge、bge-zh、nomic 或 none：嵌入模型训练时使用的前缀',
  },
  CITEWELL_RERANK_KIND: {
    en: 'rerank (POST …/rerank) or embeddings (POST …/embeddings)',
    zh: 'rerank（POST …/rerank）或 embeddings（POST …/embeddings）',
  },
  CITEWELL_RERANK_BASE_URL: {
    en: 'an http(s) address such as https://host/v1, with CITEWELL_RERANK_MODEL',
    zh: 'http(s) 地址，如 https://host/v1，须与 CITEWELL_RERANK_MODEL 同时设置',
  },
  CITEWELL_RERANK_API_KEY: {
    en: 'the reranker’s API key: printable Latin characters, as allowed in a header',
    zh: '重排序模型的 API 密钥：仅限请求头可用的可打印拉丁字符',
  },
  CITEWELL_RERANK_MODEL: {
    en: 'the name of a model, with CITEWELL_RERANK_BASE_URL',
    zh: '模型名称，须与 CITEWELL_RERANK_BASE_URL 同时设置',
  },
  CITEWELL_VERIFIER_URL: {
    en: 'an http(s) address such as http://127.0.0.1:8081 that serves POST /predict',
    zh: '提供 POST /predict 的 http(s) 地址，如 http://127.0.0.1:8081',
  },
  CITEWELL_VERIFIER_KEY: {
    en: 'the classifier’s API key: printable Latin characters, as allowed in a header',
    zh: '分类模型的 API 密钥：仅限请求头可用的可打印拉丁字符',
  },
  CITEWELL_VERIFIER_SUPPORT: probability,
  CITEWELL_VERIFIER_CONTRADICTION: probability,
  CITEWELL_VERIFIER_SECONDS: {
    en: 'seconds from 1 to 60 that one check may wait for the classifier',
    zh: '一次核查等待分类模型的秒数，1 到 60',
  },
  CITEWELL_QUOTA_TZ: {
    en: 'an IANA time zone such as UTC or Asia/Shanghai',
    zh: 'IANA 时区，如 UTC 或 Asia/Shanghai',
  },
  CITEWELL_SMTP_URL: {
    en: 'the address of a mail server: smtps://user:password@host, smtp://user:password@host:587, with ?tls=off for an unencrypted server',
    zh: '邮件服务器地址：smtps://user:password@host 或 smtp://user:password@host:587；不加密时加 ?tls=off',
  },
  CITEWELL_MAIL_FROM: {
    en: 'a sender such as Citewell <no-reply@example.org>, needed with CITEWELL_SMTP_URL',
    zh: '发件人，如 Citewell <no-reply@example.org>；设置 CITEWELL_SMTP_URL 时须填写',
  },
  CITEWELL_KEY_DELIVERY: {
    en: 'inline (the e-mail contains the key) or claim (a link shows it once)',
    zh: 'inline（密钥写入邮件）或 claim（邮件中的链接显示一次密钥）',
  },
  CITEWELL_KEY_RUNNING_CALLS: {
    en: 'how many calls of one key may run at once: a number from 1 to 100,000',
    zh: '单个密钥可同时运行的调用数：1 到 100,000',
  },
  CITEWELL_MAX_CALLS: {
    en: 'how many calls of all keys may run at once in a process: a number from 1 to 100,000',
    zh: '每个进程中所有密钥可同时运行的调用总数：1 到 100,000',
  },
  CITEWELL_LANGUAGE_THREADS: {
    en: 'the largest number of threads that process texts: from 1 to 64',
    zh: '处理文本的最大线程数：1 到 64',
  },
  CITEWELL_SEARCH_THREADS: {
    en: 'the number of threads that search the local library: from 1 to 64',
    zh: '检索本地文献库的线程数：1 到 64',
  },
  CITEWELL_GUEST_KEY: {
    en: 'a complete API key of this service: cw_ and 38 letters and digits',
    zh: '本服务的完整 API 密钥：cw_ 加 38 个字母和数字',
  },
  CITEWELL_SECRETS_KEY: {
    en: '64 hexadecimal digits, such as the output of openssl rand -hex 32',
    zh: '64 位十六进制数字，可用 openssl rand -hex 32 生成',
  },
} satisfies Record<string, LocalizedMessage>;
