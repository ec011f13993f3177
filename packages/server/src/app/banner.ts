import { type Config, localUrl } from '../platform/config.ts';
import { productName, version } from '../platform/version.ts';

export type BannerFacts = {
  config: Config;
  /** Address at which clients reach the service. */
  url: string;
  /** Address of the administration, if it is served. */
  adminUrl?: string | undefined;
  engine: string;
  /** Number of demonstration records in the library. */
  demonstration: number;
  /** Secret of the key created at the first start. */
  demoKey: string | undefined;
};

/** Formats the text that `serve` prints at startup. The only place a key's secret is ever printed. */
export function banner({ config, url, adminUrl, engine, demonstration, demoKey }: BannerFacts): string {
  const lines = [
    `${productName} ${version} · ${url} · 服务已启动`,
    `  engine   ${describeEngine(engine)}`,
    `  sources  ${config.sources.join(', ')}`,
    `  data     ${config.dataDir}`,
    `  API      ${url}/openapi.json`,
  ];
  if (demonstration > 0)
    lines.push(
      `  NOTE     answers come from ${demonstration} invented demonstration records until PubMed can be reached or you import records`,
      `  注意     在能够连接 PubMed 或导入文献之前，回答取自 ${demonstration} 条虚构的演示记录（citewell library demo off 可移除）`,
    );
  if (adminUrl) lines.push(`  admin    ${adminUrl}/`);
  if (demoKey)
    lines.push(
      '',
      'Your demo key, shown this once (演示密钥，仅显示一次):',
      `  ${demoKey}`,
      'Try it (试一试):',
      `  ${curl(config, url, demoKey)}`,
    );
  return `${lines.join('\n')}\n\n`;
}

function describeEngine(engine: string): string {
  return engine === 'extractive'
    ? 'extractive: quotes the literature, no synthesis (仅摘录文献原文; for a language model set CITEWELL_LLM_MODEL)'
    : engine;
}

function curl({ tls }: Config, url: string, key: string): string {
  const trust = tls ? ` --cacert '${tls.certPath}'` : '';
  const body = JSON.stringify({ question: 'Does metformin lower cardiovascular risk in type 2 diabetes?' });
  return `curl -s${trust} ${url}/ai/api/ask -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** Builds the URL of the service on this machine. */
export function clientUrl({ host, tls }: Config, port: number): string {
  return localUrl(host, port, tls !== undefined);
}
