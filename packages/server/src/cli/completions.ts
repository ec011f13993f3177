import { commandTree } from './command-help.ts';
import type { CliIo } from './io.ts';
import { readOptions, usage } from './options.ts';

/** `citewell completions bash|zsh|fish`: prints a script with which the shell completes commands and options. */
export async function completionsCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { parameters } = readOptions(argv, { values: [], flags: [], parameters: ['SHELL'] });
  const script = Object.hasOwn(scripts, parameters.SHELL) ? scripts[parameters.SHELL] : undefined;
  if (!script)
    throw usage(
      `there are completions for ${Object.keys(scripts).join(', ')}, not for "${parameters.SHELL}"`,
      `补全支持 ${Object.keys(scripts).join('、')}，不支持 "${parameters.SHELL}"`,
    );
  io.out(script());
  return 0;
}

const scripts: Record<string, () => string> = {
  bash: () => `_citewell() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
${cases()}
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _citewell citewell
`,
  zsh: () => `#compdef citewell
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
autoload -U +X bashcompinit && bashcompinit
${scripts.bash?.() ?? ''}`,
  fish: () =>
    [
      `complete -c citewell -n __fish_use_subcommand -f -a '${[...commandTree().keys()].join(' ')}'`,
      ...[...commandTree()].flatMap(([name, { subcommands, options }]) => [
        ...(subcommands.length > 0
          ? [
              `complete -c citewell -n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2' -f -a '${subcommands.join(' ')}'`,
            ]
          : []),
        ...options.map(
          (option) => `complete -c citewell -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
        ),
      ]),
      '',
    ].join('\n'),
};

/** Returns the words that can follow the current command: subcommands only directly after it. */
function cases(): string {
  const tree = [...commandTree()];
  const branches = tree.flatMap(([name, { subcommands, options }]) => [
    ...(subcommands.length > 0 ? [`    ${name}:2) words="${subcommands.join(' ')}" ;;`] : []),
    // Without a dash, a file or text follows: the shell completes files if no word matches.
    `    ${name}:*) case $word in -*) words="${options.join(' ')}" ;; esac ;;`,
  ]);
  return [
    `  if [ "$COMP_CWORD" -eq 1 ]; then words="${tree.map(([name]) => name).join(' ')}"; else case \${COMP_WORDS[1]}:$COMP_CWORD in`,
    ...branches,
    '  esac; fi',
  ].join('\n');
}
