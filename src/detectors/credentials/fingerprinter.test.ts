import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Fingerprinter, MAX_VALUE_BYTES } from './fingerprinter.ts';
import { normalUsername } from './normal-username.ts';

const key = Buffer.alloc(32, 7);
const prints = new Fingerprinter(key);
const shown = (isThere: boolean) => (isThere ? `${prints.high}:${prints.low}` : 'none');
const byteStrings = fc
  .uint8Array({ maxLength: 30, size: 'max' })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));

/** A reference implementation of the comment of the class. */
function defined(tag: string, payload: Buffer): string {
  const digest = hash('sha256', Buffer.concat([key, Buffer.from(tag), payload]), 'buffer');
  return `${digest.readUInt32BE(0)}:${digest.readUInt32BE(4)}`;
}

describe('fingerprints', () => {
  it('agree with their definition, from strings and from buffers', () => {
    fc.assert(
      fc.property(byteStrings, byteStrings, (username, password) => {
        const line = Buffer.from(`${username}:${password}`, 'latin1');
        const name = Buffer.from(normalUsername(username), 'latin1');
        const length = Buffer.from([name.length, 0]);
        const secret = Buffer.from(password, 'latin1');
        const isPair = name.length > 0 && secret.length > 0;
        const pair = isPair ? defined('u', Buffer.concat([length, name, secret])) : 'none';
        assert.equal(shown(prints.pair(username, password)), pair);
        assert.equal(shown(prints.pairIn(line, 0, username.length, line.length)), pair);
        const sha1 = hash('sha1', secret, 'hex');
        const alone = secret.length > 0 ? defined('p', Buffer.from(sha1, 'hex')) : 'none';
        assert.equal(shown(prints.password(password)), alone);
        assert.equal(shown(prints.passwordIn(line, username.length + 1, line.length)), alone);
        if (secret.length > 0) {
          assert.equal(shown(prints.sha1In(Buffer.from(`>${sha1}`), 1)), alone);
          assert.equal(shown(prints.sha1In(Buffer.from(sha1.toUpperCase()), 0)), alone);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('depend on the key', () => {
    const other = new Fingerprinter(Buffer.alloc(32, 8));
    prints.pair('ada', 'lovelace');
    other.pair('ada', 'lovelace');
    assert.notDeepEqual([prints.high, prints.low], [other.high, other.low]);
  });

  it('are not computed for overlong values', () => {
    const long = 'x'.repeat(MAX_VALUE_BYTES + 1);
    const most = 'Ⱥ'.repeat(MAX_VALUE_BYTES / 2);
    assert.equal(prints.pair(long, 'x'), false);
    assert.equal(prints.pair('x', long), false);
    assert.equal(prints.password(long), false);
    assert.equal(prints.pairIn(Buffer.from(`x:${long}`), 0, 1, long.length + 2), false);
    assert.equal(prints.pair(Buffer.from(most).toString('latin1'), long.slice(1)), true);
  });

  it('are not computed from invalid SHA-1 digits', () => {
    assert.equal(prints.sha1In(Buffer.from('g'.repeat(40)), 0), false);
    assert.equal(prints.sha1In(Buffer.from('a'.repeat(39)), 0), false);
  });
});
