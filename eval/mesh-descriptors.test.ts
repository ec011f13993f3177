import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../packages/server/src/testing/process/temporary-folder.ts';
import { listDescriptors } from './mesh-descriptors.ts';

it('lists what a question can be about, each name once', (t) => {
  const folder = temporaryFolder(t);
  const write = (name: string, rows: string[][]) =>
    writeFileSync(join(folder, name), `${rows.map((row) => row.join('\t')).join('\n')}\n`);
  write('mesh_id_label_mappings.tsv', [
    [
      'D1',
      'Lymphoma, Follicular',
      'Follicular Lymphoma|Follicular Lymphomas|Brill-Symmers Disease|FL',
      'C04.1|G01.2',
    ],
    ['D2', 'Oedema Disease of Swine', 'Edema Disease of Swine', 'C22.1'],
    ['D3', 'Lead', 'Plumbum', 'D01.1'],
    ['D4', 'Asthma', 'Bronchial Asthma|Asthmas', 'C08.1|C08.2'],
    ['D5', 'Rain', 'Acid Rain', 'G16.1'],
    ['D6', 'Mice, Obese', 'Obese Mouse', 'B01.050.150.900.1'],
    ['D7', 'Sirolimus', 'Rapamycin|(3S,6R)-23,27-Epoxy', 'D02.1|D04.2'],
  ]);
  write('mesh_supp_id_label_mappings.tsv', [
    ['C1', 'tucatinib', 'irbinitinib|N6-(4-oxazolyl)-compound', 'D1'],
    ['C2', 'nitrilase-like protein', 'NLP protein', 'D1'],
  ]);
  const file = join(folder, 'out.tsv');
  assert.deepEqual(listDescriptors(folder, file), { headings: 5, terms: 9, file });
  assert.deepEqual(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#')),
    [
      'Asthma\tC08.1 C08.2\tBronchial Asthma',
      'Lymphoma, Follicular\tC04.1\tBrill-Symmers Disease',
      'Oedema Disease of Swine\tC22.1\t',
      'Sirolimus\tD\tRapamycin',
      'tucatinib\tS\tirbinitinib',
      '',
    ],
  );
});
