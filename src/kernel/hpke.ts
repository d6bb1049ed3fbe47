import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/**
 * Encryption to a public key: HPKE (RFC 9180) in base mode, one message for each encapsulated key, with
 * DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20-Poly1305. The sender is not authenticated.
 */
export interface HpkeMessage {
  /** 32 bytes, from which the holder of the private key derives the secret. */
  readonly encapsulated: Buffer;
  /** Ends with the authentication tag of 16 bytes. */
  readonly ciphertext: Buffer;
}

export interface HpkeKeys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Context that both sides must agree on; usually empty. */
export interface HpkeContext {
  readonly info?: Buffer;
  readonly aad?: Buffer;
}

export const KEY_BYTES = 32;
export const TAG_BYTES = 16;
const NONCE_BYTES = 12;

const EMPTY = Buffer.alloc(0);
const KEM_SUITE = Buffer.from('4b454d0020', 'hex'); // "KEM", X25519
const HPKE_SUITE = Buffer.from('48504b45002000010003', 'hex'); // "HPKE", X25519, SHA-256, ChaCha20

/** The bytes of a key in base64; undefined for any other text. */
export function keyBytes(text: string): Buffer | undefined {
  const raw = Buffer.from(text, 'base64');
  return raw.length === KEY_BYTES && raw.toString('base64') === text ? raw : undefined;
}

export function publicKeyFrom(raw: Buffer): KeyObject {
  return createPublicKey({ key: ofLength(raw), format: 'raw-public', asymmetricKeyType: 'x25519' });
}

export function privateKeyFrom(raw: Buffer): KeyObject {
  const key = ofLength(raw);
  return createPrivateKey({ key, format: 'raw-private', asymmetricKeyType: 'x25519' });
}

/** The 32 bytes of a key of either kind. */
export function rawKey(key: KeyObject): Buffer {
  return key.export({ format: key.type === 'private' ? 'raw-private' : 'raw-public' });
}

export function generateKeys(): HpkeKeys {
  return generateKeyPairSync('x25519');
}

/** Points of low order lead to the same secret for every key (RFC 7748, section 6.1) and are refused. */
export function isUsable(publicKey: KeyObject): boolean {
  try {
    diffieHellman({ privateKey: generateKeys().privateKey, publicKey });
    return true;
  } catch {
    return false;
  }
}

/** `ephemeral` must be new for each message: if it is used twice, both messages can be decrypted. */
export function seal(
  recipient: KeyObject,
  clear: Buffer,
  { info = EMPTY, aad = EMPTY }: HpkeContext = {},
  ephemeral: HpkeKeys = generateKeys(),
): HpkeMessage {
  const encapsulated = rawKey(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient });
  const { key, nonce } = keySchedule(shared, encapsulated, rawKey(recipient), info);
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad, { plaintextLength: clear.length });
  const ciphertext = Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
  return { encapsulated, ciphertext };
}

/** Throws if the message was encrypted for another key or was modified. */
export function open(
  privateKey: KeyObject,
  { encapsulated, ciphertext }: HpkeMessage,
  { info = EMPTY, aad = EMPTY }: HpkeContext = {},
): Buffer {
  const end = ciphertext.length - TAG_BYTES;
  if (end < 0) throw new RangeError('a message has at least a tag');
  const shared = diffieHellman({ privateKey, publicKey: publicKeyFrom(encapsulated) });
  const recipient = rawKey(createPublicKey(privateKey));
  const { key, nonce } = keySchedule(shared, encapsulated, recipient, info);
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad, { plaintextLength: end });
  decipher.setAuthTag(ciphertext.subarray(end));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, end)), decipher.final()]);
}

/** RFC 9180, sections 4.1 and 5.1, for base mode and the first message. */
function keySchedule(dh: Buffer, encapsulated: Buffer, recipient: Buffer, info: Buffer) {
  const prk = labeledExtract(KEM_SUITE, EMPTY, 'eae_prk', dh);
  const both = Buffer.concat([encapsulated, recipient]);
  const shared = labeledExpand(KEM_SUITE, prk, 'shared_secret', both, KEY_BYTES);
  const context = Buffer.concat([
    Buffer.from([0]),
    labeledExtract(HPKE_SUITE, EMPTY, 'psk_id_hash', EMPTY),
    labeledExtract(HPKE_SUITE, EMPTY, 'info_hash', info),
  ]);
  const secret = labeledExtract(HPKE_SUITE, shared, 'secret', EMPTY);
  return {
    key: labeledExpand(HPKE_SUITE, secret, 'key', context, KEY_BYTES),
    nonce: labeledExpand(HPKE_SUITE, secret, 'base_nonce', context, NONCE_BYTES),
  };
}

function labeledExtract(suite: Buffer, salt: Buffer, label: string, input: Buffer): Buffer {
  return createHmac('sha256', salt)
    .update('HPKE-v1')
    .update(suite)
    .update(label)
    .update(input)
    .digest();
}

/** Never more than one block of SHA-256 is needed, so one round suffices. */
function labeledExpand(suite: Buffer, prk: Buffer, label: string, info: Buffer, length: number) {
  return createHmac('sha256', prk)
    .update(Buffer.from([0, length]))
    .update('HPKE-v1')
    .update(suite)
    .update(label)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
}

function ofLength(raw: Buffer): Buffer {
  if (raw.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  return raw;
}
