import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../../api/api-error.ts';
import { formErrors } from './form-errors.ts';

const fields = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'account', label: 'Account', kind: 'select', pointer: '/account/id' },
  { name: 'origins', label: 'Origins', kind: 'lines' },
] as const;

const refused = (...pointers: (string | undefined)[]) =>
  new ApiError({
    status: 400,
    requestId: 'r',
    errors: pointers.map((pointer, n) => ({
      code: 1,
      message: `message ${n}.`,
      ...(pointer !== undefined && { source: { pointer } }),
    })),
  });

for (const [pointers, ofFields, hasRest] of [
  [['/name'], { name: 'message 0.' }, false],
  [['/name', '/name'], { name: 'message 0. message 1.' }, false],
  [['/account/id'], { account: 'message 0.' }, false],
  [['/account'], {}, true],
  [['/origins/0/address'], { origins: 'message 0.' }, false],
  [['/names'], {}, true],
  [[undefined], {}, true],
  [['/name', undefined], { name: 'message 0.' }, true],
] as const) {
  it(`puts errors of ${pointers.join(', ') || 'no member'} where they belong`, () => {
    const errors = formErrors(refused(...pointers), fields);
    assert.deepEqual(Object.fromEntries(errors.ofFields), ofFields);
    assert.equal(errors.rest !== undefined, hasRest);
  });
}

it('shows an error that is not from the API as a whole', () => {
  const error = new Error('away');
  assert.equal(formErrors(error, fields).rest, error);
  assert.equal(formErrors(null, fields).rest, undefined);
});
