import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  generateKeys,
  isUsable,
  keyBytes,
  open,
  privateKeyFrom,
  publicKeyFrom,
  rawKey,
  seal,
} from './hpke.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

/** RFC 9180, appendix A.2.1: base mode, message with sequence number 0. */
const vector = {
  info: hex('4f6465206f6e2061204772656369616e2055726e'),
  ephemeralPrivate: hex('f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600'),
  encapsulated: hex('1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a'),
  recipientPrivate: hex('8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb'),
  recipientPublic: hex('4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a'),
  aad: hex('436f756e742d30'),
  clear: hex('4265617574792069732074727574682c20747275746820626561757479'),
  ciphertext: hex(
    '1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28',
  ),
};

describe('HPKE', () => {
  const { info, aad, clear, encapsulated, ciphertext } = vector;
  const recipient = publicKeyFrom(vector.recipientPublic);
  const privateKey = privateKeyFrom(vector.recipientPrivate);

  it('encrypts the test vector of RFC 9180, A.2.1', () => {
    const ephemeral = {
      publicKey: publicKeyFrom(encapsulated),
      privateKey: privateKeyFrom(vector.ephemeralPrivate),
    };
    const sealed = seal(recipient, clear, { info, aad }, ephemeral);
    assert.equal(sealed.encapsulated.toString('hex'), encapsulated.toString('hex'));
    assert.equal(sealed.ciphertext.toString('hex'), ciphertext.toString('hex'));
  });

  it('decrypts the test vector', () => {
    const opened = open(privateKey, { encapsulated, ciphertext }, { info, aad });
    assert.equal(opened.toString(), 'Beauty is truth, truth beauty');
  });

  it('exports keys as they were imported', () => {
    assert.ok(rawKey(recipient).equals(vector.recipientPublic));
    assert.ok(rawKey(privateKey).equals(vector.recipientPrivate));
    assert.ok(keyBytes(vector.recipientPublic.toString('base64'))?.equals(vector.recipientPublic));
    for (const text of [
      '',
      'x',
      `${'A'.repeat(42)}B=`,
      `${'A'.repeat(44)}`,
      `${'_'.repeat(43)}=`,
    ]) {
      assert.equal(keyBytes(text), undefined);
    }
    assert.throws(() => publicKeyFrom(Buffer.alloc(31)), /32 bytes/);
    assert.throws(() => privateKeyFrom(Buffer.alloc(33)), /32 bytes/);
  });

  it('decrypts whatever it has encrypted', () => {
    const keys = generateKeys();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000, size: 'max' }), (bytes) => {
        const sealed = seal(keys.publicKey, Buffer.from(bytes));
        assert.equal(sealed.ciphertext.length, bytes.length + 16);
        assert.ok(open(keys.privateKey, sealed).equals(bytes));
      }),
      { numRuns: 50 },
    );
  });

  it('uses a new key for each message', () => {
    const [one, other] = [seal(recipient, clear), seal(recipient, clear)];
    assert.notEqual(one.encapsulated.toString('hex'), other.encapsulated.toString('hex'));
    assert.notEqual(one.ciphertext.toString('hex'), other.ciphertext.toString('hex'));
  });

  it('does not decrypt a modified message, or one for another key', () => {
    const keys = generateKeys();
    const sealed = seal(keys.publicKey, clear);
    assert.throws(() => open(generateKeys().privateKey, sealed));
    assert.throws(() => open(keys.privateKey, sealed, { aad }));
    for (let at = 0; at < sealed.ciphertext.length; at++) {
      const changed = Buffer.from(sealed.ciphertext);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => open(keys.privateKey, { ...sealed, ciphertext: changed }));
    }
    const short = { ...sealed, ciphertext: sealed.ciphertext.subarray(0, 15) };
    assert.throws(() => open(keys.privateKey, short), /at least a tag/);
  });

  it('recognises points of low order', () => {
    assert.ok(isUsable(recipient));
    assert.ok(!isUsable(publicKeyFrom(Buffer.alloc(32))));
    assert.ok(!isUsable(publicKeyFrom(Buffer.from([1, ...Buffer.alloc(31)]))));
  });
});
