import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { CommandStart } from './command-starts.ts';
import { isSecretFile } from './secret-file.ts';
import type { SimpleCommand } from './simple-command.ts';

const INTERPRETERS = new Set(
  'sh bash dash zsh ksh ash python python2 python3 perl ruby php node powershell pwsh cmd xargs'.split(
    ' ',
  ),
);
const DISCOVERY = new Set(
  'id whoami uname hostname ifconfig ipconfig netstat ps env printenv tasklist systeminfo ver who lsb_release arch groups'.split(
    ' ',
  ),
);

/** The signs that a command at a start shows. */
export function commandSigns(
  command: SimpleCommand,
  { opening, at }: CommandStart,
  text: string,
): AttackSign[] {
  const {
    name,
    command: { need },
    arguments: words,
    redirections,
  } = command;
  const isSubstitution = opening === '$(' || opening === '`';
  const signs: AttackSign[] = [isSubstitution ? 'shell-substitution' : 'shell-command'];
  const add = (sign: AttackSign, isShown: boolean): void => {
    if (isShown) signs.push(sign);
  };
  add('shell-disguise', command.isDisguised);
  add('shell-secret-file', [...words, ...redirections].some(isSecretFile));
  add('shell-network', need === 'host' && words.length > 0);
  add('shell-delay', need === 'number');
  add('shell-discovery', DISCOVERY.has(name));
  add('shell-interpreter', INTERPRETERS.has(name));
  add('shell-program-path', command.hasPath);
  add('shell-redirection', redirections.length > 0);
  add('shell-breakout', /['")}]\s*$/.test(text.slice(Math.max(0, at - 4), at)));
  return signs;
}
