import { gzipSync } from 'node:zlib';
import type { AttackFamily } from '../../../src/catalogs/attacks/attack-families.ts';
import type { Message } from './message.ts';
import type { Place } from './places.ts';
import { rewritings } from './rewritings.ts';

/** Something that is done to an attack and that the server or the language undoes. */
export interface Encoding {
  readonly means: string;
  /** Families whose language or products undo it; all if absent. */
  readonly families?: readonly AttackFamily[];
  /** Kinds of places that undo it; all if absent. */
  readonly kinds?: readonly Place['kind'][];
  /** Of the value. */
  readonly rewrite?: (value: string) => string;
  /** Instead of the notation that the place uses. */
  readonly write?: (value: string) => string;
  /** Of the whole request. */
  readonly wrap?: (message: Message) => Message;
}

const URLS = ['path', 'url', 'form'] as const;
const hex = (byte: string): string => byte.charCodeAt(0).toString(16).padStart(2, '0');
const each = (value: string, write: (byte: string) => string): string =>
  value.replace(/[\s\S]/g, write);
const percents = (value: string): string => each(value, (byte) => `%${hex(byte)}`);
const isPlain = (byte: string): boolean => /[\w.~-]/.test(byte);

function withHeader(message: Message, name: string, value: string, body: string): Message {
  const kept = message.headers.filter(([each]) => each !== name);
  return { ...message, headers: [...kept, [name, value]], body };
}

/** The type with a charset, the body in it. */
function inCharset(message: Message, charset: string, encode: (text: string) => Buffer): Message {
  const type = message.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const text = Buffer.from(message.body, 'latin1').toString();
  const named = `${type.split(';', 1)[0]}; charset=${charset}`;
  return withHeader(message, 'Content-Type', named, encode(text).toString('latin1'));
}

function chunked({ body, ...message }: Message): Message {
  const chunks = [body.slice(0, 7), body.slice(7, 20), body.slice(20)].filter((it) => it !== '');
  const text = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
  const headers = [...message.headers, ['Transfer-Encoding', 'chunked'], ['Content-Length', '']];
  return { ...message, headers: headers as Message['headers'], body: `${text}0\r\n\r\n` };
}

/** A part of the last field in a transfer encoding. */
function partEncoded(message: Message, name: string, encode: (bytes: Buffer) => string): Message {
  const start = message.body.lastIndexOf('\r\n\r\n');
  const end = message.body.lastIndexOf('\r\n--');
  const content = Buffer.from(message.body.slice(start + 4, end), 'latin1');
  const head = `${message.body.slice(0, start)}\r\nContent-Transfer-Encoding: ${name}\r\n\r\n`;
  return { ...message, body: head + encode(content) + message.body.slice(end) };
}

const quotedPrintable = (bytes: Buffer): string =>
  each(bytes.toString('latin1'), (byte) =>
    /[a-z]/.test(byte) ? byte : `=${hex(byte).toUpperCase()}`,
  );

export const encodings: Readonly<Record<string, Encoding>> = {
  none: { means: 'nothing but what the place needs' },
  'percent, all': {
    means: 'every character is percent-encoded',
    kinds: URLS,
    write: percents,
  },
  'percent, twice': {
    means: 'special characters are percent-encoded twice',
    kinds: URLS,
    write: (value) => each(value, (byte) => (isPlain(byte) ? byte : `%25${hex(byte)}`)),
  },
  'percent, mixed': {
    means: 'letters are percent-encoded at random, hexadecimal digits in upper and lower case',
    kinds: URLS,
    write: (value) =>
      [...value]
        .map((byte, at) => {
          if (isPlain(byte) && at % 3 !== 0) return byte;
          return at % 2 === 0 ? percents(byte) : percents(byte).toUpperCase();
        })
        .join(''),
  },
  '%u': {
    means: 'special characters in the `%u0027` form of IIS',
    families: ['sql', 'html', 'javascript', 'traversal', 'file-inclusion'],
    kinds: URLS,
    write: (value) => each(value, (byte) => (isPlain(byte) ? byte : `%u00${hex(byte)}`)),
  },
  '\\u in JSON': {
    means: 'every character as `\\u0027`',
    kinds: ['json'],
    write: (value) => each(value, (byte) => `\\u00${hex(byte)}`),
  },
  'XML references': {
    means: 'every character as a numeric reference',
    kinds: ['xml'],
    write: (value) => each(value, (byte) => `&#x${hex(byte)};`),
  },
  gzip: {
    means: 'a compressed body',
    kinds: ['form', 'json', 'xml', 'multipart'],
    wrap: (message) =>
      withHeader(
        message,
        'Content-Encoding',
        'gzip',
        gzipSync(Buffer.from(message.body, 'latin1')).toString('latin1'),
      ),
  },
  chunked: {
    means: 'a body in small chunks',
    kinds: ['form', 'json', 'xml', 'multipart'],
    wrap: chunked,
  },
  'UTF-16': {
    means: 'a JSON or XML body in UTF-16',
    kinds: ['json', 'xml'],
    wrap: (message) => inCharset(message, 'utf-16le', (text) => Buffer.from(text, 'utf16le')),
  },
  'base64 part': {
    means: 'a part of a multipart form in base64',
    kinds: ['multipart'],
    wrap: (message) => partEncoded(message, 'base64', (bytes) => bytes.toString('base64')),
  },
  'quoted-printable part': {
    means: 'a part of a multipart form in quoted-printable',
    kinds: ['multipart'],
    wrap: (message) => partEncoded(message, 'quoted-printable', quotedPrintable),
  },
  'base64 value': {
    means: 'a value that the application decodes from base64',
    kinds: ['url', 'form', 'json'],
    rewrite: (value) => Buffer.from(value, 'latin1').toString('base64'),
  },
  ...rewritings,
};
