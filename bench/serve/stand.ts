import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import type { Target } from '../load.ts';
import { startCitewell } from '../targets/citewell.ts';
import { chatTarget, completionTarget, greeting } from '../targets/completion.ts';
import type { Gateway } from '../targets/gateway.ts';
import { installLitellm, startLitellm } from '../targets/litellm.ts';
import { installPortkey, startPortkey } from '../targets/portkey.ts';

/** All processes of a run. */
export type Stand = {
  model: Child;
  load: Child;
  /** The model itself, without a gateway. */
  direct: Target;
  passThrough: Gateway;
  /** Portkey; undefined if it could not be installed. */
  portkey: Gateway | undefined;
  citewell: Gateway;
  /** Installed gateways in the order of measurement, without LiteLLM. */
  gateways: Gateway[];
  /** Installed gateways, with LiteLLM if requested, for loads that one process of it can handle. */
  withLitellm: Gateway[];
};

export const question = 'Does metformin lower cardiovascular mortality in type 2 diabetes?';

/** Starts everything, LiteLLM only if requested; `stack` ends it. `skipped` is called with the reason if a peer is omitted. */
export async function startStand(
  stack: AsyncDisposableStack,
  skipped: (reason: string) => void,
  wantsLitellm: boolean,
): Promise<Stand> {
  const start = (module: string) => keep(startChild(new URL(module, import.meta.url)));
  const keep = <Stoppable extends { stop(): Promise<void> }>(child: Stoppable): Stoppable =>
    stack.adopt(child, () => child.stop());

  const model = start('../mock-model.ts');
  const load = start('../load.ts');
  const modelUrl = `http://127.0.0.1:${await model.ask<number>('listen')}`;

  const pass = start('../targets/pass-through.ts');
  const passUrl = `http://127.0.0.1:${await pass.ask<number>('listen', modelUrl)}`;
  const passThrough = {
    ...{ name: 'pass-through', child: pass },
    ...{ target: completionTarget(passUrl), chat: chatTarget(passUrl) },
  };

  const portkey = (await tryInstall('Portkey', installPortkey, skipped))
    ? await startPortkey(modelUrl)
    : undefined;
  if (portkey) keep(portkey.child);
  const litellm =
    wantsLitellm && (await tryInstall('LiteLLM', installLitellm, skipped))
      ? await startLitellm(modelUrl)
      : undefined;
  if (litellm) keep(litellm.child);

  const service = keep(
    await startCitewell({
      // In the same place as the service's, otherwise the bench's own probe brings Node's TypeScript compiler into its
      // memory.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      CITEWELL_SOURCES: 'library',
      CITEWELL_LLM_PROVIDER: 'openai-compatible',
      CITEWELL_LLM_BASE_URL: `${modelUrl}/v1`,
      CITEWELL_LLM_MODEL: 'bench',
    }),
  );
  const { child, url, headers } = service;
  const body = JSON.stringify({ question, lang: 'en' });
  const chat = (fields: object): Target => ({
    ...{ url: `${url}/ai/api/avatar_chat`, headers },
    body: JSON.stringify({ message: greeting, ...fields }),
  });
  const citewell = {
    ...{ name: 'Citewell', child, target: { url: `${url}/ai/api/ask_stream`, headers, body } },
    chat: { whole: chat({}), streamed: chat({ stream: true }) },
  };

  const present = (some: (Gateway | undefined)[]) => some.filter((gateway) => gateway !== undefined);
  return {
    ...{ model, load, direct: completionTarget(modelUrl), passThrough, portkey, citewell },
    gateways: present([passThrough, portkey, citewell]),
    withLitellm: present([passThrough, portkey, litellm, citewell]),
  };
}

async function tryInstall(
  name: string,
  install: () => Promise<void>,
  skipped: (reason: string) => void,
): Promise<boolean> {
  try {
    await install();
    return true;
  } catch (error) {
    skipped(`${name} is SKIPPED, it could not be installed: ${String(error).slice(0, 300)}`);
    return false;
  }
}

/** Waits for upstream calls that a gateway left running, so that the next one is not measured with them. */
export async function untilQuiet(model: Child): Promise<void> {
  while ((await model.ask<number>('open')) > 0) await delay(50);
}
