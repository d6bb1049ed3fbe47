import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBodyReader } from './create-body-reader.ts';
import { WireError, type WireFault } from './wire-error.ts';

function read(text: string) {
  let body = '';
  let trailers: readonly string[] | undefined;
  const reader = createBodyReader(
    { kind: 'chunked' },
    {
      onData: (bytes) => {
        body += bytes.toString('latin1');
      },
      onEnd: (list) => {
        trailers = list?.pairs ?? [];
      },
    },
  );
  const end = reader.feed(Buffer.from(text, 'latin1'), 0);
  return { body, trailers, end, reader };
}

describe('a chunked body', () => {
  it('is decoded without its extensions, up to its end', () => {
    const text = '3;a;b=c;d="\\"x y"\r\nabc\r\n00A\r\n0123456789\r\n0\r\n\r\n';
    const { body, trailers, end } = read(`${text}GET`);
    assert.deepEqual([body, trailers, end], ['abc0123456789', [], text.length]);
  });

  it('is delivered in few pieces, however small its chunks are', () => {
    const pieces: string[] = [];
    const onData = (bytes: Buffer) => pieces.push(bytes.toString('latin1'));
    const reader = createBodyReader({ kind: 'chunked' }, { onData, onEnd: () => {} });
    const long = 'b'.repeat(5_000);
    const text = `${'1\r\na\r\n'.repeat(10_000)}1388\r\n${long}\r\n1\r\nc\r\n`;
    reader.feed(Buffer.from(text), 0);
    assert.equal(pieces.join(''), `${'a'.repeat(10_000)}${long}c`);
    assert.deepEqual(pieces.slice(-2), [long, 'c']);
    assert.ok(pieces.length < 10, `${pieces.length}`);
  });

  it('may have trailers', () => {
    assert.deepEqual(read('0\r\nX-Sum: 1\r\nY:\r\n\r\n').trailers, ['X-Sum', '1', 'Y', '']);
  });

  it('is incomplete before its final empty line', () => {
    for (const text of ['', '3', '3\r\nab', '3\r\nabc\r\n', '0\r\n', '0\r\nX: y\r\n', '0\r\n\r']) {
      const { reader } = read(text);
      assert.equal(reader.isDone, false, JSON.stringify(text));
      assert.throws(() => reader.finish(), /truncated/);
    }
  });

  const refused: readonly [WireFault, ...string[]][] = [
    [
      'chunk-size',
      '\r\n',
      'g\r\n',
      '-1\r\n',
      ' 1\r\n',
      '1 \r\n',
      '0x1\r\n',
      '10000000000000\r\n',
      '1\n',
      '1\rx',
    ],
    [
      'chunk-extension',
      '1;\r\n',
      '1;=\r\n',
      '1;a=\r\n',
      '1;a="b\r\n',
      '1; a\r\n',
      '1;a\n',
      `1;${'a'.repeat(2_000)}\r\n`,
    ],
    ['chunk-end', '1\r\nab', '1\r\na\n', '1\r\na\rx'],
    [
      'trailer',
      '0\r\nContent-Length: 1\r\n\r\n',
      '0\r\nhost: x\r\n\r\n',
      '0\r\nSet-Cookie: x\r\n\r\n',
      `0\r\nX: ${'y'.repeat(9_000)}\r\n\r\n`,
    ],
    ['field-name', '0\r\nX Y: z\r\n\r\n', '0\r\nbad\r\n\r\n'],
  ];
  for (const [fault, ...bodies] of refused) {
    it(`is refused: ${fault}`, () => {
      for (const body of bodies) {
        assert.throws(
          () => read(body),
          (error) => error instanceof WireError && error.fault === fault,
          JSON.stringify(body.slice(0, 80)),
        );
      }
    });
  }
});
