import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { productName } from '../../platform/version.ts';
import { noteFacts } from '../guards/request-facts.ts';

/** A small page in both languages, without scripts, and with at most one form with one button. */
export type Page = {
  title: LocalizedMessage;
  text: LocalizedMessage[];
  /** Text to copy, displayed separately. */
  code?: string;
  form?: { action: string; token: string; button: LocalizedMessage };
};

/** Returns headers that prevent requests to other origins. `forms`: true if the page sends forms to us. */
export function pageHeaders(forms: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action ${forms ? "'self'" : "'none'"}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}

/** Returns a route handler that replies with a page to browsers and with JSON to programs, errors included. */
export function pageOrJson<Request extends FastifyRequest>(
  work: (request: Request) => Promise<{ page: Page; json: unknown }>,
): (request: Request, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    // URLs and replies contain tokens.
    reply.header('Cache-Control', 'no-store');
    if (!wantsPage(request.headers.accept)) return reply.send((await work(request)).json);
    try {
      return sendPage(reply, (await work(request)).page);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      noteFacts(request, { code: error.message });
      return sendPage(reply.code(error.status).headers(error.headers), errorPage(error));
    }
  };
}

/** Returns true for browsers, which name text/html; clients that name nothing, or any type, are programs. */
function wantsPage(accept = ''): boolean {
  const quality = (type: string) => {
    const range = accept.split(',').find((part) => part.trim().toLowerCase().startsWith(type));
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1);
  };
  return quality('text/html') > quality('application/json');
}

function errorPage(error: ServiceError): Page {
  return {
    title: { en: 'Something went wrong', zh: '操作未成功' },
    text: [{ en: error.body('en').error, zh: error.body('zh').error }],
  };
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(pageHeaders(true)).type('text/html; charset=utf-8').send(render(page));
}

function render({ title, text, code, form }: Page): string {
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title.en)} · ${productName}</title>`,
    '<link rel="stylesheet" href="../start.css">',
    '</head>',
    '<body>',
    '<main>',
    `<h1>${both(title)}</h1>`,
    ...text.map(({ en, zh }) => `<p>${escapeHtml(en)}</p>\n<p lang="zh">${escapeHtml(zh)}</p>`),
    ...(code === undefined ? [] : [`<pre><code>${escapeHtml(code)}</code></pre>`]),
    ...(form
      ? [
          `<form method="post" action="${escapeHtml(form.action)}">`,
          `<input type="hidden" name="token" value="${escapeHtml(form.token)}">`,
          `<button>${both(form.button)}</button>`,
          '</form>',
        ]
      : []),
    '</main>',
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

function both({ en, zh }: LocalizedMessage): string {
  return `${escapeHtml(en)} <span lang="zh">${escapeHtml(zh)}</span>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
