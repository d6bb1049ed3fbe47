import type { ReadContext } from '../../attack-reader.ts';
import { OPEN_TAG, phpRole } from './php-text.ts';

/** An opening tag of PHP with something behind it that is code. */
export function readOpenTag(text: string, context: ReadContext): void {
  const tag = OPEN_TAG.exec(text);
  if (!tag) return;
  const { isQuoted, isDisguised } = phpRole(text, context);
  const end = tag.index + tag[0].length;
  const code = text.slice(end, end + 400);
  const isCode = /[;(]|\?>|^\s*\S/.test(code);
  if (context.value.place === 'file' && !isDisguised) return;
  // Compressed data contains any three bytes.
  if (/[^\t\n\r -~]/.test(code.slice(0, 8))) return;
  if (isDisguised && !/^<\?(?:php|=\s*[$\w`@])/i.test(tag[0] + code.slice(0, 4))) return;
  const strength = isQuoted ? 'weak' : isCode ? 'clear' : 'likely';
  context.report('php-open-tag', strength, tag.index, end + Math.min(code.length, 60));
}
