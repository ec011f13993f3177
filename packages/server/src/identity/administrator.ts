import { ServiceError } from '@citewell/core/errors.ts';
import type { Attribution } from '../audit/audit.ts';
import type { Passwords } from './password.ts';

/** Roles: an operator may do everything, an auditor may read everything. */
export const roles = ['operator', 'auditor'] as const;
export type Role = (typeof roles)[number];

export type Administrator = {
  name: string;
  role: Role;
  status: 'enabled' | 'disabled';
  createdAt: number;
  passwordSetAt: number;
};

type AdministratorRecord = { name: string; role: Role; passwordHash: string };

type SessionRecord = {
  hash: Uint8Array;
  administrator: Administrator;
  createdAt: number;
  usedAt: number;
};

/** A limit on attempts: where they are counted, and the delay before the next one. */
export type AttemptLimit = {
  bucket: Uint8Array;
  /** Period over which attempts are counted: at most `attemptsRetentionMs`. */
  windowMs: number;
  /** Returns the milliseconds to wait after these attempts, oldest first; 0 or less for none. */
  waitMs(tries: readonly number[], now: number): number;
};

/**
 * Stores administrators and their sessions. Every change commits together with its audit entry. Methods resolve to
 * undefined for an administrator who does not exist. Times are epoch milliseconds.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
 * @example
 * const administrator = await store.findAdministrator('mei');
 * if (administrator) await store.setAdministratorStatus('mei', 'disabled', by);
 */
export interface AdministratorStore {
  /** Adds an administrator; undefined if the name is taken. */
  addAdministrator(record: AdministratorRecord, by: Attribution): Promise<Administrator | undefined>;
  /** Lists administrators by name. */
  listAdministrators(): Promise<Administrator[]>;
  /** Finds an administrator with the hash of the password. */
  findAdministrator(name: string): Promise<(Administrator & { passwordHash: string }) | undefined>;
  /** Enables or disables an administrator; disabling ends the sessions. */
  setAdministratorStatus(
    name: string,
    status: Administrator['status'],
    by: Attribution,
  ): Promise<Administrator | undefined>;
  /** Sets the password and ends the sessions. */
  setPassword(name: string, passwordHash: string, by: Attribution): Promise<Administrator | undefined>;

  /** Starts a session that replaces the one with the hash `replaces`, stores the network of the sign-in, and deletes expired
   *  sessions. Undefined if the administrator was disabled or given another password since `passwordHash` was read. */
  openSession(
    session: {
      hash: Uint8Array;
      name: string;
      passwordHash: string;
      /** SHA-256 of the network: purged after `networksRetentionMs`, or with the password. */
      network: Uint8Array;
      replaces?: Uint8Array | undefined;
    },
    by: Attribution,
  ): Promise<Administrator | undefined>;
  /** Finds a session, expired or not: see session.ts. */
  findSession(hash: Uint8Array): Promise<SessionRecord | undefined>;
  /** Records that a session is used now. */
  useSession(hash: Uint8Array): Promise<void>;
  /** Ends a session; does nothing if it has ended. */
  endSession(hash: Uint8Array, by: Attribution): Promise<void>;
  /** Returns true if a sign-in of the administrator from this network, identified by its SHA-256, is stored. */
  hasSignedInFrom(name: string, network: Uint8Array): Promise<boolean>;
  /** Counts an attempt in every bucket; if one requires a delay, counts it in none and returns the milliseconds to wait. */
  countTry(limits: readonly AttemptLimit[]): Promise<number | undefined>;
}

export type Administrators = ReturnType<typeof createAdministrators>;

/** Creates the management of administrators. Throws invalid_request, not_found, conflict. */
export function createAdministrators(store: AdministratorStore, passwords: Passwords) {
  return {
    async add(
      input: { name: string; role: Role; password: string },
      by: Attribution,
    ): Promise<Administrator> {
      const name = readName(input.name);
      const passwordHash = await passwords.hash(input.password);
      const added = await store.addAdministrator({ name, role: input.role, passwordHash }, by);
      if (!added)
        throw new ServiceError('conflict', {
          detail: {
            en: `An administrator "${name}" already exists.`,
            zh: `管理员 "${name}" 已存在。`,
          },
        });
      return added;
    },
    list: () => store.listAdministrators(),
    async setStatus(name: string, status: Administrator['status'], by: Attribution): Promise<Administrator> {
      return known(name, await store.setAdministratorStatus(plainName(name), status, by));
    },
    async setPassword(name: string, password: string, by: Attribution): Promise<Administrator> {
      const passwordHash = await passwords.hash(password);
      return known(name, await store.setPassword(plainName(name), passwordHash, by));
    },
  };
}

const wellFormedName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@-]{0,63}$/u;

/** Normalizes a name for storage and comparison. */
export function plainName(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function readName(text: string): string {
  const name = plainName(text);
  if (wellFormedName.test(name)) return name;
  throw new ServiceError('invalid_request', {
    detail: {
      en: 'A name must have 1 to 64 letters or digits, in any script, with ". _ - @" allowed between them.',
      zh: '名称应为 1 到 64 个字母、汉字或数字，其间可用 ". _ - @"。',
    },
  });
}

function known(name: string, administrator: Administrator | undefined): Administrator {
  if (administrator) return administrator;
  throw new ServiceError('not_found', {
    detail: { en: `No administrator is named "${name}".`, zh: `没有名为 "${name}" 的管理员。` },
  });
}
