import { citationStyles, exportFormats } from '@citewell/sdk/bibliography';
import { type Language, sourceNames } from '@citewell/sdk/protocol';
import { listedByDefault } from '../accounting/operator-store.ts';
import { installedFile } from '../platform/installed-file.ts';

const recordFormats = [...Object.keys(exportFormats), ...Object.keys(citationStyles)];
const recordExtensions = Object.values(exportFormats)
  .map(({ extension }) => `.${extension}`)
  .filter((extension) => extension !== '.json');
const [firstExtensions, lastExtension] = [recordExtensions.slice(0, -1), recordExtensions.at(-1)];

const english = `Citewell: answers medical questions with citations to real records.

  citewell serve                        start the service
  citewell doctor                       check settings, certificate, disk, clock, databases, sources, models and e-mail
      --json                            print one line per check
  citewell health                       check that the service accepts requests; exits with 1 if not
      --url URL                         its address (default: this machine, as configured)
  citewell completions bash|zsh|fish    print a shell completion script
  citewell ask "QUESTION"               answer one question locally, not billed
      --stream                          show the steps, and the text as it is generated
      --json                            print JSON (with --stream: one event per line)
      --lang zh|en                      language of the answer (default: that of the question)
      --max-refs N                      maximum number of references, 1 to 30 (default 10)
      --from YEAR  --to YEAR            range of publication years
      --attach FILE                     attach a .docx, .md or .txt file to the question
      -o FILE                           write to a .docx, .md, .html or .json file; the references to ${firstExtensions.join(', ')} or ${lastExtension}
      --format NAME                     ${recordFormats.join(', ')}; markdown, html, docx, json
      --no-full-text                    use abstracts only; do not read full texts
  citewell review "TOPIC"               write a structured review locally, not billed
      -o FILE, --format NAME            as for ask (default: Markdown to the terminal)
      --json                            print JSON
      --screening                       export every record screened, with its decision (record formats and JSON)
      --lang, --from, --to, --no-full-text; --max-refs N (default 20)

  citewell check batch FILE.csv         check every sentence against the record it cites: columns sentence, pmid
  citewell check manuscript FILE        check every citation of a draft: .md, .txt or .docx with its reference list
      -                                 in place of FILE: read standard input
      --csv FILE  --markdown FILE  --docx FILE  write reports
      --resume                          continue the report given with --csv
      --format NAME, -o FILE            export the cited records with their results, as for ask
      --jobs N                          sentences checked in parallel, 1 to 16 (default 4)
      --no-full-text                    use abstracts only; do not read full texts
      --json                            print one line per citation

  citewell mcp                          serve the Model Context Protocol on standard input and output
      --url URL                         the running service (default CITEWELL_URL or http://127.0.0.1:8787)
      The key is read from CITEWELL_API_KEY; each tool call is billed as an API call.

  citewell keys create                  create an API key; it is shown only once
      --label TEXT                      purpose of the key (default "unnamed")
      --modules A,B                     ask_agent, expert_agent, factcheck (default all)
      --daily-quota N|none              calls per day (default 200)
      --max-running N|default           concurrent calls (default CITEWELL_KEY_RUNNING_CALLS)
      --balance N                       tokens (default 100,000)
      --expires DATE                    2027-01-31 or 2027-01-31T18:00:00Z (default never)
      --owner EMAIL                     owner of the key
      --disabled                        create the key disabled
  citewell keys list                    list all keys
  citewell keys search TEXT             find keys by label, owner, hint or id
      --status enabled|disabled
  citewell keys show ID                 show one key and the hints of its secrets
  citewell keys update ID               change the options given, keep the rest
      --label, --owner EMAIL|none, --modules, --daily-quota, --max-running, --expires DATE|never
  citewell keys disable|enable ID       takes effect on the next request
  citewell keys reissue ID              reissue the key; the new secret is shown only once
      --reason TEXT
      --grace 24h|3d                    how long the old secret remains valid, up to 7d (default 0)
      --leaked                          revoke all earlier secrets immediately
  citewell keys topup ID N              add N tokens
      --reason TEXT                     recorded in the ledger
      --operation-key TEXT              tokens are added only once per operation key
  citewell keys adjust ID               adjust the balance
      --amount N                        tokens, negative to deduct: --amount -500
      --reason TEXT  --operation-key TEXT
  All keys commands take --json; those that change something take --reason for the audit log.

  citewell calls list                   list running calls with their age and holds
      --key ID
  citewell calls release ID             stop a call and release its hold
      --reason TEXT
  citewell ledger verify                recompute every figure and verify every hash chain; exits with 1 on error
  citewell audit list                   list who changed what, newest first
      --actor A  --action A  --target T for example cli:root, key.update (or key), a key id
      --from DATE  --to DATE
      --limit N  --csv                  default ${listedByDefault}; CSV has all entries
  All of these take --json.

  citewell admin add NAME               add an administrator (CITEWELL_ADMIN_PORT)
      --role operator|auditor           auditors can view everything but change nothing
      --password-stdin                  read the password from standard input instead of prompting
  citewell admin list
  citewell admin disable|enable NAME    disabling ends all sessions
  citewell admin set-password NAME      set a new password and end all sessions
      --password-stdin

  citewell applications list            list key applications, pending ones first
      --state STATE  --search TEXT      submitted, confirmed, approved, rejected, withdrawn
      --limit N                         default ${listedByDefault}
  citewell applications show ID         show one application and its e-mails
  citewell applications approve ID      create the key and e-mail it
      --modules A,B                     default: the modules applied for
      --label, --daily-quota, --balance, --expires as for keys create
  citewell applications reject ID       reject the application and e-mail the reason
      --reason TEXT
  citewell applications resend ID       retry a failed e-mail, or send a new link to an unclaimed key
  All but resend take --json.

  citewell outbox list                  list e-mails to applicants, newest first, without their contents
      --state STATE  --application ID   waiting, sent, failed
      --limit N                         default ${listedByDefault}
  citewell outbox resend ID             retry an e-mail that was not sent
      --reason TEXT
  Both take --json.

  citewell usage KEY_ID                 show what a key has used and what is left
      --from DATE  --to DATE            days in the quota time zone (default the last 30)
      --group-by day|endpoint|model     default day
      --endpoint NAME  --outcome NAME   only matching calls
      --json                            the reply of my_usage, with the newest 50 records
      --csv                             all records

  citewell library ingest FILE|DIR|-…   import records: PubMed XML, MEDLINE text (.nbib) or JSON lines, optionally .gz
      --resume                          skip what has already been imported
      --dry-run                         report what would be rejected, without writing anything
      --jobs N  --batch N               files read in parallel (default 1), records per transaction (default 4,000)
      --priority normal|low             low (default): other work on this machine goes first
  citewell library sync                 download missing PubMed files (CITEWELL_PUBMED_FILES_URL)
  citewell library embed                compute vectors for records that have none (CITEWELL_EMBEDDING_MODEL)
      --json                            the result as JSON
  citewell library add --query "…"      import the results of a PubMed search, in PubMed syntax
      --limit N                         up to 9,999 (default 1,000)
  citewell library add --pmids A,B|-    import these PubMed records
  citewell library refresh              add missing bibliographic details (volume, issue, pages, …)
      --json                            progress and result as JSON lines
  citewell library stats                show the number of records, newest record, last sync and size
  citewell library show PMID            show one record
  citewell library export               export all records as JSON lines, by PMID
      --format jsonl
  citewell library verify               recompute the index from the records; exits with 1 on a mismatch
  citewell library compact              merge the index into one segment and free disk space
  citewell library rebuild              rebuild the OpenSearch library while it stays searchable
  citewell library snapshot FILE        copy the library into a new file, at any time (SQLite)
  citewell library demo on|off          add or remove the invented demonstration records
  citewell library create               create a new library, in OpenSearch or if the old file is lost
      --replace                         if it is damaged: its file is kept as library.db.damaged
  citewell search "QUESTION"            list the ranked records an answer would be based on
      --questions FILE                  read lines of {"id": …, "question": "…"} instead
      --limit N                         1 to 100 (default 10)
      --sources A,B                     ${sourceNames.join(', ')} (default library)
      --format NAME, -o FILE            the records, as for ask
  add, stats, show and search take --json.

  citewell backup FILE                  copy the accounts into a new file, at any time (SQLite)

  citewell help                         show this page
  citewell version                      show the version

Settings are CITEWELL_* environment variables or lines in a .env file in this folder, for which
${installedFile('.env.example')} is a template. The operator's documentation is in
${installedFile('docs/operator')}.
Commands for keys, applications, calls and the ledger can run while a service uses the same database.
Exit codes: 0 success, 1 failure, 2 invalid command line, 7 a citation deviates, 78 invalid settings,
130 interrupted, 141 output closed by its reader.
`;

const chinese = `Citewell：回答医学问题，每一条引文都是真实文献。

  citewell serve                        启动服务
  citewell doctor                       检查设置、证书、磁盘、时钟、数据库、文献来源、模型和邮件
      --json                            每项检查输出一行 JSON
  citewell health                       检查服务是否就绪；未就绪时退出码为 1
      --url URL                         服务地址（默认按设置取本机地址）
  citewell completions bash|zsh|fish    输出用于命令补全的脚本
  citewell ask "问题"                   在本机回答一个问题，不计费
      --stream                          显示步骤，并边生成边输出文本
      --json                            输出 JSON（与 --stream 合用：每行一个事件）
      --lang zh|en                      回答的语言（默认与问题相同）
      --max-refs N                      参考文献数上限，1 到 30（默认 10）
      --from 年份  --to 年份            发表年份范围
      --attach FILE                     附加 .docx、.md 或 .txt 文件，其文本随问题一并使用
      -o 文件                           写入 .docx、.md、.html 或 .json；参考文献写入 ${firstExtensions.join('、')} 或 ${lastExtension}
      --format 格式                     ${recordFormats.join('、')}；markdown、html、docx、json
      --no-full-text                    仅读取摘要，不查阅开放获取全文
  citewell review "主题"                在本机撰写结构化综述，不计费
      -o 文件，--format 格式            同 ask（默认在终端输出 Markdown）
      --json                            输出 JSON
      --screening                       输出检出的全部记录及其筛选结果（文献格式和 JSON）
      --lang、--from、--to、--no-full-text；--max-refs N（默认 20）

  citewell check batch 文件.csv         逐句对照所引文献核查：列名 sentence、pmid
  citewell check manuscript 文件        核查稿件的全部引文：.md、.txt 或 .docx，含参考文献列表
      -                                 作为文件名时读取标准输入
      --csv 文件  --markdown 文件  --docx 文件  写出报告
      --resume                          在 --csv 的报告基础上继续
      --format 格式，-o 文件            输出所引文献及其核查结果，同 ask
      --jobs N                          同时核查的句子数，1 到 16（默认 4）
      --no-full-text                    仅读取摘要，不查阅开放获取全文
      --json                            每处引文一行

  citewell mcp                          通过标准输入输出提供 Model Context Protocol 服务
      --url URL                         正在运行的服务（默认 CITEWELL_URL 或 http://127.0.0.1:8787）
      密钥取自 CITEWELL_API_KEY；每次工具调用按一次 API 调用计费。

  citewell keys create                  创建 API 密钥；密钥只显示一次
      --label 文本                      用途说明（默认 "unnamed"）
      --modules A,B                     ask_agent、expert_agent、factcheck（默认 all，即全部）
      --daily-quota N|none              每日调用次数，none 为不限（默认 200）
      --max-running N|default           可同时运行的调用数（默认 CITEWELL_KEY_RUNNING_CALLS）
      --balance N                       Token 余额（默认 100,000）
      --expires 日期                    2027-01-31 或 2027-01-31T18:00:00Z（默认永不过期）
      --owner 邮箱                      所有者
      --disabled                        创建后停用，直到启用
  citewell keys list                    列出所有密钥
  citewell keys search 文本             按名称、所有者、密钥片段或 ID 查找
      --status enabled|disabled
  citewell keys show ID                 查看一个密钥及其历次密钥的片段
  citewell keys update ID               更改给出的项，其余不变
      --label、--owner 邮箱|none、--modules、--daily-quota、--max-running、--expires 日期|never
  citewell keys disable|enable ID       停用或启用，下一次请求即生效
  citewell keys reissue ID              重新签发密钥；新密钥只显示一次
      --reason 文本                     原因
      --grace 24h|3d                    旧密钥继续有效的时间，最长 7d（默认 0）
      --leaked                          已泄露：立即吊销所有旧密钥
  citewell keys topup ID N              充值 N 个 Token
      --reason 文本                     原因，记入账本
      --operation-key 文本              以相同文本重复执行时只充值一次
  citewell keys adjust ID               调整余额
      --amount N                        Token 数，负数表示扣减：--amount -500
      --reason 文本  --operation-key 文本
  所有 keys 命令都可加 --json；作更改的命令可加 --reason，记入审计日志。

  citewell calls list                   进行中的调用，含已运行时间与预留
      --key ID
  citewell calls release ID             停止一次调用并释放其预留
      --reason 文本
  citewell ledger verify                重新核算全部数字与哈希链；不符时退出码为 1
  citewell audit list                   审计日志：谁更改了什么，最新的在前
      --actor A  --action A  --target T 例如 cli:root、key.update（或 key）、密钥 ID
      --from 日期  --to 日期
      --limit N  --csv                  默认 ${listedByDefault} 条；CSV 为全部
  以上命令均可加 --json。

  citewell admin add 用户名             添加管理员（CITEWELL_ADMIN_PORT）
      --role operator|auditor           auditor 可查看全部内容，不能作任何更改
      --password-stdin                  从标准输入读取密码，而不在终端询问
  citewell admin list
  citewell admin disable|enable 用户名   停用会结束其所有会话
  citewell admin set-password 用户名     设置新密码，并结束其所有会话
      --password-stdin

  citewell applications list            列出密钥申请，待审批的在前
      --state 状态  --search 文本       submitted、confirmed、approved、rejected、withdrawn
      --limit N                         默认 ${listedByDefault}
  citewell applications show ID         查看一份申请及其邮件
  citewell applications approve ID      创建密钥并邮件通知申请人
      --modules A,B                     默认为申请的模块
      --label、--daily-quota、--balance、--expires 同 keys create
  citewell applications reject ID       拒绝申请并邮件告知原因
      --reason 文本
  citewell applications resend ID       重发失败的邮件，或为未领取的密钥发送新链接
  除 resend 外均可加 --json。

  citewell outbox list                  发给申请人的邮件，最新的在前，不含内容
      --state 状态  --application ID    waiting、sent、failed
      --limit N                         默认 ${listedByDefault}
  citewell outbox resend ID             重新发送未送达的邮件
      --reason 文本
  均可加 --json。

  citewell usage KEY_ID                 一个密钥的用量与剩余额度
      --from 日期  --to 日期            配额时区的日期范围（默认最近 30 天）
      --group-by day|endpoint|model     按天、接口或模型汇总（默认按天）
      --endpoint 名称  --outcome 名称   只统计这些调用
      --json                            my_usage 的回复，含最近 50 条记录
      --csv                             全部记录

  citewell library ingest 文件|目录|-…  导入文献：PubMed XML、MEDLINE 文本（.nbib）或 JSON 行，可为 .gz
      --resume                          从已导入处继续
      --dry-run                         试运行：不写入，仅说明哪些会被拒绝
      --jobs N  --batch N               同时读取的文件数（默认 1）、每个事务的文献数（默认 4,000）
      --priority normal|low             low（默认）：本机其他任务优先
  citewell library sync                 获取尚缺的 PubMed 文件（CITEWELL_PUBMED_FILES_URL）
  citewell library embed                为尚无向量的文献生成向量（CITEWELL_EMBEDDING_MODEL）
      --json                            以 JSON 输出结果
  citewell library add --query "…"      导入 PubMed 的检索结果（PubMed 语法）
      --limit N                         最多 9,999（默认 1,000）
  citewell library add --pmids A,B|-    导入这些 PubMed 文献
  citewell library refresh              为缺少卷、期、页码等题录信息的文献补全信息
      --json                            以 JSON 行输出进度和结果
  citewell library stats                文献数、最新文献、最近同步、大小
  citewell library show PMID            一篇文献
  citewell library export               按 PMID 顺序将全部文献导出为 JSON 行
      --format jsonl
  citewell library verify               由文献重新计算并校验索引；不符时退出码为 1
  citewell library compact              合并索引并释放空间
  citewell library rebuild              在不中断检索的情况下重写 OpenSearch 中的文献库
  citewell library snapshot 文件        随时将文献库复制到新文件（SQLite）
  citewell library demo on|off          装入或移除虚构的演示记录
  citewell library create               新建文献库：用于 OpenSearch，或原有文件已丢失时
      --replace                         原有文件已损坏时使用：改名为 library.db.damaged 保留
  citewell search "问题"                可用于回答的文献，按相关度排序
      --questions 文件                  改为逐行读取 {"id": …, "question": "…"}
      --limit N                         1 到 100（默认 10）
      --sources A,B                     ${sourceNames.join('、')}（默认 library）
      --format 格式，-o 文件            输出文献，同 ask
  add、stats、show 与 search 可加 --json。

  citewell backup 文件                  随时将全部账户数据备份到新文件（SQLite）

  citewell help                         显示本页
  citewell version                      显示版本

设置来自环境变量 CITEWELL_* 或当前目录的 .env 文件，模板为 ${installedFile('.env.example')}；
运维文档（英文）见 ${installedFile('docs/operator')}。
密钥、申请、调用与账本的各项命令均可与使用同一数据库的服务同时运行。
退出码：0 成功，1 失败，2 命令行有误，7 有引文存在偏差，78 设置无效，130 被中断，141 输出已被读取方关闭。
`;

/** Complete help page. */
export const help: Record<Language, string> = { en: english, zh: chinese };
