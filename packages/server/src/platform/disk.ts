/** The reason why a write to the disk failed: no space (ENOSPC, SQLITE_FULL), or the disk itself (EIO, SQLITE_IOERR). */
export type WriteFailure = 'disk_full' | 'io_error';

/** State of a database's disk, from its last writes. */
export type Disk = {
  /** The reason why a write failed, until a probe succeeds. */
  failure(): WriteFailure | undefined;
  /** Tries to write again after a failure. Never throws. */
  probe(): Promise<void>;
};
