import { isFieldValue, isToken } from './characters.ts';
import { WireError } from './wire-error.ts';

/** Limit for all extensions of a body together. They have no practical use, so it is low. */
const MAX_BYTES = 1024;

const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

type State = 'name' | 'value' | 'token' | 'quoted' | 'escaped' | 'after-quote';

/** `;name`, `;name=token`, `;name="text"`: RFC 9112, section 7.1.1, without whitespace around `;` and `=`. */
export class ChunkExtension {
  #state: State = 'name';
  #length = 0;
  #total = 0;

  /** To be called after a semicolon. */
  begin(): void {
    this.#state = 'name';
    this.#length = 0;
  }

  take(code: number): void {
    if (++this.#total > MAX_BYTES) throw new WireError('chunk-extension');
    this.#length += 1;
    switch (this.#state) {
      case 'name':
        if (code === EQUALS && this.#length > 1) this.#turn('value');
        else this.#takeToken(code);
        break;
      case 'value':
        if (code === QUOTE) {
          this.#turn('quoted');
          break;
        }
        this.#state = 'token';
        this.#takeToken(code);
        break;
      case 'token':
        this.#takeToken(code);
        break;
      case 'quoted':
        if (code === QUOTE) this.#state = 'after-quote';
        else if (code === BACKSLASH) this.#state = 'escaped';
        else if (isFieldValue[code] !== 1) throw new WireError('chunk-extension');
        break;
      case 'escaped':
        if (isFieldValue[code] !== 1) throw new WireError('chunk-extension');
        this.#state = 'quoted';
        break;
      case 'after-quote':
        if (code !== SEMICOLON) throw new WireError('chunk-extension');
        this.begin();
    }
  }

  /** To be called at the end of the line. */
  end(): void {
    const isWhole =
      this.#state === 'after-quote' ||
      ((this.#state === 'name' || this.#state === 'token') && this.#length > 0);
    if (!isWhole) throw new WireError('chunk-extension');
  }

  #takeToken(code: number): void {
    if (isToken[code] === 1) return;
    if (code !== SEMICOLON || this.#length === 1) throw new WireError('chunk-extension');
    this.begin();
  }

  #turn(state: State): void {
    this.#state = state;
    this.#length = 0;
  }
}
