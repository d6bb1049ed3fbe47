/** Parsers differ in their limit of depth; no useful text is deeper than this. */
const MOST_LEVELS = 1000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CUT_NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?$/y;
const WORDS = ['true', 'false', 'null'];
const CUT_ESCAPE = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** `cut`: the text is a prefix of a sound text. */
export type JsonVerdict = 'sound' | 'cut' | 'malformed';

/** An object with its names, or an array. */
interface Level {
  readonly names: Set<string> | undefined;
}

/** The tokens that may come next. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma' | 'nothing';

/**
 * Whether every parser reads a text in the same way: it conforms strictly to RFC 8259, and no object has
 * a name twice. Each character is read once.
 */
export function judgeJson(text: string): JsonVerdict {
  return new Judge(text).run();
}

class Judge {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #at = 0;
  #expected: Expected = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  run(): JsonVerdict {
    const text = this.#text;
    while (this.#at < text.length) {
      const character = text[this.#at] as string;
      if (character === ' ' || character === '\n' || character === '\r' || character === '\t') {
        this.#at += 1;
        continue;
      }
      const verdict = this.#take(character);
      if (verdict) return verdict;
    }
    return this.#expected === 'nothing' ? 'sound' : 'cut';
  }

  #take(character: string): JsonVerdict | undefined {
    switch (this.#expected) {
      case 'first name':
        return character === '}' ? this.#close() : this.#name(character);
      case 'name':
        return this.#name(character);
      case 'colon':
        return this.#goOn(character === ':', 'value');
      case 'first value':
        return character === ']' ? this.#close() : this.#value(character);
      case 'value':
        return this.#value(character);
      case 'comma':
        return this.#comma(character);
      case 'nothing':
        return 'malformed';
    }
  }

  #goOn(isRight: boolean, next: Expected): JsonVerdict | undefined {
    if (!isRight) return 'malformed';
    this.#at += 1;
    this.#expected = next;
    return undefined;
  }

  #comma(character: string): JsonVerdict | undefined {
    const isObject = this.#levels.at(-1)?.names !== undefined;
    if (character === (isObject ? '}' : ']')) return this.#close();
    return this.#goOn(character === ',', isObject ? 'name' : 'value');
  }

  #open(names: Set<string> | undefined): JsonVerdict | undefined {
    this.#levels.push({ names });
    if (this.#levels.length > MOST_LEVELS) return 'malformed';
    return this.#goOn(true, names ? 'first name' : 'first value');
  }

  #close(): undefined {
    this.#levels.pop();
    this.#at += 1;
    this.#endValue();
  }

  #endValue(): void {
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'comma';
  }

  #name(character: string): JsonVerdict | undefined {
    if (character !== '"') return 'malformed';
    const start = this.#at;
    const verdict = this.#string();
    if (verdict) return verdict;
    // Escapes may spell the same name in another way.
    const name: string = JSON.parse(this.#text.slice(start, this.#at));
    const names = this.#levels.at(-1)?.names;
    if (names?.has(name)) return 'malformed';
    names?.add(name);
    this.#expected = 'colon';
    return undefined;
  }

  #value(character: string): JsonVerdict | undefined {
    if (character === '{') return this.#open(new Set());
    if (character === '[') return this.#open(undefined);
    const verdict = character === '"' ? this.#string() : this.#word();
    if (!verdict) this.#endValue();
    return verdict;
  }

  #string(): JsonVerdict | undefined {
    const text = this.#text;
    for (let at = this.#at + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at + 1;
        return undefined;
      }
      if (code < 0x20) return 'malformed';
      if (code !== 0x5c) continue;
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return CUT_ESCAPE.test(text.slice(at, at + 6)) ? 'cut' : 'malformed';
      at = ESCAPE.lastIndex - 1;
    }
    return 'cut';
  }

  #word(): JsonVerdict | undefined {
    const text = this.#text;
    NUMBER.lastIndex = this.#at;
    CUT_NUMBER.lastIndex = this.#at;
    const word = NUMBER.exec(text)?.[0] ?? WORDS.find((each) => text.startsWith(each, this.#at));
    const end = this.#at + (word?.length ?? 0);
    if (end < text.length && CUT_NUMBER.test(text)) return 'cut';
    const rest = text.slice(this.#at, this.#at + 6);
    if (word === undefined)
      return WORDS.some((each) => each.startsWith(rest)) ? 'cut' : 'malformed';
    this.#at = end;
    return undefined;
  }
}
