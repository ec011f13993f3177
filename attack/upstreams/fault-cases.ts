import { europepmcFaults } from '../../packages/simulators/src/europepmc/europepmc-faults.ts';
import { llmFaults } from '../../packages/simulators/src/llm/llm-faults.ts';
import { eutilsFaults } from '../../packages/simulators/src/pubmed/eutils-faults.ts';
import type { Simulators } from '../stand.ts';

/** Fault of a service that Citewell uses, with the others that must fail for it to matter. */
export type FaultCase = {
  of: 'PubMed' | 'Europe PMC' | 'model';
  mode: string;
  /** Marks slow cases: a stream that stops midway, a reply sent in single bytes. */
  isLong: boolean;
};

const long = new Set(['stall', 'slow']);

/**
 * Lists every fault of the simulators. Those of Europe PMC are tested with PubMed down, or hanging if Europe PMC hangs,
 * because it is not used otherwise.
 */
export const faultCases: readonly FaultCase[] = [
  ...Object.keys(eutilsFaults).map((mode) => ({ of: 'PubMed' as const, mode, isLong: false })),
  ...Object.keys(europepmcFaults).map((mode) => ({ of: 'Europe PMC' as const, mode, isLong: false })),
  ...Object.keys(llmFaults).map((mode) => ({ of: 'model' as const, mode, isLong: long.has(mode) })),
];

/** Switches the fault on at its simulator, which keeps it until `clearFaults`. */
export async function setFault(
  { of, mode }: FaultCase,
  { eutils, europepmc, llm }: Simulators,
): Promise<void> {
  if (of === 'PubMed') await control(eutils, 'POST', { mode, delayMs: 60_000 });
  if (of === 'Europe PMC') {
    await control(eutils, 'POST', { mode: mode === 'hang' ? mode : 'router-502' });
    await control(europepmc, 'POST', { mode, delayMs: 60_000 });
  }
  if (of === 'model') await control(llm, 'POST', { mode, at: 2 });
}

export async function clearFaults({ eutils, europepmc, llm }: Simulators): Promise<void> {
  for (const simulator of [eutils, europepmc, llm]) await control(simulator, 'DELETE');
}

async function control(url: string, method: string, fault?: object): Promise<void> {
  const body = fault ? { body: JSON.stringify(fault) } : {};
  const reply = await fetch(`${url}/__fault`, { method, ...body });
  if (!reply.ok) throw new Error(`${url}: ${await reply.text()}`);
}
