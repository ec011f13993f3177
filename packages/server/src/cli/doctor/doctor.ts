import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '@citewell/core/text/counted.ts';
import { verifyMailServer } from '../../features/applications/mail/smtp.ts';
import type { Services } from '../../features/services.ts';
import { readTls } from '../../http/server/tls.ts';
import { type Config, ConfigError, readConfig } from '../../platform/config.ts';
import { type LoadServices, loadServices } from '../ask.ts';
import { type CliIo, terminalLanguage } from '../io.ts';
import { readOptions } from '../options.ts';
import { measureClockOffset } from './clock-offset.ts';
import { type Finding, findingMessages, findings } from './doctor-messages.ts';

/** Minimum free space in bytes for a growing library or database. */
const freeMin = 1024 ** 3;
/** Clock offset in milliseconds that affects quotas, sessions and TLS. */
const clockOffsetMax = 60_000;
/** Milliseconds before a certificate expires at which it should have been renewed. */
const certificateLeftMin = 14 * 24 * 60 * 60 * 1_000;
const mailDeadlineMs = 20_000;

/**
 * `citewell doctor`: checks settings, disk, clock, databases, library, sources, models and mail, and says how to fix
 * whatever fails. Sends nothing but probes, and creates no data folder. 0 if nothing fails, 1 if something does not
 * work, 78 for unusable settings.
 */
export async function doctorCommand(
  argv: readonly string[],
  io: CliIo,
  load: LoadServices = loadServices,
): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const language = terminalLanguage(io.environment);
  const found: Finding[] = [];
  const report = (finding: Finding) => {
    found.push(finding);
    if (flags.has('json')) {
      io.out(`${JSON.stringify({ ...finding, ...findingMessages(finding, language) })}\n`);
      return;
    }
    const { says, remedy } = findingMessages(finding, language);
    io.out(`${marks[finding.state]} ${says}\n${remedy === undefined ? '' : `    → ${remedy}\n`}`);
  };
  const config = readConfig(io.environment);
  const certificate = config.tls && readTls(config.tls).cert;
  report(findings.settings());
  if (certificate) report(tryCertificate(new X509Certificate(certificate)));
  const disk = await tryDisk(config);
  report(disk ?? findings.noDataFolder(config.dataDir));
  // If the folder is missing, its name may be mistyped: the rest is tested in a temporary one.
  const temporaryFolder = disk ? undefined : await mkdtemp(join(tmpdir(), 'citewell-doctor-'));
  const environment = { ...io.environment, ...(temporaryFolder && { CITEWELL_DATA_DIR: temporaryFolder }) };
  try {
    const services = await open(() => load(environment), report);
    if (!services) return 1;
    try {
      await tryServices(services, report);
    } finally {
      await services.close();
    }
  } finally {
    if (temporaryFolder) await rm(temporaryFolder, { recursive: true, force: true });
  }
  report(await tryMail(config));
  return found.some(({ state }) => state === 'error') ? 1 : 0;
}

/** Marks at the beginning of a line, which screen readers distinguish as words. */
const marks = { ok: '[ok]  ', warning: '[note]', error: '[FAIL]' } as const;

function tryCertificate({ validToDate }: X509Certificate): Finding {
  const left = validToDate.getTime() - Date.now();
  const day = validToDate.toISOString().slice(0, 10);
  if (left <= 0) return findings.certificateExpired(day);
  return left < certificateLeftMin ? findings.certificateExpires(day) : findings.certificate(day);
}

/** Opens the databases; returns nothing, and reports the failure, if that fails. */
async function open(
  load: () => Promise<Services>,
  report: (finding: Finding) => void,
): Promise<Services | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    report(findings.databaseClosed(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

/** Returns nothing if there is no data folder. */
async function tryDisk({ dataDir }: Config): Promise<Finding | undefined> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    return free < freeMin ? findings.diskFull(dataDir, free) : findings.disk(dataDir, free);
  } catch {
    return undefined;
  }
}

async function tryServices(services: Services, report: (finding: Finding) => void): Promise<void> {
  const { config, health, library, dataFiles, keys } = services;
  report(
    dataFiles.writeFailure() === undefined
      ? findings.database(counted((await keys.list()).length, 'key'), (await keys.list()).length)
      : findings.databaseUnwritable(),
  );
  const offset = await measureClockOffset(config);
  if (offset === undefined) report(findings.clockUnknown());
  else report(Math.abs(offset) > clockOffsetMax ? findings.clockOff(offset) : findings.clock());
  const { records, damaged } = await library.stats();
  if (damaged !== undefined) report(findings.libraryDamaged());
  else report(records === 0 ? findings.libraryEmpty() : findings.library(records));
  for (const { id, configured } of health.list()) {
    if (id === 'library') continue;
    const probed = configured ? await health.probe(id) : undefined;
    if (!probed) {
      if (id === 'writer') report(findings.noModel());
      continue;
    }
    const { failure, durationMs } = probed.probe;
    const { structuredOutput } = probed.dependency;
    report(
      failure === null
        ? findings.reachable(id, durationMs, structuredOutput)
        : findings.unreachable(id, failure),
    );
  }
}

async function tryMail({ smtp }: Config): Promise<Finding> {
  if (smtp === undefined) return findings.noMail();
  const failure = await verifyMailServer(smtp, AbortSignal.timeout(mailDeadlineMs));
  return failure === undefined ? findings.mail() : findings.mailRefused(failure);
}
