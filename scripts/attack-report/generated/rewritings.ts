import type { Encoding } from './encodings.ts';
import { byteString } from './message.ts';

/** Other spellings of the same thing in the languages that are injected. */

const alternate = (word: string): string =>
  [...word].map((letter, at) => (at % 2 ? letter.toLowerCase() : letter.toUpperCase())).join('');

/** Words that SQL and Windows read in any case. Texts in quotes keep theirs. */
const mixWords = (text: string): string =>
  text.replace(/'[\w%]*'|"[\w%]*"|\b[a-z_]{2,}\b/gi, (word) =>
    /^['"]/.test(word) ? word : alternate(word),
  );

/** Names of tags and attributes, and schemes. */
const mixMarkup = (text: string): string =>
  text
    .replace(/<\/?[a-z]+/gi, alternate)
    .replace(/\bon[a-z]+(?=\s*=)/gi, alternate)
    .replace(/\b(?:javascript|data|vbscript)(?=:)/gi, alternate);

const spaces =
  (with_: readonly string[]) =>
  (text: string): string => {
    let turn = 0;
    return text.replaceAll(' ', () => with_[turn++ % with_.length] as string);
  };

/** Spaces between the name of a tag and its attributes. */
const betweenAttributes =
  (by: string) =>
  (text: string): string =>
    text.replace(/(<[a-z]+) /gi, `$1${by}`);

/** Letters of handlers and of script addresses as character references. */
const entities =
  (write: (code: number) => string) =>
  (text: string): string =>
    text.replace(
      /(\bon[a-z]+\s*=\s*["']?|(?:href|src|action|data|to)\s*=\s*["']?(?=javascript:))([^"'>\s]+)/gi,
      (_, name: string, code: string) =>
        name +
        [...code]
          .map((letter) => (/[a-z(:]/i.test(letter) ? write(letter.charCodeAt(0)) : letter))
          .join(''),
    );

/** Calls of functions of the browser, as JavaScript identifiers may be written. */
const identifiers = (text: string): string =>
  text.replace(
    /\b(alert|prompt|confirm|eval|fetch|document|location|print|setTimeout|atob)\b/g,
    (name) => `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
  );

/** Words of a shell command from three letters on. */
const inWords =
  (rewrite: (word: string) => string) =>
  (text: string): string =>
    text.replace(/(?<![\w$%\\-])[a-z]{3,}(?![\w=])/g, rewrite);

const fullWidth =
  (characters: RegExp) =>
  (text: string): string =>
    text.replace(characters, (letter) =>
      byteString(String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    );

const overlong =
  (characters: RegExp) =>
  (text: string): string =>
    text.replace(characters, (letter) => {
      const code = letter.charCodeAt(0);
      return String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    });

const utf7 = (text: string): string =>
  text.replace(/[<>"']/g, (letter) => {
    const bytes = Buffer.from([0, letter.charCodeAt(0)]);
    return `+${bytes.toString('base64').replace(/=+$/, '')}-`;
  });

export const rewritings: Readonly<Record<string, Encoding>> = {
  'mixed case': {
    means: 'SQL words in mixed case',
    families: ['sql'],
    rewrite: mixWords,
  },
  'mixed case of tags': {
    means: 'names of tags and attributes, and schemes, in mixed case',
    families: ['html'],
    rewrite: mixMarkup,
  },
  comments: {
    means: 'comments for spaces in SQL',
    families: ['sql'],
    rewrite: spaces(['/**/']),
  },
  'comments with text': {
    means: 'comments with text, or to the end of a line, for spaces in SQL',
    families: ['sql'],
    rewrite: spaces(['/*a1*/', '--x\n', '/*!*/']),
  },
  whitespace: {
    means: 'tabs, line and form feeds for spaces in SQL, NoSQL and XPath',
    families: ['sql', 'nosql', 'xpath'],
    rewrite: spaces(['\t', '\n', '\r\n', '\x0c']),
  },
  'slash for space': {
    means: 'a slash between the name of a tag and its attributes',
    families: ['html'],
    rewrite: betweenAttributes('/'),
  },
  'line feed in tag': {
    means: 'a line feed and a tab between the name of a tag and its attributes',
    families: ['html'],
    rewrite: betweenAttributes('\n\t'),
  },
  'decimal references': {
    means: 'decimal character references with zeros in handlers and addresses',
    families: ['html'],
    rewrite: entities((code) => `&#${String(code).padStart(5, '0')};`),
  },
  'hexadecimal references': {
    means: 'hexadecimal character references without semicolons in handlers and addresses',
    families: ['html'],
    rewrite: entities((code) => `&#x${code.toString(16).padStart(4, '0')};`),
  },
  'whole value as references': {
    means: 'special characters as character references, which the application decodes',
    families: ['html', 'javascript'],
    rewrite: (text) => text.replace(/[<>"'()=]/g, (it) => `&#${it.charCodeAt(0)};`),
  },
  'escaped identifiers': {
    means: 'names of functions with a `\\u` escape',
    families: ['html', 'javascript'],
    rewrite: identifiers,
  },
  '${IFS}': {
    means: 'a variable of the shell for spaces',
    families: ['shell'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    rewrite: spaces(['${IFS}', '$IFS$9']),
  },
  'quotes in words': {
    means: 'empty quotes within the words of a shell command',
    families: ['shell'],
    rewrite: inWords((word) => `${word.slice(0, 2)}''${word.slice(2)}`),
  },
  'backslashes in words': {
    means: 'backslashes within the words of a shell command',
    families: ['shell'],
    rewrite: inWords((word) => `${word.slice(0, 1)}\\${word.slice(1)}`),
  },
  'full-width': {
    means: 'full-width forms that some databases and frameworks read as ASCII',
    families: ['sql', 'html', 'traversal'],
    rewrite: fullWidth(/['"<>=()./\\]/g),
  },
  'overlong UTF-8': {
    means: 'two bytes where UTF-8 needs one',
    families: ['html', 'traversal', 'sql'],
    rewrite: overlong(/['"<>./\\]/g),
  },
  'UTF-7': {
    means: 'markup in UTF-7',
    families: ['html'],
    rewrite: utf7,
  },
  NUL: {
    means: 'NUL bytes within the names of tags, which some filters remove',
    families: ['html'],
    kinds: ['url', 'form', 'json'],
    rewrite: (text) => text.replace(/<([a-z]{2})(?=[a-z])/gi, '<$1\0'),
  },
  'line breaks': {
    means: 'line feeds instead of CR LF',
    families: ['crlf', 'mail'],
    rewrite: (text) => text.replaceAll('\r\n', '\n'),
  },
  backslashes: {
    means: 'backslashes for slashes, for Windows',
    families: ['traversal'],
    rewrite: (text) => text.replaceAll('/', '\\'),
  },
};
