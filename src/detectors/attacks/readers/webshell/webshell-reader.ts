import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { AttackFinding } from '../../attack-finding.ts';
import type { RequestReader } from '../../attack-reader.ts';
import type { InspectedRequest, InspectedValue } from '../../inspected-request.ts';
import { decodeForm } from '../../views/decode-form.ts';
import { argumentFit } from '../shell/argument-fit.ts';
import { readCommand } from '../shell/simple-command.ts';
import { isLeftScript, shellPath } from './webshell-files.ts';

/** Fields in which web shells take commands. */
const FIELDS: ReadonlySet<string> = new Set(
  'cmd command exec execute shell c x run cmdline commandline command_line syscmd 0 1 a pass'.split(
    ' ',
  ),
);
/** Applications use the others of the names above for other things. */
const CERTAIN_FIELDS: ReadonlySet<string> = new Set([
  'cmd',
  'exec',
  'execute',
  'command',
  'shell',
  'cmdline',
  'syscmd',
]);
/** Operations of file managers in browsers. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'ls',
  'rm',
  'mkdir',
  'dir',
  'file',
  'find',
  'copy',
  'cp',
  'mv',
  'top',
  'set',
  'date',
  'free',
  'last',
  'users',
]);
/** Commands that tell who runs them, as whole values. */
const PROBE = /^(?:id|whoami|uname(?:[ +]-a)?|ipconfig|ifconfig|hostname|pwd|ls|dir|ver)$/i;
const MAX_COMMAND = 2048;
const REFERER = 'referer.';
/** APIs take command lines in documents. */
const PLACES: ReadonlySet<string> = new Set(['query', 'form', 'multipart', 'header', 'cookie']);

/** Requests to web shells: known file names, and command lines in the fields that they read. */
export const webshellReader: RequestReader = {
  read({ values }: InspectedRequest, report: (finding: AttackFinding) => void) {
    const path = values.find(({ place, isName }) => place === 'path' && isName !== true);
    const kind = path && shellPath(decodeForm(path.text, 'percent'));
    if (path && kind === 'known')
      report(findingOf('webshell-known-file', 'likely', path, path.text));
    if (path && kind === 'uploaded')
      report(findingOf('webshell-uploaded-script', 'likely', path, path.text));
    const isLeft = path !== undefined && isLeftScript(decodeForm(path.text, 'percent'));
    for (const value of values) {
      if (isLeft && value.isName !== true && PLACES.has(value.place) && PROBE.test(value.text)) {
        report(findingOf('webshell-command', 'likely', value, value.text));
      }
      const name = value.name.startsWith(REFERER) ? value.name.slice(REFERER.length) : value.name;
      if (value.isName === true || !FIELDS.has(name) || !PLACES.has(value.place)) continue;
      if (value.text.length > MAX_COMMAND) continue;
      const text = decodeForm(value.text, value.encoding).trim();
      const strength = commandStrength(text, name, kind !== undefined);
      if (strength) report(findingOf('webshell-command', strength, value, text));
    }
  },
};

/** How certain it is that a field is a command line. */
function commandStrength(text: string, name: string, isScript: boolean): Strength | undefined {
  const command = readCommand(text, 0);
  if (!command) return undefined;
  const fit = argumentFit(command, false);
  if (fit === 'loose') return undefined;
  const isCertain = CERTAIN_FIELDS.has(name);
  if (fit === 'alone' && (OPERATIONS.has(command.name) || !isCertain)) {
    return !OPERATIONS.has(command.name) && isScript && !command.command.isWord
      ? 'clear'
      : undefined;
  }
  const isInspection = command.command.need === 'nothing' || command.command.need === 'path';
  if (isCertain) return isInspection || isScript ? 'clear' : 'likely';
  return isScript ? 'likely' : undefined;
}

const findingOf = (
  sign: AttackSign,
  strength: Strength,
  value: InspectedValue,
  excerpt: string,
): AttackFinding => ({ sign, strength, value, views: [], start: 0, end: excerpt.length, excerpt });
