import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { type Config, localUrl, readConfig } from '../platform/config.ts';
import { nodeHttp } from '../platform/process/node-http.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from './io.ts';
import { readOptions, usage } from './options.ts';

/** Milliseconds within which a healthy service has long replied: supervisors ask again after a few seconds. */
const deadlineMs = 4_000;

/**
 * `citewell health`: asks the configured service on this machine whether it accepts requests, as a container's health
 * check does. 0 if it does, otherwise 1.
 */
export async function healthCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { values } = readOptions(argv, { values: ['url'], flags: [] });
  const url = values.url ?? addressOf(readConfig(io.environment));
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw usage(`--url is "${url}": give http(s)://…`, `--url 的值为 "${url}"：请以 http(s)://… 的形式给出`);
  const failure = await ask(url, terminalLanguage(io.environment));
  if (failure) {
    printError(io, failure);
    return 1;
  }
  printMessage(io, { en: `The service at ${url} is ready.`, zh: `${url} 的服务已就绪。` });
  return 0;
}

/**
 * Returns an address of the service on this machine.
 *
 * @throws UsageError if the system chose its port.
 */
function addressOf({ host, port, tls }: Pick<Config, 'host' | 'port' | 'tls'>): string {
  if (port === 0)
    throw usage(
      'CITEWELL_PORT is 0, so the port is unknown; pass --url',
      'CITEWELL_PORT 为 0，端口未知：请用 --url 指定',
    );
  const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return localUrl(loopback[host] ?? host, port, tls !== undefined);
}

/** Returns the problem of the service; undefined if it is ready. */
async function ask(url: string, language: string): Promise<LocalizedMessage | undefined> {
  try {
    const reply = await get(new URL('/readyz', url), language);
    const body = await text(reply);
    if (reply.statusCode === 200) return undefined;
    const said = readError(body);
    return {
      en: `The service at ${url} is not ready (${reply.statusCode})${said && `: ${said}`}`,
      zh: `${url} 的服务尚未就绪（${reply.statusCode}）${said && `：${said}`}`,
    };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return {
      en: `The service at ${url} cannot be reached (${code ?? name}).`,
      zh: `无法连接 ${url} 的服务（${code ?? name}）。`,
    };
  }
}

function get(url: URL, language: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === 'https:' ? requestHttps : nodeHttp.request;
  request(url, {
    headers: { 'accept-language': language },
    signal: AbortSignal.timeout(deadlineMs),
    // The certificate is for the public name, and nothing secret is sent.
    rejectUnauthorized: false,
  })
    .once('response', resolve)
    .once('error', reject)
    .end();
  return promise;
}

/** Returns the reason given by the service; empty if another program replied. */
function readError(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error.slice(0, 500) : '';
  } catch {
    return '';
  }
}
