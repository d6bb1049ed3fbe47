import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { phpGadgets } from './gadget-classes.ts';

const OBJECT = /(?:^|[;{|}])([OC]):(\+?)\d{1,4}:"([\w\\]{1,120})":\d{1,5}:\{/g;
/** Classes that hold data alone. */
const PLAIN =
  /^(?:stdClass|DateTime\w*|ArrayObject|ArrayIterator|SplObjectStorage|__PHP_Incomplete_Class)$/i;
const CODE =
  /\b(?:system|exec|passthru|shell_exec|eval|assert|phpinfo|call_user_func|file_put_contents|base64_decode)\b|\/bin\/|<\?php|\.php"|\/etc\/passwd/;
const MAX_OBJECTS = 50;

/** Objects that PHP has serialised. */
export function readPhpObjects(
  text: string,
  isQuoted: boolean,
  { value, report }: ReadContext,
): void {
  let count = 0;
  for (const { 0: written, 2: plus, 3: name = '', index } of text.matchAll(OBJECT)) {
    count += 1;
    if (count > MAX_OBJECTS) return;
    const strength = objectStrength(name, plus !== '', text, value.place === 'cookie');
    if (strength)
      report('deserialization-php', isQuoted ? 'weak' : strength, index, index + written.length);
  }
}

function objectStrength(
  name: string,
  hasPlus: boolean,
  text: string,
  isCookie: boolean,
): Strength | undefined {
  // A sign before the length is only there to pass filters.
  if (hasPlus) return 'clear';
  if (!isCookie && phpGadgets.some((prefix) => name.startsWith(prefix))) return 'clear';
  if (CODE.test(text)) return 'clear';
  return PLAIN.test(name) ? undefined : 'likely';
}
