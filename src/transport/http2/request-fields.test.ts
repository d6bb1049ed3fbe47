import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testLimits } from '../fixtures/server-under-test.ts';
import { WireError } from '../http1/wire-error.ts';
import { accepted, droppedFields, refused } from './fixtures/downgrade-cases.ts';
import { type RawFields, withFields } from './fixtures/frames.ts';
import { parseRequestFields } from './request-fields.ts';

const parse = (fields: RawFields) => parseRequestFields(fields.flat(), testLimits);

describe('the fields of a request over HTTP/2', () => {
  // For most of these cases the library resets the stream before the parser is called. The parser must not depend on that.
  for (const [what, fields] of refused) {
    if (what === 'a length without data') continue;
    it(`are refused with ${what}`, () => {
      assert.throws(() => parse(fields), WireError);
    });
  }
  for (const [what, field] of droppedFields) {
    it(`are refused with ${what}`, () => {
      assert.throws(() => parse(withFields(field)), WireError);
    });
  }

  for (const [what, fields, pairs] of accepted) {
    if (what.startsWith('nothing of')) continue;
    it(`have ${what}`, () => {
      assert.deepEqual(parse(fields).headers.pairs, pairs);
    });
  }
});
