#!/usr/bin/env node
// Old JavaScript on purpose: a Node too old for the rest must still be able to read this file and say so.
/* biome-ignore-all lint: see above */
var oldestNode = 26;

if (parseInt(process.versions.node, 10) < oldestNode) {
  process.stderr.write(
    'Citewell needs Node ' +
      oldestNode +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. ' +
      'Run "npm ci" and then "npm start": it brings Node 26 along as an npm package.\n' +
      'Citewell 需要 Node ' +
      oldestNode +
      ' 或更高版本，当前为 Node ' +
      process.versions.node +
      '。' +
      '请先运行 "npm ci"，再运行 "npm start"：它会以 npm 包的形式自带 Node 26。\n',
  );
  process.exitCode = 1;
} else {
  void Promise.all([import('node:module'), import('node:v8')])
    .then(function (modules) {
      var nodeModule = modules[0];
      var v8 = modules[1];
      // The young generation of the service, and of its threads, stays small: the garbage of a start or of a burst would
      // let each grow to 64 MB, and V8 gives that back late; once it listens, they may grow a little (young-generation.ts).
      // Before the compile cache, whose entries are of one set of flags.
      if (process.argv[2] === 'serve') v8.setFlagsFromString('--semi-space-growth-factor=1');
      // Threads ask the environment for it: without, each strips and compiles its files anew, in 40 MB of its own.
      var cache = nodeModule.enableCompileCache().directory;
      if (cache) process.env.NODE_COMPILE_CACHE = cache;
      return import('../src/cli/main.ts');
    })
    .then(function (cli) {
      return cli.runCli(process.argv.slice(2));
    })
    .then(function (exitCode) {
      if (typeof exitCode === 'number') process.exitCode = exitCode;
    });
}
