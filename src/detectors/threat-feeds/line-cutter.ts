/** A part of a feed that can be read on its own, and the line on which it begins. */
export type OnPiece = (text: string, line: number) => void;

/** Cuts a text that arrives in chunks into pieces. */
export interface FeedCutter {
  /** Number of lines so far. */
  readonly lines: number;
  push(chunk: string): void;
  end(): void;
}

/** Longer pieces cannot be threats. */
export const MAX_PIECE_CHARACTERS = 16_384;

/** Cuts at line ends. Lines that are too long are truncated, so that memory stays bounded. */
export class LineCutter implements FeedCutter {
  readonly #onPiece: OnPiece;
  #rest = '';
  #lines = 0;

  constructor(onPiece: OnPiece) {
    this.#onPiece = onPiece;
  }

  get lines(): number {
    return this.#lines;
  }

  push(chunk: string): void {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#keep(chunk.slice(from, end));
      this.#give();
      from = end + 1;
    }
    this.#keep(chunk.slice(from));
  }

  /** The last line may lack a line end. */
  end(): void {
    if (this.#rest !== '') this.#give();
  }

  #keep(text: string): void {
    // One character more than the maximum shows that the line is too long.
    if (this.#rest.length <= MAX_PIECE_CHARACTERS) {
      this.#rest = (this.#rest + text).slice(0, MAX_PIECE_CHARACTERS + 1);
    }
  }

  #give(): void {
    this.#lines += 1;
    this.#onPiece(this.#rest, this.#lines);
    this.#rest = '';
  }
}
