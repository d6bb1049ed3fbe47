import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, derived from the secret of the installation. */
export function derivedKey(secret: () => string, purpose: string): () => Buffer {
  let key: Buffer | undefined;
  return () => {
    key ??= Buffer.from(hkdfSync('sha256', secret(), '', `palisade ${purpose}`, 32));
    return key;
  };
}

/** Keeps texts secret in storage. A sealed text that is changed, or copied to another row or column, cannot be opened. */
export class TextSealer {
  readonly #key: () => Buffer;
  readonly #hashKey: () => Buffer;

  /** `secret` is not called before the first use. */
  constructor(secret: () => string, purpose: string) {
    this.#key = derivedKey(secret, purpose);
    this.#hashKey = derivedKey(secret, `${purpose} hash`);
  }

  /** `context` names the row and column that the text is stored in. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key(), nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  /** Undefined if it was sealed with another key, or is damaged. */
  open(sealed: string, context: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const cipher = createDecipheriv(CIPHER, this.#key(), nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** A keyed hash, equal for equal texts. Without the key, a guessed text cannot be confirmed. */
  hash(text: string): string {
    return createHmac('sha256', this.#hashKey()).update(text).digest('hex');
  }
}
