import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { buildServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { loadPersonas } from './persona.ts';

describe('the shipped personas', () => {
  it('are clinician, patient educator and librarian, each in English and Chinese', () => {
    const personas = loadPersonas();
    assert.deepEqual([...personas.keys()], ['clinician', 'patient-educator', 'librarian']);
    for (const { id, name, description, style, greeting } of personas.values())
      for (const text of [name, description, style, greeting]) {
        assert.equal(detectLanguage(text.zh), 'zh', `${id}: ${text.zh}`);
        assert.equal(detectLanguage(text.en), 'en', `${id}: ${text.en}`);
      }
  });
});

describe('the operator’s own lists', () => {
  const start = (environment: Record<string, string>) =>
    buildServices(readConfig({ CITEWELL_SAMPLE: 'off', CITEWELL_SOURCES: 'library', ...environment }));

  it('replace the shipped ones', async (t) => {
    const folder = temporaryFolder(t);
    const [persona] = [...loadPersonas().values()];
    const paths = { personas: join(folder, 'personas.json'), categories: join(folder, 'categories.json') };
    writeFileSync(paths.personas, JSON.stringify([{ ...persona, id: 'pharmacist' }]));
    writeFileSync(
      paths.categories,
      JSON.stringify([
        { id: 'sleep', name: { en: 'Sleep', zh: '睡眠' }, pubmed: 'sleep[tiab]', terms: ['sleep'] },
      ]),
    );
    const services = await start({
      CITEWELL_DATA_DIR: folder,
      CITEWELL_PERSONAS: paths.personas,
      CITEWELL_CATEGORIES: paths.categories,
    });
    t.after(services.close);
    assert.deepEqual(
      [[...services.personas.keys()], [...services.categories.keys()]],
      [['pharmacist'], ['sleep']],
    );
  });

  it('prevent the start if they are invalid, and report every problem', async (t) => {
    const folder = temporaryFolder(t);
    const personas = join(folder, 'personas.json');
    writeFileSync(personas, '[{"id": "x"}, 5]');
    type Problem = { en: string; zh: string };
    await assert.rejects(
      start({
        CITEWELL_DATA_DIR: folder,
        CITEWELL_PERSONAS: personas,
        CITEWELL_CATEGORIES: join(folder, 'none.json'),
      }),
      (error: Error & { problems: Problem[] }) => {
        assert.equal(error.name, 'ConfigError');
        const [first] = error.problems;
        assert.match(
          first?.en ?? '',
          /^CITEWELL_CATEGORIES \("[^"]+none\.json"\): it cannot be read \(ENOENT\)$/,
        );
        assert.match(first?.zh ?? '', /^CITEWELL_CATEGORIES（"[^"]+none\.json"）：无法读取（ENOENT）$/);
        const some = (says: RegExp, language: keyof Problem) =>
          assert.ok(
            error.problems.some((problem) => says.test(problem[language])),
            String(says),
          );
        some(/^CITEWELL_PERSONAS \(.*\): item 1 \("x"\), id: /, 'en');
        some(/^CITEWELL_PERSONAS \(.*\): item 2: /, 'en');
        some(/^CITEWELL_PERSONAS（.*）：第 1 项（"x"），id：无效/, 'zh');
        some(/^CITEWELL_PERSONAS（.*）：第 2 项：无效输入/, 'zh');
        return true;
      },
    );
  });
});
