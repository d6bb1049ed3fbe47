import { decodePercents } from '../../../kernel/percent.ts';
import type { ViewStep } from '../attack-finding.ts';

/** A text in which a reader looks for a language, and the steps that led to it. */
export interface View {
  readonly text: string;
  readonly steps: readonly ViewStep[];
}

/** Servers and proxies in a row decode this often at the most. */
const MAX_ROUNDS = 4;
const ESCAPED = /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i;

/**
 * The views of a text as the server reads it: the text itself, without all further percent-encoding, and without all
 * further encodings of single characters. Views that are equal to the one before are left out.
 */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, steps: [] }];
  const plain = withoutPercents(text);
  if (plain !== text) views.push({ text: plain, steps: ['percent'] });
  const steps = new Set<ViewStep>(plain === text ? [] : ['percent']);
  let decoded = plain;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = decoded;
    for (const { step, mark, decode } of decoders) {
      if (mark !== undefined && !decoded.includes(mark)) continue;
      const after = decode(decoded);
      if (after !== decoded) steps.add(step);
      decoded = after;
    }
    if (decoded === before) break;
  }
  if (decoded !== plain) views.push({ text: decoded, steps: [...steps] });
  return views;
}

function withoutPercents(text: string): string {
  let decoded = text;
  for (let round = 0; round < MAX_ROUNDS && ESCAPED.test(decoded); round += 1) {
    decoded = decodePercents(decodeWide(decoded));
  }
  return decoded;
}

/** The `%uXXXX` form of IIS and of `escape` in browsers. */
const decodeWide = (text: string): string =>
  text.replace(/%u([0-9a-f]{4})/gi, (_, digits: string) => narrow(Number.parseInt(digits, 16)));

/** Slashes and dots that best-fit conversions of Windows map to ASCII. */
const lookAlikes: ReadonlyMap<number, string> = new Map([
  [0x2044, '/'],
  [0x2215, '/'],
  [0x2216, '\\'],
  [0x2024, '.'],
]);

/** A character as an ASCII byte where it has a look-alike, otherwise in UTF-8. */
function narrow(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  const known = lookAlikes.get(code);
  if (known !== undefined) return known;
  if (code > 0x10ffff) return '';
  return Buffer.from(String.fromCodePoint(code)).toString('latin1');
}

interface Decoder {
  readonly step: ViewStep;
  /** Occurs in all that it decodes. */
  readonly mark?: string;
  readonly decode: (text: string) => string;
}

const decoders: readonly Decoder[] = [
  { step: 'percent', mark: '%', decode: withoutPercents },
  { step: 'overlong', decode: decodeOverlong },
  { step: 'full-width', decode: decodeFullWidth },
  { step: 'utf-7', mark: '+', decode: decodeUtf7 },
  { step: 'entities', mark: '&', decode: decodeEntities },
  { step: 'escapes', mark: '\\', decode: decodeEscapes },
  { step: 'nul', mark: '\0', decode: (text) => text.replaceAll('\0', '') },
];

/** ASCII characters in more bytes than UTF-8 needs, which lenient decoders accept. */
function decodeOverlong(text: string): string {
  return text.replace(
    /(?:[\xc0\xc1]|\xe0[\x80\x81]|\xf0\x80[\x80\x81]|\xf8\x80\x80[\x80\x81]|\xfc\x80\x80\x80[\x80\x81])[\x80-\xbf]/g,
    (bytes) => {
      const lead = bytes.charCodeAt(bytes.length - 2) & 1;
      return String.fromCharCode((lead << 6) | (bytes.charCodeAt(bytes.length - 1) & 0x3f));
    },
  );
}

/** Full-width forms and look-alikes in UTF-8, which some databases and frameworks convert to ASCII. */
function decodeFullWidth(text: string): string {
  return text.replace(
    /\xef[\xbc\xbd][\x80-\xbf]|\xe2[\x80\x81\x88][\x84\x95\x96\xa4]/g,
    (bytes) => {
      const second = bytes.charCodeAt(1) & 0x3f;
      const third = bytes.charCodeAt(2) & 0x3f;
      return narrow(((bytes.charCodeAt(0) & 0x0f) << 12) | (second << 6) | third);
    },
  );
}

/** RFC 2152: `+ADw-` is `<`. Only runs that become ASCII are decoded, because base64 looks similar. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]{2,})-?/g, (run, digits: string) => {
    const bytes = Buffer.from(digits, 'base64');
    let decoded = '';
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      if (bytes[at] !== 0 || (bytes[at + 1] as number) > 0x7e || (bytes[at + 1] as number) < 9)
        return run;
      decoded += String.fromCharCode(bytes[at + 1] as number);
    }
    return decoded === '' ? run : decoded;
  });
}

const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  tab: '\t',
  newline: '\n',
  colon: ':',
  semi: ';',
  lpar: '(',
  rpar: ')',
  lbrack: '[',
  lsqb: '[',
  rbrack: ']',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  lbrace: '{',
  rbrace: '}',
  sol: '/',
  bsol: '\\',
  equals: '=',
  grave: '`',
  comma: ',',
  period: '.',
  excl: '!',
  quest: '?',
  num: '#',
  dollar: '$',
  percnt: '%',
  plus: '+',
  hyphen: '-',
  lowbar: '_',
  vert: '|',
  verbar: '|',
  midast: '*',
  ast: '*',
  commat: '@',
  hat: '^',
};

/** HTML character references. The semicolon may be absent, as in browsers. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#0*(\d{1,7})|#x0*([0-9a-f]{1,6})|([a-z]{2,8}));?/gi,
    (written, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? written;
      return narrow(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
    },
  );
}

/** Escapes of JavaScript and similar languages; those of other characters than ASCII are of no interest. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{0*([0-9a-f]{1,6})\}|([0-3]?[0-7]{2}))/gi,
    (_, byte?: string, unit?: string, point?: string, octal?: string) =>
      narrow(
        octal === undefined
          ? Number.parseInt(byte ?? unit ?? point ?? '', 16)
          : Number.parseInt(octal, 8),
      ),
  );
}
