import { createHmac, timingSafeEqual } from 'node:crypto';

/** Values that go through a visitor's hands: readable there, but not to be made or changed there. */
export class Seal {
  readonly #key: Buffer;
  readonly #longest: number;

  /** What is sealed for one purpose does not open for another. Longer text is refused unread. */
  constructor(key: Buffer, purpose: string, longest: number) {
    this.#key = createHmac('sha256', key).update(purpose).digest();
    this.#longest = longest;
  }

  close(value: unknown): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${payload}.${this.#sign(payload)}`;
  }

  /** The value as it was closed; undefined unless it was closed here. */
  open(text: string): unknown {
    if (text.length > this.#longest) return undefined;
    const dot = text.indexOf('.');
    if (dot === -1) return undefined;
    const payload = text.slice(0, dot);
    // The texts are compared, not the bytes they stand for: base64 can spell the same bytes in several ways.
    const given = Buffer.from(text.slice(dot + 1));
    const expected = Buffer.from(this.#sign(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url');
  }
}
