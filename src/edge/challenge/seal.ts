import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signed values that visitors keep: they can read them, but neither create nor change them. */
export class Seal {
  readonly #key: Buffer;
  readonly #longest: number;

  /** A value that was sealed for one purpose is not valid for another. Text longer than `longest` is refused unread. */
  constructor(key: Buffer, purpose: string, longest: number) {
    this.#key = createHmac('sha256', key).update(purpose).digest();
    this.#longest = longest;
  }

  close(value: unknown): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${payload}.${this.#sign(payload)}`;
  }

  /** The value; undefined if the signature is not valid. */
  open(text: string): unknown {
    if (text.length > this.#longest) return undefined;
    const dot = text.indexOf('.');
    if (dot === -1) return undefined;
    const payload = text.slice(0, dot);
    // Compares the texts and not the decoded bytes, because base64 has several spellings of the same bytes.
    const given = Buffer.from(text.slice(dot + 1));
    const expected = Buffer.from(this.#sign(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url');
  }
}
