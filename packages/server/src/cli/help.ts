import type { Language } from '@citewell/sdk';

const english = `Citewell: answers to medical questions whose every citation is a real record.

  citewell serve                        start the service
  citewell ask "QUESTION"               answer one question here, billed to nobody
      --stream                          show the steps, and the text as it comes
      --json                            print JSON (with --stream: one event a line)
      --lang zh|en                      language of the answer (default: the question's)
      --max-refs N                      references at most, 1 to 30 (default 10)
      --from YEAR  --to YEAR            years of publication

  citewell keys create                  make an API key; it is shown once
      --label TEXT                      what it is for (default "unnamed")
      --modules A,B                     ask_agent, expert_agent, factcheck (default all)
      --daily-quota N|none              calls a day (default 200)
      --balance N                       tokens (default 100,000)
      --expires DATE                    2027-01-31 or 2027-01-31T18:00:00Z (default never)
      --disabled                        refused until enabled
  citewell keys list                    all keys
  citewell keys show ID                 one key
  citewell keys disable|enable ID       takes effect on the next request
  citewell keys topup ID N              add N tokens
      --reason TEXT                     goes into the ledger
      --operation-key TEXT              repeated with the same text, it adds once
  Every keys command takes --json.

  citewell help                         this page
  citewell version                      the version

Settings are CITEWELL_* variables of the environment or of a file .env in this folder; see .env.example.
The keys commands work beside a running service on the same CITEWELL_DATA_DIR.
Exit codes: 0 done, 1 failed, 2 the command line cannot be followed, 78 the settings cannot be used,
130 interrupted.
`;

const chinese = `Citewell：回答医学问题，每一条引文都是真实文献。

  citewell serve                        启动服务
  citewell ask "问题"                   在本机回答一个问题，不计费
      --stream                          显示步骤，并随生成输出文本
      --json                            输出 JSON（与 --stream 合用：每行一个事件）
      --lang zh|en                      回答的语言（默认与问题相同）
      --max-refs N                      参考文献数上限，1 到 30（默认 10）
      --from 年份  --to 年份            发表年份范围

  citewell keys create                  创建 API 密钥；密钥只显示一次
      --label 文本                      用途说明（默认 "unnamed"）
      --modules A,B                     ask_agent、expert_agent、factcheck（默认 all，即全部）
      --daily-quota N|none              每日调用次数，none 为不限（默认 200）
      --balance N                       令牌余额（默认 100,000）
      --expires 日期                    2027-01-31 或 2027-01-31T18:00:00Z（默认永不过期）
      --disabled                        创建后停用，直到启用
  citewell keys list                    列出所有密钥
  citewell keys show ID                 查看一个密钥
  citewell keys disable|enable ID       停用或启用，下一次请求即生效
  citewell keys topup ID N              充值 N 个令牌
      --reason 文本                     原因，记入账本
      --operation-key 文本              以相同文本重复执行时只充值一次
  所有 keys 命令都可加 --json。

  citewell help                         显示本页
  citewell version                      显示版本

设置来自环境变量 CITEWELL_* 或当前目录的 .env 文件，参见 .env.example。
keys 命令可与使用同一 CITEWELL_DATA_DIR 的服务同时运行。
退出码：0 成功，1 失败，2 命令行有误，78 设置无法使用，130 被中断。
`;

/** The one page of help. */
export const help: Record<Language, string> = { en: english, zh: chinese };
