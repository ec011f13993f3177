import { useState } from 'react';
import { CopyButton, Page } from '../components/common.tsx';
import { Reference } from '../docs/reference.tsx';
import { useText } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';

const samples = (origin: string, question: string, streamed: string) => ({
  curl: `curl -s ${origin}/ai/api/ask \\
  -H 'X-API-Key: cw_…' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ question })}'

# ${streamed}
curl -N ${origin}/ai/api/ask_stream \\
  -H 'X-API-Key: cw_…' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ question })}'`,
  TypeScript: `import { Citewell } from '@citewell/sdk';

const citewell = new Citewell({ baseUrl: '${origin}', apiKey: process.env.CITEWELL_API_KEY });

for await (const { event, data } of citewell.askStream({ question: ${JSON.stringify(question)} })) {
  if (event === 'answer_chunk') process.stdout.write(data.text);
  if (event === 'references') console.log(data.refs);
}`,
  Python: `import json, os, urllib.request

request = urllib.request.Request(
    "${origin}/ai/api/ask",
    data=json.dumps({"question": ${JSON.stringify(question)}}).encode(),
    headers={"X-API-Key": os.environ["CITEWELL_API_KEY"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request, timeout=120) as reply:
    answer = json.load(reply)

print(answer["answer"])
for number, reference in enumerate(answer["references"], 1):
    print(f"[{number}] {reference['title']} PMID {reference['pmid']}")`,
});

export function DocsPage() {
  const t = useText();
  const [language, setLanguage] = useState<keyof ReturnType<typeof samples>>('curl');
  const question = t('Does metformin lower cardiovascular risk?', '二甲双胍能降低心血管风险吗？');
  const all = samples(location.origin, question, t('streamed', '流式返回'));
  return (
    <Page
      title={t('API documentation', 'API 文档')}
      lead={
        <>
          {t('Use this service from your own programs.', '供程序调用的接口。')}{' '}
          <a href="/openapi.json">openapi.json</a>
        </>
      }
    >
      <section>
        <h2>{t('First call', '快速开始')}</h2>
        <p>
          {t(
            'Send your key in the X-API-Key header or as Authorization: Bearer. Never put it in a web page.',
            '密钥放在 X-API-Key 或 Authorization: Bearer 请求头中，切勿写入网页。',
          )}{' '}
          <Link href="/apply">{t('Apply for a key', '申请密钥')}</Link>
        </p>
        <fieldset className="segmented" aria-label={t('Sample language', '示例语言')}>
          {Object.keys(all).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={language === name}
              onClick={() => setLanguage(name as typeof language)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <div className="sample">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
          <pre tabIndex={0}>
            <code>{all[language]}</code>
          </pre>
          <CopyButton text={all[language]} label={t('Copy', '复制')} className="button button-small" />
        </div>
        <p className="fine">
          {t(
            'Errors are JSON with two string fields, error and code; send Accept-Language: zh for messages in Chinese. The tokens charged are reported in the X-Tokens-Charged header and in my_usage.',
            '出错时返回 JSON，含 error 和 code 两个字段；请求头 Accept-Language: zh 时为中文。计费的 Token 数见 X-Tokens-Charged 响应头及 my_usage。',
          )}
        </p>
        <p className="fine">
          {t(
            `Open WebUI, LibreChat, Cherry Studio, Continue and other clients of OpenAI's API use this service as a model: base URL ${location.origin}/v1, with your key.`,
            `Open WebUI、LibreChat、Cherry Studio、Continue 等支持 OpenAI API 的客户端可把本服务用作模型：Base URL 为 ${location.origin}/v1，密钥相同。`,
          )}
        </p>
      </section>
      <section>
        <h2>{t('Reference', '接口参考')}</h2>
        <Reference />
      </section>
    </Page>
  );
}
