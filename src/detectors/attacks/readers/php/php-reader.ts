import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { readCallbackName } from './callback-name.ts';
import { type PhpCall, phpCalls } from './php-calls.ts';
import { isShared, longNames, shortCalls } from './php-functions.ts';
import { readPhpMarkers } from './php-markers.ts';
import { readOpenTag } from './php-open-tag.ts';
import { OPEN_TAG, phpRole, REQUEST_DATA } from './php-text.ts';

const CALL_STEPS = 64;
const LITERAL = /^\s*(?:['"`\d$\\(~]|[A-Za-z_\\]\w*\s*\()/;
/** Variables, strings of PHP, or calls of its functions: what arguments of other languages do not contain. */
const PHP_ARGUMENT =
  /\$\w|base64_decode|gzinflate|str_rot13|chr\s?\(|pack\s?\(\s?['"]|hex2bin|file_get_contents|phpinfo|system\s?\(/i;

/** Reads a value as code of PHP. */
export const phpReader: AttackReader = {
  name: 'php',
  readsBinary: true,
  triggers: [
    { words: ['<?', '$_', '$globals', '${', '[#', '/#'] },
    { words: longNames, with: '(' },
    { words: shortCalls },
    {
      words: [
        'auto_prepend',
        'auto_append',
        'allow_url',
        'php_value',
        'php_admin',
        '__halt_compiler',
        '\\solutions\\',
      ],
    },
    {
      words: [
        'invokefunction',
        'think\\',
        '__construct',
        'call_user_func',
        'shell_exec',
        'passthru',
        'phpinfo',
      ],
    },
    { words: ['system', 'assert', 'exec'] },
    { words: [')(', ';$', '; $', ';\n$'], with: '\'"' },
  ],
  read(text, context) {
    readPhpMarkers(text, context);
    readCallbackName(text, context);
    readOpenTag(text, context);
    readCalls(text, context);
  },
};

function readCalls(text: string, context: ReadContext): void {
  const isTagged = OPEN_TAG.test(text);
  for (const call of phpCalls(text)) {
    if (!context.budget.take(CALL_STEPS + call.arguments.length)) return;
    const strength = callStrength(call, isTagged);
    if (strength === undefined) continue;
    const { isQuoted } = phpRole(text, context);
    const sign = signs[call.effect];
    const shown = isQuoted ? 'weak' : strength;
    context.report(sign, shown, call.start, call.end);
    if (REQUEST_DATA.test(call.arguments))
      context.report('php-request-data', shown, call.start, call.end);
    if (call.effect === 'code' && PHP_ENCODED.test(call.arguments)) {
      context.report('php-encoded-code', shown, call.start, call.end);
    }
  }
}

const PHP_ENCODED =
  /\b(?:base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|convert_uudecode|strrev|chr|pack)\s?\(/i;

const signs = {
  command: 'php-command',
  code: 'php-code',
  callback: 'php-callback',
  file: 'php-file',
  decode: 'php-encoded-code',
  information: 'php-information',
  output: 'php-output',
} as const;

function callStrength(call: PhpCall, isTagged: boolean): Strength | undefined {
  const { effect, name, arguments: list, isStatement } = call;
  const isPhp = isTagged || REQUEST_DATA.test(list) || PHP_ARGUMENT.test(list);
  if (!isTagged && !isStatement) return undefined;
  if (REQUEST_DATA.test(list) && effect !== 'output') return 'clear';
  if (effect === 'information')
    return name === 'phpinfo' || isTagged ? informationStrength(list) : 'likely';
  if (effect === 'output' && /^\s?`[^`]+`/.test(list)) return 'clear';
  if (effect === 'output') return /\bmd5\s?\(\s?['"]?\w{1,12}/.test(list) ? 'likely' : undefined;
  if (effect === 'decode') return isShared(name) ? undefined : 'likely';
  if (!LITERAL.test(list)) return undefined;
  if (effect === 'command') return 'clear';
  if (effect === 'code') return isPhp ? 'clear' : undefined;
  if (effect === 'callback') return CALLBACK.test(list) ? 'clear' : undefined;
  return isShared(name) && !isPhp && !CODE_FILE.test(list) ? undefined : 'likely';
}

/** The name of a file that servers run. */
const CODE_FILE = /\.(?:php\d?|phtml|phar|htaccess)['"]/i;

/** `phpinfo` has a number or a constant as its argument, if any. */
const informationStrength = (list: string): Strength =>
  /^\s*[\w-]{0,20}\s*$/.test(list) ? 'clear' : 'likely';

const CALLBACK =
  /['"]?(?:system|exec|passthru|shell_exec|assert|phpinfo|eval|create_function|file_put_contents|popen|proc_open)['"]?|\/[a-z]{0,8}e[a-z]{0,8}['"]\s?,/i;
