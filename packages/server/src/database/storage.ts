import type { Clock } from '@citewell/core/clock.ts';
import type { VerificationReport } from '../accounting/ledger/verify-accounts.ts';
import type { LiteratureCache } from '../literature/sources/cache.ts';
import type { ObservableRateLimiter } from '../literature/sources/remote/rate-limiter.ts';
import type { Disk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import type { AccountsDatabase } from './accounts-database.ts';

/** Database engine and the location of its data. The address of a PostgreSQL database contains a password. */
type DatabaseLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; connections: number };

export type StorageOptions = {
  database: DatabaseLocation;
  quotaTimeZone: string;
  clock: Clock;
  log: Log;
  /** Creates a missing SQLite file (the default); with false, that is an error. */
  create?: boolean;
};

/** State of a process that is stored outside it. On PostgreSQL all of it is shared with the other replicas. */
export type Storage = {
  store: AccountsDatabase;
  /** The disk of the accounts; undefined on PostgreSQL, which manages its own. */
  disk: Disk | undefined;
  /** Recomputes every figure and verifies every chain, while the store remains in use. */
  verify(): Promise<VerificationReport>;
  /**
   * Opens the state that processes share when they query sources: in the same database on PostgreSQL, otherwise in
   * the file at this path.
   */
  openShared(path: string): SharedLiterature;
  close(): Promise<void>;
};

export type SharedLiterature = {
  cache: LiteratureCache;
  /** Creates the limiter of requests to a source, in requests per second over all processes. */
  createLimiter(name: string, startsPerSecond: number): ObservableRateLimiter;
  close(): void | Promise<void>;
};
