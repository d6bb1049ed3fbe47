/** A command that a shell can complete, with its flags and subcommands. */
export interface Completable {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly { readonly name: string; readonly description: string }[];
  readonly commands: readonly Completable[];
}

interface Word {
  readonly text: string;
  readonly description: string;
}

/** Completions by the words of the command, such as ` zone add`; those of the program itself under the empty text. */
type Paths = ReadonlyMap<string, readonly Word[]>;

export const shells = {
  bash: (program: Completable) => bashScript(program.name, pathsOf(program)),
  zsh: (program: Completable) => zshScript(program.name, pathsOf(program)),
  fish: (program: Completable) => fishScript(program.name, pathsOf(program)),
} as const;

export type Shell = keyof typeof shells;

function pathsOf(command: Completable, path = ''): Paths {
  const words = [
    ...command.commands.map(({ name, description }) => ({ text: name, description })),
    ...command.flags.map(({ name, description }) => ({ text: name, description })),
  ];
  const below = command.commands.flatMap((each) => [...pathsOf(each, `${path} ${each.name}`)]);
  return new Map([[path, words], ...below]);
}

/** Within single quotes, shells treat only the quote itself specially. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The pattern of a `case` that matches the words of every command. */
function anyCommand(paths: Paths): string {
  return [...paths.keys()].filter(Boolean).map(quoted).join('|');
}

function bashScript(name: string, paths: Paths): string {
  const cases = [...paths].map(
    ([path, words]) =>
      `    ${quoted(path)}) words=${quoted(words.map(({ text }) => text).join(' '))} ;;`,
  );
  return `_${name}() {
  local path='' words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path \${COMP_WORDS[index]}" in
      ${anyCommand(paths)}) path="$path \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`;
}

function zshScript(name: string, paths: Paths): string {
  const described = ({ text, description }: Word) =>
    quoted(`${text}:${description.replaceAll(':', '\\:')}`);
  const cases = [...paths].map(
    ([path, words]) => `    (${quoted(path)}) found=(${words.map(described).join(' ')}) ;;`,
  );
  return `#compdef ${name}
_${name}() {
  local command_path='' index
  local -a found
  for ((index = 2; index < CURRENT; index++)); do
    case "$command_path \${words[index]}" in
      (${anyCommand(paths)}) command_path="$command_path \${words[index]}" ;;
    esac
  done
  case "$command_path" in
${cases.join('\n')}
  esac
  _describe ${name} found || _files
}
compdef _${name} ${name}
`;
}

function fishScript(name: string, paths: Paths): string {
  const lines = [...paths].flatMap(([path, words]) =>
    words.map(({ text, description }) => {
      const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
      const condition = quoted(`test (__${name}_path) = "${path.trim()}"`);
      return `complete -c ${name} -n ${condition} ${what} -d ${fishQuoted(description)}`;
    }),
  );
  const known = [...paths.keys()].filter(Boolean).map((path) => quoted(path.trim()));
  return `function __${name}_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim "$path $word")
    contains -- $longer ${known.join(' ')}; and set path $longer
  end
  echo "$path"
end
${lines.join('\n')}
`;
}

/** fish has two escapes within single quotes. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
