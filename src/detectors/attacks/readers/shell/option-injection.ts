import type { ReadContext } from '../../attack-reader.ts';

/** Options that make a program run another one or write a file, by the program that has them. */
const options: Readonly<Record<string, readonly string[]>> = {
  ssh: ['-oproxycommand', '-o proxycommand', '-olocalcommand', '-oproxyusefdpass'],
  git: [
    '--upload-pack',
    '--receive-pack',
    '--open-files-in-pager',
    '--exec-path',
    '-ccore.sshcommand',
    '--config=core.sshcommand',
    'ext::',
  ],
  find: ['-exec', '-execdir'],
  hg: ['--config=alias', '--config=hooks', '--config=extensions', '--debugger'],
  svn: ['--config-option=config:tunnels'],
  sendmail: ['-oqueuedirectory', '-oq/', '-be${run', '-be ${run'],
  tar: ['--checkpoint-action', '--to-command', '--use-compress-program'],
  rsync: ['--rsync-path'],
  wget: ['--use-askpass', '--post-file'],
  psql: ['--set=on_error_stop'],
};

const VALUED = /^[=\s:$]/;
const names = Object.values(options).flat();
export const optionWords: readonly string[] = names.map((name) =>
  name.replace(/^-{1,2}(?:o\b)? ?/, ''),
);

/** Options that begin a value or follow a blank in it, where a host, a branch or a file is expected. */
export function readOptionInjection(text: string, { role, value, report }: ReadContext): void {
  if (value.place === 'header' && value.name === 'user-agent') return;
  const lower = text.toLowerCase();
  for (const name of names) {
    const at = lower.indexOf(name);
    // The host of an address is handed to the program as well.
    const isHost = lower.startsWith('//', at - 2);
    if (at === -1 || (at > 0 && !isHost && !/[\s'"]/.test(lower.charAt(at - 1)))) continue;
    const after = lower.charAt(at + name.length);
    const isComplete = name.startsWith('ext::')
      ? /\s*\w/.test(after)
      : VALUED.test(after) || name.includes('/');
    if (!isComplete && !name.includes('${')) continue;
    const isText = role === 'prose' || role === 'code' || role === 'markup' || role === 'search';
    // Command lines of their own contain options of programs; an injected one starts the value, or follows one word.
    const isInjected = !/\s\S+\s/.test(text.slice(0, at).trimStart());
    if (isInjected) report('shell-option', isText ? 'weak' : 'clear', at, at + name.length + 40);
  }
}
