import { parseArgs } from 'node:util';
import { preparePools } from './generate.ts';
import { writeLibraryFiles } from './generate-files.ts';
import { readSource } from './generate-source.ts';

const help = `npm run bench -- library-files --records N --out DIR [--seed S]

  writes PubMed XML files of 30,000 generated records each, with .md5, for citewell library ingest;
  the same seed and number give the same bytes
`;

/** `npm run bench -- library-files …`; returns the exit code. */
export async function libraryFilesCommand(
  argv: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const options = readOptions(argv);
  if (!options) {
    print(help);
    return 2;
  }
  const source = readSource();
  print(`From ${source.description}.\n`);
  const plan = { ...options, pools: preparePools(source) };
  for await (const { path, records, bytes, xmlBytes } of writeLibraryFiles(plan, options.out))
    print(`${path}: ${records} records, ${mega(bytes)} MB, ${mega(xmlBytes)} MB of XML\n`);
  return 0;
}

function readOptions(argv: readonly string[]): { records: number; seed: number; out: string } | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        records: { type: 'string' },
        out: { type: 'string' },
        seed: { type: 'string', default: '1' },
      },
    });
    const [records, seed] = [Number(values.records), Number(values.seed)];
    const isWhole = Number.isSafeInteger(records) && records > 0 && Number.isSafeInteger(seed);
    return isWhole && values.out ? { records, seed, out: values.out } : undefined;
  } catch {
    return undefined;
  }
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
