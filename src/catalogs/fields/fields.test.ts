import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createScheme } from '../../expression/expression.ts';
import { fields } from './fields.ts';

describe('the field catalog', () => {
  it('makes a valid scheme: unique names, known types, aliases of existing fields', () => {
    assert.equal(createScheme({ fields }).fields.size, fields.length);
    assert.ok(fields.length > 100, `${fields.length} fields`);
  });

  it('describes every field and has names that the language allows', () => {
    for (const { name, description } of fields) {
      assert.match(name, /^[a-z0-9_]+(\.[a-z0-9_]+)*$/);
      assert.notEqual(description, '', name);
    }
  });

  it('restricts body fields to the phases that wait for the body, and response fields to response phases', () => {
    for (const { name, phases, side } of fields) {
      if (name.startsWith('http.request.body.'))
        assert.ok(phases?.includes('http_ratelimit'), name);
      if (side === 'response') assert.ok(!phases?.includes('http_request_firewall_custom'), name);
    }
  });

  it('gives aliases the type of their field', () => {
    const types = new Map(fields.map(({ name, type }) => [name, type]));
    for (const { type, aliasOf } of fields) if (aliasOf) assert.equal(type, types.get(aliasOf));
  });
});
