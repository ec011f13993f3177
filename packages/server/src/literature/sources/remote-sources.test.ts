import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceNames } from '@citewell/sdk';
import { readDocument } from '../../testing/documents/markdown.ts';
import { sourceFiles } from '../../testing/documents/source-files.ts';
import type { RemoteSource } from './remote-source.ts';
import { remoteSources } from './remote-sources.ts';

describe('the descriptors of the sources', () => {
  it('are what every file that lists the sources says', () => {
    for (const { path, write } of sourceFiles(remoteSources))
      assert.equal(readDocument(path), write(readDocument(path)), `${path}: run npm run generate:sources`);
    assert.deepEqual(sourceNames, [...remoteSources.map(({ name }) => name), 'library']);
  });

  it('put a source into each of these files', () => {
    const [pubmed] = remoteSources;
    assert.ok(pubmed);
    const further = {
      ...pubmed,
      name: 'archive' as RemoteSource['name'],
      labels: {
        en: { title: 'The Archive', inText: 'the Archive' },
        zh: { title: '文献档案', inText: '文献档案' },
      },
      isDefault: false,
      api: 'the Archive',
      baseUrl: 'https://archive.example/api',
    };
    const texts = sourceFiles([pubmed, further]).map(({ path, write }) => write(readDocument(path)));
    const [protocol = '', defaults = '', python = '', settings = '', example = ''] = texts;
    assert.match(protocol, /^ {2}archive: \{\n {4}en: \{ title: 'The Archive', inText: 'the Archive' \},$/m);
    assert.match(protocol, /^ {4}zh: \{ title: '文献档案', inText: '文献档案' \},$/m);
    assert.match(defaults, /= \['pubmed', 'library'\];$/m);
    assert.match(python, /^SourceName = Literal\["pubmed", "archive", "library"\]$/m);
    assert.match(settings, /any of `pubmed`, `archive`, `library`\./);
    const row =
      '| `CITEWELL_ARCHIVE_BASE_URL` | the address of the Archive | `https://archive.example/api` |';
    assert.ok(settings.split('\n').includes(row));
    assert.ok(example.split('\n').includes('#CITEWELL_ARCHIVE_BASE_URL=https://archive.example/api'));
  });
});
