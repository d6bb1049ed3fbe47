import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { endOfHead, type HeadBytes, headBytes } from './head-bytes.ts';
import { parseRequestHead } from './request-head.ts';
import { parseResponseHead } from './response-head.ts';
import { WireError } from './wire-error.ts';

const END = '\r\n\r\n';

describe('the bytes of a head', () => {
  it('end after the first empty line', () => {
    const bytes = fc.array(fc.constantFrom('\r', '\n', '\r\n', 'a'), { maxLength: 24 });
    fc.assert(
      fc.property(bytes, fc.nat(4), (pieces, from) => {
        const text = pieces.join('');
        const found = text.indexOf(END, from);
        const end = endOfHead(Buffer.from(text), from, text.length);
        assert.equal(end, found === -1 ? -1 : found + END.length);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are parsed alike whatever is before and after them in memory', () => {
    const words = ['GET', ' ', '/', ' HTTP/1.1', 'HTTP/1.1 ', '200', '2', 'OK', '\r\n', '\r', '\n'];
    const piece = fc.constantFrom(...words, 'Host: a', 'X', ':', ': ', '\t', '\xe9', '\0');
    const pieces = fc.array(piece, { maxLength: 16 }).map((all) => all.join(''));
    const begin = fc.constantFrom(
      '',
      'GET / HTTP/1.1\r\nHost: a\r\n',
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.1 ',
    );
    fc.assert(
      fc.property(begin, pieces, pieces, pieces, (first, rest, before, behind) => {
        const whole = first + rest + END;
        const text = whole.slice(0, whole.indexOf(END) + END.length);
        const surrounded = {
          text,
          bytes: Buffer.from(before + text + behind, 'latin1'),
          start: before.length,
        };
        assert.deepEqual(read(surrounded), read(headBytes(text)));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** The result of each parser for a head, or why it refuses it. */
function read(head: HeadBytes): unknown[] {
  const limits = { targetBytes: 64, fields: 8 };
  return [() => parseRequestHead(head, limits), () => parseResponseHead(head, 'GET', 8)].map(
    (parse) => {
      try {
        const { headers, ...others } = parse();
        return { ...others, pairs: headers.pairs, lines: headers.lines(0, headers.size) };
      } catch (error) {
        assert.ok(error instanceof WireError);
        return error.fault;
      }
    },
  );
}
