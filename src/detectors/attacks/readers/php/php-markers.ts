import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { phpRole, REQUEST_DATA } from './php-text.ts';

interface Marker {
  readonly sign: AttackSign;
  readonly strength: Strength;
  readonly pattern: RegExp;
  /** Whether only names of fields show it. */
  readonly isName?: boolean;
}

const FUNCTIONS =
  'system|exec|passthru|shell_exec|popen|eval|assert|phpinfo|print|print_r|var_dump|die|md5|file_get_contents';

/** Pieces that mean the same wherever they stand. */
const markers: readonly Marker[] = [
  {
    sign: 'php-interpolation',
    strength: 'clear',
    pattern: new RegExp(String.raw`\$\{\s?@?(?:${FUNCTIONS})\s?\(|\{\$\{\s?@?\w+\s?\(`, 'i'),
  },
  {
    sign: 'php-variable-function',
    strength: 'clear',
    pattern:
      /\$(?:(?:_(?:GET|POST|REQUEST|COOKIE|SERVER)|GLOBALS)\s?(?:\[[^\]]{1,32}\]|\{[^}]{1,32}\}){1,3}|\{\s?['"]_\w+['"]\s?\}[^(]{0,32})\s?\(/,
  },
  // A name put together from strings: ('sys'.'tem')(…) or "sys"."tem"(…).
  {
    sign: 'php-variable-function',
    strength: 'clear',
    pattern:
      /\(\s?(['"])\w{1,12}\1\s?\.\s?['"]\w{1,12}['"][^)]{0,24}\)\s?\(|\(\s?['"](?:system|exec|passthru|shell_exec|assert|phpinfo)['"]\s?\)\s?\(/i,
  },
  {
    sign: 'php-variable-function',
    strength: 'clear',
    pattern:
      /\$\w{1,30}\s?=\s?['"](?:system|exec|passthru|shell_exec|assert|create_function|base64_decode)['"]\s?;/i,
  },
  // The name of a variable put together from strings, and a variable that is called after it was set.
  {
    sign: 'php-variable-function',
    strength: 'clear',
    pattern: /\$\{\s?['"]\w{0,16}['"]\s?\.\s?['"]|['")]\s?\.\s?['"]\w{1,20}['"]\s?\)\s?\(/,
  },
  {
    sign: 'php-variable-function',
    strength: 'clear',
    pattern: /\$(\w{1,30})\s?=\s?[^=;>][^;]{1,120};[^$]{0,16}\$\1\s?\(/,
  },
  {
    sign: 'php-configuration',
    strength: 'clear',
    pattern:
      /(?:-d\s{0,4}|[\n\r]\s{0,4}|php_(?:admin_)?value[\s\S]{0,8}|%0a|^)(?:auto_(?:prepend|append)_file|allow_url_(?:include|fopen)|disable_functions|open_basedir|suhosin\.simulation|cgi\.force_redirect)\s{0,4}[=\s]/i,
  },
  {
    sign: 'php-render-property',
    strength: 'clear',
    pattern:
      /\[\s?#(?:post_render|pre_render|lazy_builder|access_callback|markup|type|submit|validate|process|value|default_value)\b/i,
    isName: true,
  },
  { sign: 'php-render-property', strength: 'likely', pattern: /^[\w/]{1,64}\/#\w{3,24}$/ },
  {
    sign: 'php-callback-name',
    strength: 'clear',
    pattern:
      /(?:^|[/\\=])\\?think\\[\w\\]{2,64}\/\w+|\/invokefunction\b|\\Ignition\\Solutions\\\w+/i,
  },
  { sign: 'php-archive', strength: 'clear', pattern: /__HALT_COMPILER\s?\(\s?\)\s?;/i },
];

export function readPhpMarkers(text: string, context: ReadContext): void {
  const { value, report } = context;
  const { isQuoted, isDisguised } = phpRole(text, context);
  const isFile = value.place === 'file' && value.isName !== true;
  for (const { sign, strength, pattern, isName = false } of markers) {
    if (isName && value.isName !== true) continue;
    if (isFile && !isDisguised && sign !== 'php-variable-function') continue;
    const match = pattern.exec(text);
    if (match)
      report(sign, isQuoted ? 'weak' : strength, match.index, match.index + match[0].length);
  }
  const data = isFile ? null : REQUEST_DATA.exec(text);
  if (data?.[0].startsWith('$')) {
    report(
      'php-request-data',
      isQuoted ? 'weak' : 'likely',
      data.index,
      data.index + data[0].length,
    );
  }
}
