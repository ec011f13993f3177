import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { canReadCpu, startProgram } from '../program.ts';
import { freePort, untilOk } from '../ready.ts';
import { chatTarget, completionTarget } from './completion.ts';
import type { Gateway } from './gateway.ts';

const version = '1.106.2';
const folder = fileURLToPath(
  new URL(`../../node_modules/.cache/citewell-bench/litellm-${version}/`, import.meta.url),
);
const program = `${folder}bin/litellm`;
/** Written last, so that an interrupted installation is repeated. */
const complete = `${folder}complete`;
const config = `${folder}bench.json`;
const masterKey = 'sk-bench';
/** The first start compiles some thousand modules. */
const readyWithinMs = 300_000;

/**
 * LiteLLM's proxy in its own virtual environment in the cache folder, from PyPI on first use (700 MB, some minutes). Throws
 * without a Python with venv, if PyPI cannot be reached, or if the CPU time of its process cannot be read.
 */
export async function installLitellm(): Promise<void> {
  if (!canReadCpu) throw new Error('there is no /proc, from which its CPU time is read');
  if (existsSync(complete)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('python3', ['-m', 'venv', folder], { timeout: 120_000 });
  const pip = ['install', '--no-compile', '--no-input', '--disable-pip-version-check', '--quiet'];
  await promisify(execFile)(`${folder}bin/pip`, [...pip, `litellm[proxy]==${version}`], {
    timeout: 900_000,
    maxBuffer: 2 ** 24,
  });
  await writeFile(complete, '');
}

/** One worker with a master key, without a database, which its keys with quotas would require. */
export async function startLitellm(modelUrl: string): Promise<Gateway> {
  const model = { model: 'openai/bench', api_base: `${modelUrl}/v1`, api_key: 'bench' };
  const settings = {
    model_list: [{ model_name: 'bench', litellm_params: model }],
    general_settings: { master_key: masterKey },
    litellm_settings: { telemetry: false },
  };
  // JSON is YAML.
  await writeFile(config, JSON.stringify(settings));
  const port = await freePort();
  const listen = ['--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'];
  const child = startProgram(program, ['--config', config, ...listen], {
    HOME: folder,
    // Uses the prices in the package instead of downloading them.
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    LITELLM_LOG: 'ERROR',
    LITELLM_MODE: 'PRODUCTION',
    NO_PROXY: '*',
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilOk(`${url}/health/liveliness`, child, readyWithinMs);
  } catch (error) {
    await child.stop();
    throw error;
  }
  const headers = { authorization: `Bearer ${masterKey}` };
  return { name: 'LiteLLM', child, target: completionTarget(url, headers), chat: chatTarget(url, headers) };
}
