import assert from 'node:assert/strict';
import { it } from 'node:test';
import { printOutcome } from './build.ts';

it('reports a failed build in a line of each language, with its reason and without a stack trace', () => {
  const readOnly = Object.assign(new Error("EROFS: read-only file system, mkdir '/srv/dist'\n  at mkdir"), {
    code: 'EROFS',
  });
  const said = printOutcome(readOnly);
  assert.match(said, /read-only file system/);
  assert.match(said, /此前构建的页面或简易首页/);
  assert.equal(said.trimEnd().split('\n').length, 2);
  assert.match(printOutcome('no tools'), /未安装构建工具/);
  assert.equal(printOutcome('built') + printOutcome('fresh'), '');
});
