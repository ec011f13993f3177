import { ServiceError } from '@citewell/core/errors.ts';
import type { Attribution } from '../audit/audit.ts';
import type { Passwords } from './password.ts';

/** An operator may do everything, an auditor look at everything. */
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

/** A place where tries are counted, and how long they keep the next one waiting. */
export type AttemptLimit = {
  bucket: Uint8Array;
  /** Period over which attempts are counted: at most `attemptsRetentionMs`. */
  windowMs: number;
  /** Milliseconds to wait after these tries, oldest first; 0 or less: none. */
  waitMs(tries: readonly number[], now: number): number;
};

/**
 * Stores administrators and their sessions. Every change commits together with its audit entry. Methods resolve to
 * undefined for an administrator who does not exist. Times are epoch milliseconds.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
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

  /** Begins a session in place of the one with the hash `replaces`, remembers the network it comes from, and forgets
   *  sessions that are over. Undefined where the administrator was disabled or given another password since `passwordHash`
   *  was read. */
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
  /** Notes that a session is used now. */
  useSession(hash: Uint8Array): Promise<void>;
  /** Ends a session; does nothing if it has ended. */
  endSession(hash: Uint8Array, by: Attribution): Promise<void>;
  /** True where the administrator has signed in from this network, by its SHA-256, and is remembered there. */
  hasSignedInFrom(name: string, network: Uint8Array): Promise<boolean>;
  /** Counts a try in every bucket, or in none where one keeps it waiting: then, for how many milliseconds. */
  countTry(limits: readonly AttemptLimit[]): Promise<number | undefined>;
}

export type Administrators = ReturnType<typeof createAdministrators>;

/** The people of the operator's side. Throws invalid_request, not_found, conflict. */
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

/** The name as it is kept and compared. */
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
