import type { ReadContext } from '../../attack-reader.ts';
import { isFreeText } from '../free-text.ts';

/** Two variables in a row where a command begins. */
const ASSEMBLED = /[;|&\n][ \t]{0,4}\$\{?(\w{1,20})\}?\$\{?\w{1,20}\}?(?=[ \t;|&<]|$)/;

/** A command whose name is put together from variables that the text sets before. */
export function readAssembledCommand(text: string, context: ReadContext): void {
  const found = ASSEMBLED.exec(text);
  if (found === null) return;
  const set = text.slice(0, found.index).lastIndexOf(`${found[1]}=`);
  if (set === -1) return;
  const strength = isFreeText(context) ? 'weak' : 'clear';
  context.report('shell-disguise', strength, set, found.index + found[0].length);
}
