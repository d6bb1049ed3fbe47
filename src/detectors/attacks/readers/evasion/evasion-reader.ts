import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { readLayers } from './layers.ts';
import { readLookAlikes } from './look-alikes.ts';
import { readPathTricks } from './path-tricks.ts';

/** The first bytes of overlong forms of quotes, angle brackets, slashes and dots. */
const OVERLONG = [
  '\xc0\xa2',
  '\xc0\xa7',
  '\xc0\xae',
  '\xc0\xaf',
  '\xc0\xbc',
  '\xc0\xbe',
  '\xc1\x9c',
  '\xe0\x80',
  '\xf0\x80\x80',
];
/** Full-width forms of angle brackets, quotes and slashes. */
const FULL_WIDTH = ['\x82', '\x87', '\x8f', '\x9c', '\x9e', '\xbc'].map(
  (byte) => `\xef\xbc${byte}`,
);

/** Reads the spelling of a value: encodings that hide characters which matter. */
export const evasionReader: AttackReader = {
  name: 'evasion',
  triggers: [
    { words: ['%2e', '%27', '%3c', '%3e', '%5c', '%00', '%25', '%u'] },
    { words: ['%4', '%5', '%6', '%7'] },
    { words: [...OVERLONG, ...FULL_WIDTH] },
    { words: ['+adw-', '+ad4-', '+aci-', '+acc-', '+ac8-', '+afw-'] },
    { words: ['\0'] },
    { words: ['/.', '/;', ';/'] },
  ],
  readsDocuments: true,
  read(text, context) {
    const { place, isName } = context.value;
    // Spelling matters where the server reads it, and binary content has any bytes.
    const isContent = (place === 'file' && isName !== true) || place === 'body';
    if (context.views.length > 0 || isContent) return;
    readLayers(text, context);
    readLookAlikes(text, context);
    if (place === 'path') readPathTricks(text, context);
    readNul(text, context);
  },
};

/** A NUL within a text, where some programs stop to read. */
function readNul(text: string, { value, report }: ReadContext): void {
  const at = text.indexOf('\0');
  if (at === -1 || at === text.length - 1 || value.place === 'file') return;
  // Names of private members of PHP contain NULs.
  if (!isText(text) || /^[aOC]:\d{1,6}:/.test(text)) return;
  report('evasion-nul', value.place === 'json' ? 'weak' : 'likely', at, at + 1);
}

/** Other control characters, or several NULs in a row, show that a value is binary. */
function isText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0 && text.charCodeAt(at + 1) === 0) return false;
    if (code > 0x7e || (code < 0x20 && code !== 0 && (code < 9 || code > 13))) return false;
  }
  return true;
}
