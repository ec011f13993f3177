import { it } from 'node:test';
import { readOpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { describeLibrary } from '../../../testing/library/library-contract.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import {
  dropLibrary,
  newLibraryUrl,
  sharedOpenSearch,
} from '../../../testing/library/opensearch/opensearch-server.ts';
import { openOpenSearchLibrary, openOpenSearchWriter } from './open-opensearch.ts';

const missing = whyNoOpenSearch();

if (missing) it('a library on OpenSearch', { skip: missing }, () => {});
else
  describeLibrary(
    'OpenSearch',
    async () => {
      const url = newLibraryUrl((await sharedOpenSearch()).url);
      const address = readOpenSearchAddress(url);
      if (!address) throw new Error(`no address: ${url}`);
      const writer = await openOpenSearchWriter({ address });
      const library = await openOpenSearchLibrary({ address }, { timeoutMs: 120_000 });
      return {
        library,
        writer,
        async close() {
          await library.close();
          await writer.close();
          await dropLibrary(url);
        },
      };
    },
    // Each has its own indices, which take a second to create.
    Number(process.env.TEST_OPENSEARCH_HISTORIES ?? 3),
  );
