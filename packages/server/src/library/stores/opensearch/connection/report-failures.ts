import { LibraryMissing, type LibraryWriter } from '@citewell/core/records/library.ts';
import type { OpenSearchAddress } from '../../../../platform/opensearch-address.ts';
import { connectionProblem } from './connection-problems.ts';

/**
 * Makes a writer report failures of OpenSearch as a start does, for the operator: what a caller of the service is told
 * names neither OpenSearch nor the cause.
 */
export function reportFailures(writer: LibraryWriter, address: OpenSearchAddress): LibraryWriter {
  // A missing library has a message of its own.
  const reported = (error: unknown) =>
    (error instanceof LibraryMissing ? undefined : connectionProblem(address, error)) ?? error;
  const named = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw reported(error);
    }
  };
  return {
    write: (batch) => named(writer.write(batch)),
    demonstration: () => named(writer.demonstration()),
    hasRealRecords: () => named(writer.hasRealRecords()),
    putDemonstration: (records, state) => named(writer.putDemonstration(records, state)),
    removeDemonstration: () => named(writer.removeDemonstration()),
    progressOf: (file) => named(writer.progressOf(file)),
    async *records() {
      try {
        yield* writer.records();
      } catch (error) {
        throw reported(error);
      }
    },
    compact: (signal) => named(writer.compact(signal)),
    releaseSpace: (signal) => named(writer.releaseSpace(signal)),
    verify: (signal) => named(writer.verify(signal)),
    syncAlone: (work) => named(writer.syncAlone(work)),
    synced: () => named(writer.synced()),
    close: () => writer.close(),
  };
}
