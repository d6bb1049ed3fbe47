import type { ReadContext } from '../../attack-reader.ts';
import { OPEN_TAG, phpRole } from './php-text.ts';

/** What runs something or prints what it should not. Tags that a server forgot to run reach us in broken links. */
const RUNS =
  /\b(?:eval|assert|system|exec|passthru|shell_exec|popen|proc_open|phpinfo|file_get_contents|file_put_contents|fopen|include|require|unlink|readfile|base64_decode|create_function|call_user_func\w*)\b\s?[($'"]|`[^`]+`|\$_(?:GET|POST|REQUEST|COOKIE|SERVER)|\becho\s+['"\d]|\bdie\s?\(|\bprint\s?[('"]|\b(?:phpinfo|md5)\s?\(/i;

/** An opening tag of PHP with something behind it that is code. */
export function readOpenTag(text: string, context: ReadContext): void {
  const tag = OPEN_TAG.exec(text);
  if (!tag) return;
  const { isQuoted, isDisguised } = phpRole(text, context);
  const end = tag.index + tag[0].length;
  const code = text.slice(end, end + 400);
  if (context.value.place === 'file' && !isDisguised) return;
  // Compressed data contains any three bytes.
  if (/[^\t\n\r -~]/.test(code.slice(0, 8))) return;
  if (isDisguised && !/^<\?(?:php|=\s*[$\w`@])/i.test(tag[0] + code.slice(0, 4))) return;
  const strength = isQuoted ? 'weak' : isDisguised || RUNS.test(tag[0] + code) ? 'clear' : 'likely';
  context.report('php-open-tag', strength, tag.index, end + Math.min(code.length, 60));
}
