import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import type { Target } from '../load.ts';
import { startCitewell } from '../targets/citewell.ts';
import { completionTarget } from '../targets/completion.ts';
import { installPortkey, startPortkey } from '../targets/portkey.ts';

/** Something between the clients and the model: its process, and what to send it. */
export type Gateway = { name: string; child: Child; target: Target };

/** All processes of a run. */
export type Stand = {
  model: Child;
  load: Child;
  /** The model itself, with nothing between. */
  direct: Target;
  passThrough: Gateway;
  /** Undefined where it could not be installed. */
  portkey: Gateway | undefined;
  citewell: Gateway;
  /** Gateways that are installed, in the order in which they take turns. */
  gateways: Gateway[];
};

export const question = 'Does metformin lower cardiovascular mortality in type 2 diabetes?';

/** Starts everything; `stack` ends it. `skipped` is called with the reason where a peer is left out. */
export async function startStand(
  stack: AsyncDisposableStack,
  skipped: (reason: string) => void,
): Promise<Stand> {
  const start = (module: string) => keep(startChild(new URL(module, import.meta.url)));
  const keep = <Stoppable extends { stop(): Promise<void> }>(child: Stoppable): Stoppable =>
    stack.adopt(child, () => child.stop());

  const model = start('../mock-model.ts');
  const load = start('../load.ts');
  const modelUrl = `http://127.0.0.1:${await model.ask<number>('listen')}`;

  const pass = start('../targets/pass-through.ts');
  const passUrl = `http://127.0.0.1:${await pass.ask<number>('listen', modelUrl)}`;
  const passThrough = { name: 'pass-through', child: pass, target: completionTarget(passUrl) };

  const portkey = (await tryInstall(skipped)) ? await startPortkey(modelUrl) : undefined;
  if (portkey) keep(portkey.child);

  const service = keep(
    await startCitewell({
      // Where the service keeps it, too: else the bench's own probe brings Node's TypeScript compiler into its memory.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      CITEWELL_SOURCES: 'library',
      CITEWELL_LLM_PROVIDER: 'openai-compatible',
      CITEWELL_LLM_BASE_URL: `${modelUrl}/v1`,
      CITEWELL_LLM_MODEL: 'bench',
    }),
  );
  const { child, url, headers } = service;
  const body = JSON.stringify({ question, lang: 'en' });
  const citewell = { name: 'Citewell', child, target: { url: `${url}/ai/api/ask_stream`, headers, body } };

  const gateways = [passThrough, portkey, citewell].filter((gateway) => gateway !== undefined);
  return { model, load, direct: completionTarget(modelUrl), passThrough, portkey, citewell, gateways };
}

async function tryInstall(skipped: (reason: string) => void): Promise<boolean> {
  try {
    await installPortkey();
    return true;
  } catch (error) {
    skipped(`Portkey is SKIPPED, it could not be installed: ${String(error).slice(0, 300)}`);
    return false;
  }
}

/** Waits for upstream calls a gateway left running, so that the next one is not measured with them. */
export async function untilQuiet(model: Child): Promise<void> {
  while ((await model.ask<number>('open')) > 0) await delay(50);
}
