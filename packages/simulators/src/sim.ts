import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { loadPubmedqaCorpus, loadPubmedXmlCorpus, loadScifactCorpus } from './corpus.ts';
import { europepmcFaults } from './europepmc/europepmc-faults.ts';
import { startEuropepmcSimulator } from './europepmc/europepmc-simulator.ts';
import { type DialectName, dialects } from './llm/dialects/dialects.ts';
import { faultDescriptions, startLlmSimulator } from './llm/llm-simulator.ts';
import { eutilsFaults } from './pubmed/eutils-faults.ts';
import { startEutilsSimulator } from './pubmed/eutils-simulator.ts';
import { syntheticRecords } from './pubmed/synthetic-records.ts';
import { descriptions } from './simulator.ts';

/** `npm run sim`: runs all simulators on loopback until SIGINT or SIGTERM. */

const usage = `npm run sim -- [options]

  --corpus LIST      what PubMed holds, separated by commas: synthetic, pubmed-xml, pubmedqa, scifact
                     (default synthetic,pubmed-xml,pubmedqa; what ../shared/data does not have is left out)
  --eutils PORT      default 8791
  --europepmc PORT   default 8792
  --llm PORT         default 8793
  --dialect NAME     server that the model's wire is that of: one of ${Object.keys(dialects).join(', ')}
                     (default: chat completions that take every field)
  --no-rate-limit    PubMed takes more than 3 (10 with a key) requests a second
  --help
`;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'synthetic,pubmed-xml,pubmedqa' },
    eutils: { type: 'string', default: '8791' },
    europepmc: { type: 'string', default: '8792' },
    llm: { type: 'string', default: '8793' },
    dialect: { type: 'string' },
    'no-rate-limit': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const corpora = {
  synthetic: syntheticRecords,
  'pubmed-xml': loadPubmedXmlCorpus,
  pubmedqa: loadPubmedqaCorpus,
  scifact: loadScifactCorpus,
};

if (values.help) process.stdout.write(usage);
else await run();

async function run(): Promise<void> {
  const loaded = values.corpus.split(',').map((name) => {
    const load = Object.hasOwn(corpora, name) ? corpora[name as keyof typeof corpora] : undefined;
    if (!load) throw new Error(`no corpus "${name}"; there are: ${Object.keys(corpora).join(', ')}`);
    return { name, records: load() };
  });
  const records = loaded.flatMap((corpus) => corpus.records ?? []);
  const eutils = await startEutilsSimulator({
    records,
    port: Number(values.eutils),
    ...(values['no-rate-limit'] && { rateLimit: false as const }),
  });
  const europepmc = await startEuropepmcSimulator({ records, port: Number(values.europepmc) });
  const llm = await startLlmSimulator({ port: Number(values.llm) });
  llm.speak(values.dialect as DialectName | undefined);
  const isVendor = values.dialect === 'openai' || values.dialect === 'anthropic';

  const sizes = loaded.map(({ name, records }) => `${name} ${records ? records.length : 'is not here'}`);
  process.stdout.write(`Records: ${sizes.join(', ')}

Settings for Citewell:
CITEWELL_PUBMED_BASE_URL=${eutils.url}
CITEWELL_EUROPEPMC_BASE_URL=${europepmc.url}
CITEWELL_LLM_PROVIDER=${isVendor ? values.dialect : 'openai-compatible'}
CITEWELL_LLM_BASE_URL=${llm.url}
CITEWELL_LLM_API_KEY=simulated
CITEWELL_LLM_MODEL=simulated

Try it:
curl '${eutils.url}/esearch.fcgi?db=pubmed&retmode=json&sort=relevance&term=asthma'
curl '${europepmc.url}/search?format=json&pageSize=2&query=asthma'

Control of the E-utilities (the same on ${europepmc.origin}):
curl -X POST ${eutils.origin}/__fault -d '{"mode":"rate-limited","rate":0.3,"seed":7}'
curl -X POST ${eutils.origin}/__fault -d '{"mode":"truncated","endpoint":"efetch","times":1,"atByte":2000}'
curl -X DELETE ${eutils.origin}/__fault
curl ${eutils.origin}/__faults
curl ${eutils.origin}/__log
Control of the model:
curl -X POST ${llm.origin}/__fault -d '{"mode":"stall","times":1}'
curl -X POST ${llm.origin}/__dialect -d '{"name":"ollama"}'
curl -X DELETE ${llm.origin}/__fault
curl ${llm.origin}/__log

Faults of the E-utilities:
${listed(descriptions(eutilsFaults))}
Faults of Europe PMC:
${listed(descriptions(europepmcFaults))}
Faults of the model:
${listed(faultDescriptions())}
Ctrl-C ends them all.
`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await Promise.all([eutils.close(), europepmc.close(), llm.close()]);
}

function listed(modes: Record<string, string>): string {
  return Object.entries(modes)
    .map(([mode, description]) => `  ${mode.padEnd(26)}${description}\n`)
    .join('');
}
