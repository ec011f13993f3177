#!/usr/bin/env node
// Old JavaScript on purpose: a Node too old for the rest must still be able to read this file, and to start Node 26.
/* biome-ignore-all lint: see above */
var oldestNode = 26;

if (parseInt(process.versions.node, 10) < oldestNode) {
  void Promise.all([import('child_process'), import('fs'), import('path'), import('url')]).then(
    function (modules) {
      startAgain(modules[0], modules[1], modules[2], modules[3].fileURLToPath(import.meta.url));
    },
  );
} else {
  void Promise.all([import('node:module'), import('node:v8')])
    .then(function (modules) {
      var nodeModule = modules[0];
      var v8 = modules[1];
      // The young generation of the service, and of its threads, stays small: the garbage of a start or of a burst would
      // let each grow to 64 MB, and V8 gives that back late; once it listens, they may grow a little (young-generation.ts).
      // Before the compile cache, whose entries are of one set of flags.
      if (process.argv[2] === 'serve') {
        v8.setFlagsFromString('--semi-space-growth-factor=1');
        // The old ones may grow to twice what is in use before they are collected, instead of to the fourfold; with less, a
        // start collects its own several times. Once it listens, they may grow by half (old-generation.ts).
        v8.setFlagsFromString('--heap-growing-percent=100');
      }
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

/** Runs this program with the Node 26 that npm has installed with it, and ends as that process does. */
function startAgain(childProcess, fs, path, program) {
  var node = findNode(fs, path, path.dirname(program));
  if (!node) return explain();
  var child = childProcess.spawn(node, [program].concat(process.argv.slice(2)), { stdio: 'inherit' });
  // Ctrl-C in a terminal reaches both processes, and the second SIGINT would interrupt a command that is cleaning up.
  var terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  ['SIGTERM', 'SIGHUP', 'SIGINT'].forEach(function (signal) {
    process.on(signal, function () {
      if (signal !== 'SIGINT' || !terminal) child.kill(signal);
    });
  });
  child.on('error', explain);
  child.on('exit', function (code, signal) {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exitCode = code;
  });
}

/** Finds the executable in the npm package that brings it: in the node_modules of a folder or of one above it. */
function findNode(fs, path, folder) {
  var names = ['node-', 'node-bin-'].map(function (start) {
    return path.join(
      folder,
      'node_modules',
      start + process.platform.replace('win32', 'win') + '-' + process.arch,
    );
  });
  for (var at = 0; at < names.length; at++)
    try {
      var manifest = JSON.parse(fs.readFileSync(path.join(names[at], 'package.json'), 'utf8'));
      if (parseInt(manifest.version, 10) >= oldestNode)
        return path.join(names[at], 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    } catch (error) {
      // This package is not here.
    }
  var above = path.dirname(folder);
  return above === folder ? undefined : findNode(fs, path, above);
}

function explain() {
  process.stderr.write(
    'Citewell needs Node ' +
      oldestNode +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. npm installs Node ' +
      oldestNode +
      ' with it, as an optional dependency, but it is not there or does not run on this system. ' +
      'Install again without --omit=optional, or start Citewell with a Node ' +
      oldestNode +
      ' of your own.\n' +
      'Citewell 需要 Node ' +
      oldestNode +
      ' 或更高版本，当前为 Node ' +
      process.versions.node +
      '。npm 会将 Node ' +
      oldestNode +
      ' 作为可选依赖一并安装，但未找到，或无法在本系统上运行。' +
      '请重新安装（不要使用 --omit=optional），或使用自行安装的 Node ' +
      oldestNode +
      ' 启动。\n',
  );
  process.exitCode = 1;
}
