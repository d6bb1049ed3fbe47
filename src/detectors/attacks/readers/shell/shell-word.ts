/** A word of a shell after the expansions that can be done without running it. */
export interface ShellWord {
  /** Without quotes and escapes; variables are empty. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
  /** Position after the word and, if a variable separated it from the next, after that. */
  readonly end: number;
  /** Whether letters of the word are kept apart by something that the shell removes. */
  readonly isDisguised: boolean;
  readonly isQuoted: boolean;
}

/** Longer words are cut: names of commands and the arguments that matter are short. */
export const MAX_WORD = 256;

const SEPARATOR = /[\s;|&<>()`\0]/;
/** Variables whose slices spell a slash or a space in payloads. */
const SLICE = /^\$\{(?:PATH|HOME|PWD|SHELL|OLDPWD)(?::0:1|%%[^}]{1,8}|:\d:1)\}/;
const SPACE_VARIABLE = /^\$(?:IFS(?:\$\d)?|\{IFS[^}]{0,12}\}(?:\$\d)?)/;
const EMPTY_VARIABLE = /^\$(?:[@*!\d]|\{[@*!\d]\}|\{[A-Za-z_]\w{0,30}\}|[A-Za-z_]\w{0,30})/;
const ESCAPED = /\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|(.))/gi;

/** Reads the word that begins at a position; undefined if none begins there. */
export function readWord(text: string, start: number): ShellWord | undefined {
  const reader = new WordReader(text.slice(start, start + MAX_WORD));
  const word = reader.read();
  return word && { ...word, end: start + word.end };
}

class WordReader {
  readonly #text: string;
  #at = 0;
  #word = '';
  #isDisguised = false;
  #isQuoted = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellWord | undefined {
    while (this.#at < this.#text.length && this.#step());
    const raw = this.#text.slice(0, this.#at);
    if (raw === '') return undefined;
    const space = SPACE_VARIABLE.exec(this.#text.slice(this.#at, this.#at + 32));
    return {
      text: this.#word,
      raw,
      end: this.#at + (space?.[0].length ?? 0),
      isDisguised: this.#isDisguised || space !== null,
      isQuoted: this.#isQuoted,
    };
  }

  /** Takes one unit; false at the end of the word. */
  #step(): boolean {
    const character = this.#text.charAt(this.#at);
    if (SEPARATOR.test(character)) return false;
    if (character === "'" || character === '"') return this.#quoted(character);
    if (character === '\\' || character === '^') return this.#escaped(character);
    if (character === '$') return this.#variable();
    this.#word += character;
    this.#at += 1;
    return true;
  }

  /** A quote that is not closed belongs to the text around the command. */
  #quoted(quote: string): boolean {
    const close = this.#text.indexOf(quote, this.#at + 1);
    if (close === -1) return false;
    const isInside = this.#at > 0 || /[\w'"\\$/]/.test(this.#text.charAt(close + 1));
    if (isInside && close - this.#at < 16) this.#isDisguised = true;
    this.#word += this.#text.slice(this.#at + 1, close);
    this.#isQuoted = true;
    this.#at = close + 1;
    return true;
  }

  /** The backslash of POSIX shells, the caret of Windows. */
  #escaped(sign: string): boolean {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '' || /\s/.test(next)) return this.#replace(1, sign, false);
    if (/[a-z]/i.test(next)) this.#isDisguised = true;
    this.#word += sign === '^' && !/[\w&|<>^/.]/.test(next) ? `^${next}` : next;
    this.#at += 2;
    return true;
  }

  #variable(): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 64);
    const arithmetic = /^\$\(\([^()]{1,40}\)\)/.exec(rest);
    if (arithmetic) return this.#replace(arithmetic[0].length, '0', false);
    if (rest.startsWith('$(') || SPACE_VARIABLE.test(rest)) return false;
    const slice = SLICE.exec(rest);
    if (slice) return this.#replace(slice[0].length, '/');
    if (rest.startsWith("$'")) return this.#ansiString();
    const empty = EMPTY_VARIABLE.exec(rest);
    if (!empty) return this.#replace(1, '$', false);
    // A variable alone is an ordinary argument; within a name it can only be there to split it.
    return this.#replace(empty[0].length, '', this.#word !== '' && /^\$[@*!\d{]/.test(rest));
  }

  /** `$'…'` with escapes. */
  #ansiString(): boolean {
    const close = this.#text.indexOf("'", this.#at + 2);
    if (close === -1) return false;
    const content = this.#text.slice(this.#at + 2, close);
    const decoded = content.replace(ESCAPED, (_, hex?: string, octal?: string, other = '') =>
      hex === undefined && octal === undefined
        ? other
        : String.fromCharCode(
            Number.parseInt(hex ?? octal ?? '', hex === undefined ? 8 : 16) & 255,
          ),
    );
    return this.#replace(close + 1 - this.#at, decoded);
  }

  #replace(length: number, replacement: string, isDisguise = true): true {
    if (isDisguise) this.#isDisguised = true;
    this.#word += replacement;
    this.#at += length;
    return true;
  }
}
