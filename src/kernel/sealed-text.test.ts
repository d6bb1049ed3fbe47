import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextSealer } from './sealed-text.ts';

describe('sealed texts', () => {
  const sealer = new TextSealer(() => 'a key', 'test');

  it('are read with the same key, in the same context', () => {
    const sealed = sealer.seal('häuser ✓', 'row 1');
    assert.ok(!Buffer.from(sealed, 'base64').includes('user'));
    assert.equal(new TextSealer(() => 'a key', 'test').open(sealed, 'row 1'), 'häuser ✓');
    assert.notEqual(sealer.seal('häuser ✓', 'row 1'), sealed);
  });

  it('are not read with another key, for another purpose, in another context or damaged', () => {
    const sealed = sealer.seal('text', 'row 1');
    assert.equal(new TextSealer(() => 'another', 'test').open(sealed, 'row 1'), undefined);
    assert.equal(new TextSealer(() => 'a key', 'other').open(sealed, 'row 1'), undefined);
    assert.equal(sealer.open(sealed, 'row 2'), undefined);
    const bytes = Buffer.from(sealed, 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.equal(sealer.open(changed.toString('base64'), 'row 1'), undefined);
    }
    assert.equal(sealer.open('', 'row 1'), undefined);
  });

  it('have hashes that are equal for equal texts and keys only', () => {
    assert.equal(sealer.hash('text'), new TextSealer(() => 'a key', 'test').hash('text'));
    assert.notEqual(sealer.hash('text'), sealer.hash('texts'));
    assert.notEqual(sealer.hash('text'), new TextSealer(() => 'another', 'test').hash('text'));
  });
});
