import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { readCredential } from '../http/credential.ts';
import { equalHashes, hashSecret, newSecret } from './secret.ts';

describe('secrets', () => {
  const kinds = [
    ['user', 'pslu_'],
    ['account', 'psla_'],
    ['key', 'pslk_'],
    ['access', 'pslg_'],
  ] as const;
  for (const [kind, prefix] of kinds) {
    it(`of the kind ${kind} begin with ${prefix} and end with their checksum`, () => {
      for (let n = 0; n < 100; n++) {
        const secret = newSecret(kind);
        assert.match(secret, new RegExp(`^${prefix}[\\w-]{40}[0-9a-f]{8}$`));
        assert.equal(Number.parseInt(secret.slice(-8), 16), crc32(secret.slice(0, -8)));
      }
    });
  }

  it('are different each time', () => {
    const made = Array.from({ length: 1000 }, () => newSecret('user'));
    assert.equal(new Set(made).size, 1000);
  });

  it('can be sent in the headers they are for', () => {
    const token = newSecret('account');
    const key = newSecret('key');
    assert.deepEqual(readCredential({ authorization: `Bearer ${token}` }), {
      kind: 'token',
      secret: token,
    });
    const pair = { 'x-auth-email': 'a@b.test', 'x-auth-key': key };
    assert.deepEqual(readCredential(pair), { kind: 'key', email: 'a@b.test', key });
  });

  it('are stored as SHA-256', () => {
    assert.equal(
      hashSecret('abc'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('match only their own hash', () => {
    const hash = hashSecret('right');
    assert.ok(equalHashes(hash, hashSecret('right')));
    for (const other of [hashSecret('wrong'), '', hash.slice(1), `${hash}0`, hash.toUpperCase()]) {
      assert.ok(!equalHashes(hash, other), other);
    }
  });
});
