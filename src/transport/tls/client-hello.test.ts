import assert from 'node:assert/strict';
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { ServerNameParser } from './client-hello.ts';

/** The first message of a real client. */
async function helloOf(servername: string): Promise<Buffer> {
  const [near, far] = duplexPair();
  const socket = connect({ socket: near, ...(servername && { servername }) });
  socket.on('error', () => {});
  const [hello] = await once(far, 'data');
  socket.destroy();
  return hello;
}

/** The result for a new connection that has sent these bytes. */
const parseServerName = (bytes: Buffer) => new ServerNameParser().parse(bytes);

/** The same message in records of `size` bytes. */
function inRecords(hello: Buffer, size: number): Buffer {
  const content = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size);
    const head = Buffer.from([22, 3, 1, 0, 0]);
    head.writeUInt16BE(part.length, 3);
    records.push(head, part);
  }
  return Buffer.concat(records);
}

describe('the server name of a TLS connection', () => {
  it('is found in the ClientHello, however it is split', async () => {
    const hello = await helloOf('www.shop.test');
    const found = { value: 'www.shop.test', length: 0 };
    for (const bytes of [hello, inRecords(hello, 30), inRecords(hello, 100)]) {
      assert.deepEqual(parseServerName(bytes), found);
      for (const cut of [0, 1, 5, 9, 60, bytes.length - 1]) {
        assert.equal(parseServerName(bytes.subarray(0, cut)), undefined);
      }
      const parser = new ServerNameParser();
      for (let length = 1; length < bytes.length; length++) {
        assert.equal(parser.parse(bytes.subarray(0, length)), undefined);
      }
      assert.deepEqual(parser.parse(bytes), found);
    }
  });

  it('is undefined if there is none', async () => {
    const none = { value: undefined, length: 0 };
    assert.deepEqual(parseServerName(await helloOf('')), none);
    assert.deepEqual(parseServerName(Buffer.from('GET / HTTP/1.1')), none);
    assert.deepEqual(parseServerName(Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])), none);
    // The parser gives up on messages that are too long, and on empty records.
    assert.deepEqual(parseServerName(Buffer.from([22, 3, 1, 255, 255])), none);
    assert.deepEqual(parseServerName(Buffer.from([22, 3, 1, 0, 4, 1, 255, 0, 0])), none);
    assert.deepEqual(parseServerName(Buffer.from([22, 3, 1, 0, 0])), none);
  });

  it('reads each record once, and gives up on a message in too many of them', () => {
    // If every read parsed and joined all records again, 16 KB in single bytes would cost seconds.
    const message = Buffer.concat([Buffer.from([1, 0, 16, 0]), Buffer.alloc(4_096)]);
    const bytes = inRecords(Buffer.concat([Buffer.alloc(5), message]), 1);
    let reads = 0;
    const parser = new ServerNameParser();
    for (let length = 1; ; length++) {
      const received = bytes.subarray(0, length);
      received.readUInt16BE = (at) => {
        reads++;
        return Buffer.prototype.readUInt16BE.call(received, at);
      };
      const result = parser.parse(received);
      if (!result) continue;
      assert.deepEqual(result, { value: undefined, length: 0 });
      assert.ok(length < 400, `the parser waited for ${length} bytes`);
      break;
    }
    // One read when the head of a record is complete, and one when its content is; joining the first four records reads each once more.
    assert.ok(reads <= 2 * 65 + 4, `${reads} record heads were read`);
  });

  it('is parsed from any bytes without an exception', async () => {
    const hello = await helloOf('www.shop.test');
    const change = fc.tuple(fc.nat(hello.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const bytes = Buffer.from(hello);
        for (const [at, value] of changes) bytes[at] = value;
        parseServerName(bytes);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        parseServerName(Buffer.concat([Buffer.from([22, 3, 1]), bytes]));
      }),
    );
  });
});
