import { hash } from 'node:crypto';
import { ASCII, normalUsername, writeNormalUsername } from './normal-username.ts';

/** Longer user names and passwords are neither imported nor looked up. */
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
 * Computes the fingerprints of credentials: 64 bits of
 *
 *     SHA-256(key ‖ "u" ‖ length of user name ‖ user name ‖ password)   for a pair
 *     SHA-256(key ‖ "p" ‖ SHA-1(password))                              for a password
 *
 * Without the key, guessed passwords cannot be tested against a file. Public breach lists contain the SHA-1.
 * Because the result is truncated to 64 bits, a key prefix is as safe as HMAC, at half the cost.
 *
 * The result is stored in `high` and `low`, so that a lookup allocates almost nothing. The methods return whether
 * there is a result.
 */
export class Fingerprinter {
  high = 0;
  low = 0;
  readonly #message = Buffer.alloc(USERNAME + 4 * MAX_VALUE_BYTES);

  constructor(key: Buffer) {
    key.copy(this.#message, 0, 0, KEY_BYTES);
  }

  /** The fingerprint of byte strings, for lookups. */
  pair(username: string, password: string): boolean {
    if (username.length > MAX_VALUE_BYTES || password.length > MAX_VALUE_BYTES) return false;
    const length = this.#message.write(normalUsername(username), USERNAME, 'latin1');
    const end = USERNAME + length;
    return this.#pair(length, end + this.#message.write(password, end, 'latin1'));
  }

  password(password: string): boolean {
    if (password.length === 0 || password.length > MAX_VALUE_BYTES) return false;
    // Node hashes a string as UTF-8, which equals its bytes only for ASCII.
    const bytes = ASCII.test(password) ? password : Buffer.from(password, 'latin1');
    this.#message.write(hash('sha1', bytes, 'latin1'), PAYLOAD, 'latin1');
    return this.#password();
  }

  /** The fingerprint of parts of a buffer, for imports: the user name ends at `middle`, the password follows. */
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

  /** The fingerprint of a password that is given as SHA-1 in 40 hexadecimal digits. */
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
    // As a string, because a digest as Buffer takes three times as long.
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
