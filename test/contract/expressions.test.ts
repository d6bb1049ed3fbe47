import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ruleIdOf } from '../../src/catalogs/managed-rulesets/managed-rule-base.ts';
import { managedRulesets } from '../../src/catalogs/managed-rulesets/managed-rulesets.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const REQUEST = { url: 'http://shop.test/admin/users?id=1' };

describeOnEachDatabase('expressions', (kind) => {
  let api: TestApi;
  let base: string;
  let lists: string;

  before(async () => {
    api = await openTestApi(kind);
    const zoneId = await api.newZone();
    const zone = await api.call('GET', `/zones/${zoneId}`);
    base = `/zones/${zoneId}`;
    lists = `/accounts/${zone.body.result.account.id}/rules/lists`;
  });
  after(() => api.close());

  const evaluate = async (body: object) =>
    await api.call('POST', `${base}/expressions/evaluate`, { body });

  it('are explained clause by clause', async () => {
    const expression =
      'starts_with(http.request.uri.path, "/admin") and (ip.src eq 192.0.2.1 or not http.request.method eq "GET")';
    const { status, body } = await evaluate({ expression, request: REQUEST });
    assert.equal(status, 200);
    const { matches, unanimous, clauses } = body.result.trial;
    assert.deepEqual([matches, unanimous], [false, true]);
    const shown = clauses.map(
      ({ kind, result, parts }: { kind: string; result: boolean; parts: number[] }) => [
        kind,
        result,
        parts,
      ],
    );
    assert.deepEqual(shown, [
      ['and', false, [1, 2]],
      ['condition', true, []],
      ['or', false, [3, 4]],
      ['condition', false, []],
      ['not', false, [5]],
      ['condition', true, []],
    ]);
    assert.deepEqual(clauses[1].values, [{ name: 'http.request.uri.path', value: '/admin/users' }]);
    assert.deepEqual(clauses[3].values, [{ name: 'ip.src', value: '127.0.0.1' }]);
  });

  it('are evaluated on headers, the body and the address of the request', async () => {
    const expression =
      'any(http.request.headers["x-name"][*] eq "Zoë") and http.request.body.form["a"][0] eq "b" and ip.src eq 2001:db8::1 and ssl';
    const request = {
      method: 'POST',
      url: 'https://shop.test/',
      headers: [
        { name: 'X-Name', value: 'Zoë' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ],
      body: 'a=b',
      client_address: '2001:db8::1',
    };
    const { body } = await evaluate({ expression, request });
    assert.equal(body.result.trial.matches, true, JSON.stringify(body.result.trial.clauses));
  });

  it('know the items of lists', async () => {
    const made = await api.call('POST', lists, { body: { kind: 'ip', name: 'office' } });
    const items = `${lists}/${made.body.result.id}/items`;
    await api.call('POST', items, { body: [{ ip: '192.0.2.0/24' }] });
    for (const [client_address, matches] of [
      ['192.0.2.7', true],
      ['198.51.100.1', false],
    ] as const) {
      const request = { ...REQUEST, client_address };
      const { body } = await evaluate({ expression: 'ip.src in $office', request });
      assert.deepEqual([body.result.trial.matches, body.result.trial.unknown], [matches, []]);
    }
  });

  it('say what a described request cannot have', async () => {
    const { body } = await evaluate({ expression: 'ip.src.country eq "DE"', request: REQUEST });
    assert.deepEqual(body.result.trial.unknown, ['ip.src.country']);
    assert.equal(body.messages[0].code, 21051);
  });

  for (const [what, sent, pointer, message] of [
    [
      'an unknown field',
      { expression: 'http.hots eq "a"' },
      '/expression',
      /\(1:1\).*did you mean "http\.host"/s,
    ],
    ['an unknown list', { expression: 'ip.src in $gone' }, '/expression', /gone/],
    [
      'a field of another phase',
      { expression: 'http.response.code eq 200' },
      '/expression',
      /response/,
    ],
    ['a URL without a host', { expression: 'ssl', request: { url: '/a' } }, '/request/url', /url/],
    [
      'a line break in a header',
      { expression: 'ssl', request: { ...REQUEST, headers: [{ name: 'a', value: 'b\r\nc: d' }] } },
      '/request/headers/0/value',
      /value/,
    ],
    [
      'an address that is none',
      { expression: 'ssl', request: { ...REQUEST, client_address: 'here' } },
      '/request/client_address',
      /address/,
    ],
    ['an unknown member', { expression: 'ssl', requests: [] }, '/requests', /requests/],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { status, body } = await evaluate(sent);
      assert.equal(status, 400);
      assert.equal(body.errors[0].source.pointer, pointer);
      assert.match(body.errors[0].message, message);
    });
  }

  it('are checked for their phase and their use', async () => {
    for (const [sent, status] of [
      [{ expression: 'http.response.code eq 200', phase: 'http_custom_errors' }, 200],
      [{ expression: 'http.response.code eq 200', phase: 'http_ratelimit' }, 400],
      [{ expression: 'http.response.code eq 200', phase: 'http_ratelimit', use: 'counting' }, 200],
      [{ expression: 'lower(http.host)' }, 400],
      [{ expression: 'lower(http.host)', use: 'text' }, 200],
    ] as const) {
      assert.equal((await evaluate(sent)).status, status, JSON.stringify(sent));
    }
  });

  it('have a reference of what a phase may use', async () => {
    const read = async (phase: string) =>
      (await api.call('GET', `${base}/expressions/reference?phase=${phase}`)).body.result;
    const named = (list: { name: string }[], name: string) =>
      list.find((each) => each.name === name);
    const custom = await read('http_request_firewall_custom');
    assert.equal(named(custom.fields, 'http.response.code'), undefined);
    assert.deepEqual(named(custom.fields, 'http.host'), {
      name: 'http.host',
      type: 'String',
      side: 'both',
      description: 'Host that the client requested: lower case, no port, no trailing dot',
      filled: true,
    });
    assert.equal(named(custom.functions, 'regex_replace'), undefined);
    assert.deepEqual(named(custom.lists, 'office'), { name: 'office', kind: 'ip' });
    const limits = await read('http_ratelimit');
    assert.ok(named(limits.fields, 'http.response.code'));
    const rewrites = await read('http_request_transform');
    assert.ok(named(rewrites.functions, 'regex_replace'));
  });

  it('have samples if they are of managed rules', async () => {
    const ruleset = managedRulesets.find(({ name }) => name === 'Managed Ruleset');
    const path = `${base}/rulesets/${ruleset?.id}/rules`;
    const { body } = await api.call('GET', `${path}/${ruleIdOf('managed-sql')}/samples`);
    assert.ok(body.result.matching.length > 0 && body.result.other.length > 0);
    const gone = await api.call('GET', `${path}/${'0'.repeat(32)}/samples`);
    assert.equal(gone.status, 404);
  });
});
