import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { formatSection } from '../bench/report.ts';
import { attacks } from './attacks.ts';

/** `npm run attack -- NAME`: attacks a real service on loopback and prints the violated guarantees. */

const names = Object.keys(attacks);
const help = `npm run attack -- NAME [--short] [--seed N]

${names.map((name) => `  ${name.padEnd(16)}${attacks[name]?.about}\n`).join('')}
  all             every one of them, one after another

--short: a few seconds each. Exits with 1 if a guarantee did not hold.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const chosen = positionals[0] === 'all' ? names : positionals;
const unknown = chosen.filter((name) => !Object.hasOwn(attacks, name));

if (values.help || chosen.length === 0 || unknown.length > 0) {
  process.stderr.write(unknown.length > 0 ? `There is no attack ${unknown.join(', ')}.\n\n${help}` : help);
  if (!values.help) process.exitCode = 2;
} else {
  const seed = values.seed === undefined ? randomInt(0xffffffff) : Number(values.seed);
  for (const name of chosen) {
    const report = await attacks[name]?.run({ seed, short: values.short });
    if (!report) continue;
    const broken = report.violations.map((violation) => `  VIOLATION ${violation}\n`).join('');
    process.stdout.write(
      `${formatSection(report)}${broken}  violations: ${report.violations.length}   again: npm run attack -- ${name} --seed ${seed}\n`,
    );
    if (report.violations.length > 0) process.exitCode = 1;
  }
}
