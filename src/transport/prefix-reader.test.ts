import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { PrefixReader } from './prefix-reader.ts';
import { TimerWheel } from './timer-wheel.ts';

describe('the first bytes of a connection', () => {
  it('are not all copied for each byte that arrives', async () => {
    const stream = new PassThrough();
    const received: Buffer[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    new PrefixReader({
      // The reader uses only the part of a socket that every stream has.
      socket: stream as unknown as Socket,
      wheel: new TimerWheel({ tickMs: 1_000, now: () => 0 }),
      timeoutMs: 1_000,
      parse: (bytes) => {
        received.push(bytes);
        return bytes.length < 4_000
          ? undefined
          : { value: bytes.toString('latin1'), length: 3_999 };
      },
      onRead: resolve,
    });
    const text = Array.from({ length: 4_000 }, (_, n) => String(n % 10)).join('');
    for (const [n, byte] of [...text].entries()) {
      stream.write(byte);
      while (received.length <= n) await new Promise(setImmediate);
    }
    assert.equal(await promise, text);
    assert.equal(String(stream.read()), '9', 'the following bytes are left for the next reader');
    const buffers = new Set(
      received.map(({ buffer, byteOffset }) => `${byteOffset} ${buffer.byteLength}`),
    );
    assert.ok(buffers.size <= 16, `the bytes were at ${buffers.size} offsets`);
  });
});
