import type { ReadContext } from '../../attack-reader.ts';
import { effectOf } from './php-functions.ts';

/** Parts of requests that frameworks hand on as callbacks. */
const CALLBACK_FIELD =
  /^(?:function|func|callback|call|method|_method|filter|handler|vars\[\d*\]|vars|get\[\]|server\[.*\]|filter\[\])$/i;
/** Names that are words, and so occur as a filter or a category. */
const WORDS = new Set([
  'system',
  'exec',
  'assert',
  'print',
  'include',
  'require',
  'copy',
  'rename',
  'file',
  'pack',
]);

/** A value that is only the name of a function, in a field that frameworks hand on as a callback. */
export function readCallbackName(text: string, { value, report }: ReadContext): void {
  if (value.isName === true || text.length > 32 || !/^\\?\w+$/.test(text)) return;
  if (text === '__construct') {
    report('php-callback-name', 'clear', 0, text.length);
    return;
  }
  const effect = effectOf(text.replace('\\', ''));
  if (effect === undefined || effect === 'output' || effect === 'decode') return;
  const isProperty = value.name.includes('[#');
  if (!isProperty && !CALLBACK_FIELD.test(value.name)) return;
  const isWord =
    WORDS.has(text.toLowerCase()) && !isProperty && !/^vars\[|^get\[|^function$/.test(value.name);
  report('php-callback-name', isWord ? 'likely' : 'clear', 0, text.length);
}
