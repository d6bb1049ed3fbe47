import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closingRule } from '../../src/catalogs/managed-rulesets/core/closing-rule.ts';
import { guardRule } from '../../src/catalogs/managed-rulesets/exposed-credentials/guard.ts';
import { ruleIdOf } from '../../src/catalogs/managed-rulesets/managed-rule-base.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const valid = {
  rule_id: ruleIdOf('managed-sql'),
  path: '/search',
  place: 'query',
  field: 'q',
  reason: 'People search for SQL',
};

describeOnEachDatabase('rule exceptions', (kind) => {
  let api: TestApi;
  let zoneId: string;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    zoneId = await api.newZone();
    base = `/zones/${zoneId}/rule_exceptions`;
  });
  after(() => api.close());

  it('are created, listed, changed and deleted', async () => {
    const made = await api.call('POST', base, {
      body: { ...valid, expires_at: '2030-01-01T00:00:00Z' },
    });
    assert.equal(made.status, 200);
    const { id, created_at, last_updated, ...document } = made.body.result;
    assert.deepEqual(document, { ...valid, expires_at: '2030-01-01T00:00:00Z' });
    assert.equal(created_at, last_updated);
    const listed = await api.call('GET', base);
    assert.deepEqual(
      listed.body.result.map((each: { id: string }) => each.id),
      [id],
    );
    const body = { expires_at: null, path: '/search/*' };
    const changed = await api.call('PATCH', `${base}/${id}`, { body });
    assert.deepEqual(
      [changed.body.result.path, changed.body.result.expires_at],
      ['/search/*', undefined],
    );
    const replaced = await api.call('PUT', `${base}/${id}`, { body: valid });
    assert.equal(replaced.body.result.path, '/search');
    assert.equal((await api.call('DELETE', `${base}/${id}`)).body.result.id, id);
    const gone = await api.call('GET', `${base}/${id}`);
    assert.deepEqual([gone.status, gone.body.errors[0].code], [404, 21065]);
  });

  for (const [what, change, pointer] of [
    ['an unknown rule', { rule_id: '0'.repeat(32) }, '/rule_id'],
    ['a closing rule, which sees no values', { rule_id: closingRule.id }, '/rule_id'],
    ['a rule that does not detect attacks', { rule_id: guardRule.id }, '/rule_id'],
    ['a star within the path', { path: '/a*b' }, '/path'],
    ['a path with a query', { path: '/a?b' }, '/path'],
    ['an unknown place', { place: 'arguments' }, '/place'],
    ['no reason', { reason: '' }, '/reason'],
    ['an end that is no time', { expires_at: 'tomorrow' }, '/expires_at'],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { status, body } = await api.call('POST', base, { body: { ...valid, ...change } });
      assert.deepEqual([status, body.errors[0].source?.pointer], [400, pointer]);
    });
  }

  it('need the right to write rules', async () => {
    const groups = await api.call('GET', '/user/tokens/permission_groups?name=Zone%20WAF%20Read');
    const reader = await api.zoneToken(groups.body.result[0].id, zoneId);
    const denied = await api.call('POST', base, { body: valid, token: reader });
    assert.equal(denied.status, 403);
    assert.equal((await api.call('GET', base, { token: reader })).status, 200);
  });
});
