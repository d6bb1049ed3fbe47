import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEdgeCaller, writeEdgeCaller } from './edge-caller.ts';

const secret = 'a'.repeat(64);

test('only the edge can name the client', () => {
  for (const address of ['192.0.2.1', '2001:db8::1']) {
    assert.equal(readEdgeCaller(writeEdgeCaller(secret, address), secret), address);
  }
  const forged = [
    undefined,
    '',
    ' ',
    '192.0.2.1',
    ` ${'192.0.2.1'}`,
    `${'b'.repeat(64)} 192.0.2.1`,
  ];
  for (const value of [...forged, `${secret.slice(1)} 192.0.2.1`, `x, ${secret} 192.0.2.1`]) {
    assert.equal(readEdgeCaller(value, secret), undefined, `${value}`);
  }
});
