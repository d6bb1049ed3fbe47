import { hash } from 'node:crypto';
import { ASCII, normalUsername, writeNormalUsername } from './normal-username.ts';

/** Longer names and passwords are neither imported nor looked up: nobody types them. */
export const MAX_VALUE_BYTES = 1024;

export const KEY_BYTES = 32;
const PAIR_TAG = 'u'.charCodeAt(0);
const PASSWORD_TAG = 'p'.charCodeAt(0);
const PAYLOAD = KEY_BYTES + 1;
const USERNAME = PAYLOAD + 2;
const SHA1_BYTES = 20;
const NO_DIGIT = 16;
/** The value of every byte as a hexadecimal digit. */
const digits = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return digit === -1 ? NO_DIGIT : digit;
});

/**
 * Makes the fingerprints that stand for credentials: 64 bits of
 *
 *     SHA-256(key ‖ "u" ‖ length of user name ‖ user name ‖ password)   for a pair
 *     SHA-256(key ‖ "p" ‖ SHA-1(password))                              for a password
 *
 * Without the key nobody can try passwords on a file. The SHA-1 is what public breach lists publish.
 * Cut to 64 bits the plain prefix construction is as good as HMAC, at half the price.
 *
 * The result is left in `high` and `low`, so that a lookup allocates next to nothing; the methods
 * say whether there is one.
 */
export class Fingerprinter {
  high = 0;
  low = 0;
  readonly #message = Buffer.alloc(USERNAME + 4 * MAX_VALUE_BYTES);

  constructor(key: Buffer) {
    key.copy(this.#message, 0, 0, KEY_BYTES);
  }

  /** Of byte strings, for lookups. */
  pair(username: string, password: string): boolean {
    if (username.length > MAX_VALUE_BYTES || password.length > MAX_VALUE_BYTES) return false;
    const length = this.#message.write(normalUsername(username), USERNAME, 'latin1');
    const end = USERNAME + length;
    return this.#pair(length, end + this.#message.write(password, end, 'latin1'));
  }

  password(password: string): boolean {
    if (password.length === 0 || password.length > MAX_VALUE_BYTES) return false;
    // The digest of a string is that of its UTF-8, which is what it says only if it is ASCII.
    const bytes = ASCII.test(password) ? password : Buffer.from(password, 'latin1');
    this.#message.write(hash('sha1', bytes, 'latin1'), PAYLOAD, 'latin1');
    return this.#password();
  }

  /** Of parts of a buffer, for imports: the user name up to `middle`, the password after it. */
  pairIn(source: Buffer, from: number, middle: number, to: number): boolean {
    if (middle - from > MAX_VALUE_BYTES || to - middle - 1 > MAX_VALUE_BYTES) return false;
    const length = writeNormalUsername(source, from, middle, this.#message, USERNAME);
    const end = USERNAME + length;
    return this.#pair(length, end + source.copy(this.#message, end, middle + 1, to));
  }

  passwordIn(source: Buffer, from: number, to: number): boolean {
    if (to === from || to - from > MAX_VALUE_BYTES) return false;
    const digest = hash('sha1', source.subarray(from, to), 'latin1');
    this.#message.write(digest, PAYLOAD, 'latin1');
    return this.#password();
  }

  /** Of a password whose SHA-1 is there in 40 hexadecimal digits. */
  sha1In(source: Buffer, from: number): boolean {
    for (let index = 0; index < SHA1_BYTES; index++) {
      const high = digits[source[from + 2 * index] ?? 0] ?? NO_DIGIT;
      const low = digits[source[from + 2 * index + 1] ?? 0] ?? NO_DIGIT;
      if (high === NO_DIGIT || low === NO_DIGIT) return false;
      this.#message[PAYLOAD + index] = high * 16 + low;
    }
    return this.#password();
  }

  #pair(usernameLength: number, end: number): boolean {
    if (usernameLength === 0 || end === USERNAME + usernameLength) return false;
    this.#message[KEY_BYTES] = PAIR_TAG;
    this.#message.writeUInt16LE(usernameLength, PAYLOAD);
    return this.#digest(end);
  }

  #password(): boolean {
    this.#message[KEY_BYTES] = PASSWORD_TAG;
    return this.#digest(PAYLOAD + SHA1_BYTES);
  }

  #digest(end: number): true {
    // As text, because a digest as Buffer takes three times as long.
    const digest = hash('sha256', this.#message.subarray(0, end), 'latin1');
    this.high = word(digest, 0);
    this.low = word(digest, 4);
    return true;
  }
}

function word(bytes: string, at: number): number {
  return (
    ((bytes.charCodeAt(at) << 24) |
      (bytes.charCodeAt(at + 1) << 16) |
      (bytes.charCodeAt(at + 2) << 8) |
      bytes.charCodeAt(at + 3)) >>>
    0
  );
}
