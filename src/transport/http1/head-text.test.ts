import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseFieldLines } from './field-lines.ts';
import { headBytes } from './head-bytes.ts';
import { BadFieldError, fieldLines } from './head-text.ts';

const MAX_FIELDS = 100;

const parsed = (text: string) => parseFieldLines(headBytes(text), 0, text.length, MAX_FIELDS);

const field = fc.tuple(
  fc.constantFrom('Host', 'host', 'X-A', 'x-b', 'Accept', 'Set-Cookie'),
  fc.constantFrom('', 'a', 'b', 'a b', '\xe9', 'x'.repeat(30)),
);
/** How a received field is changed before it is forwarded. */
const change = fc.constantFrom('kept', 'kept', 'kept', 'dropped', 'changed', 'doubled', 'followed');

describe('field lines', () => {
  it('are the same whether they are copied from the received lines or serialized', () => {
    const received = fc.array(fc.tuple(field, change, fc.constantFrom(': ', ':', ':  ')));
    fc.assert(
      fc.property(received, (all) => {
        const text = all.map(([[name, value], , colon]) => `${name}${colon}${value}\r\n`).join('');
        const list = parsed(text);
        const fields = all.flatMap(([[name, value], what]) => {
          if (what === 'dropped') return [];
          if (what === 'changed') return [name, `${value}!`];
          if (what === 'doubled') return [name, value, name, value];
          return what === 'followed' ? [name, value, 'X-New', '1'] : [name, value];
        });
        assert.equal(fieldLines(fields, list), fieldLines(fields));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are forwarded verbatim, as one slice', () => {
    const text = 'Host: a\r\nX-A: 1\r\nX-B: 2\r\n';
    assert.equal(fieldLines(parsed(text).pairs, parsed(text)), text);
  });

  it('are refused if they would be more than one field', () => {
    const list = parsed('X-A: 1\r\nX-B: 2\r\n');
    for (const bad of ['1\r\nX-C: 3', '1\n', '\0', '1\r']) {
      assert.throws(() => fieldLines(['X-A', bad, 'X-B', '2'], list), BadFieldError);
      assert.throws(() => fieldLines(['X-A', '1', bad, '2'], list), BadFieldError);
    }
  });
});
