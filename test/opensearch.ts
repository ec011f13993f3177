/**
 * npm run opensearch: starts OpenSearch for development on http://127.0.0.1:9200, with its data in
 * data/opensearch/node, until Ctrl+C. `-- --install` fetches it from Maven Central, which needs mvn; running it and its
 * tests needs a JDK, 11 or newer.
 */
import { once } from 'node:events';
import {
  developerFolder,
  installOpenSearch,
  whyNoOpenSearch,
} from '../packages/server/src/testing/library/opensearch/jars.ts';
import { startNode } from '../packages/server/src/testing/library/opensearch/opensearch-server.ts';

const port = 9200;
const [option, ...rest] = process.argv.slice(2);

if (rest.length > 0 || (option !== undefined && option !== '--install')) {
  process.stderr.write('npm run opensearch [-- --install]\n');
  process.exitCode = 2;
} else if (option === '--install') {
  installOpenSearch();
  process.stdout.write('OpenSearch is installed; npm run opensearch starts it.\n');
} else {
  const missing = whyNoOpenSearch();
  if (missing) {
    process.stderr.write(`${missing}\n`);
    process.exitCode = 1;
  } else {
    const node = await startNode(developerFolder, port, { heap: '1g' });
    process.stdout.write(`CITEWELL_LIBRARY_URL=http://127.0.0.1:${port}/citewell\n`);
    node.ref();
    await once(node, 'exit');
  }
}
