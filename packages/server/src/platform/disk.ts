/** The reason why a write to the disk failed: no space (ENOSPC, SQLITE_FULL), or the disk itself (EIO, SQLITE_IOERR). */
export type WriteFailure = 'disk_full' | 'io_error';

/** The disk below a database, as its last writes found it. */
export type Disk = {
  /** The reason why a write failed, until a probe succeeds. */
  failure(): WriteFailure | undefined;
  /** Tries to write again where a write has failed. Never throws. */
  probe(): Promise<void>;
};
