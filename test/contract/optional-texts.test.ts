import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

interface Kind {
  readonly what: string;
  /** `$ACCOUNT` and `$ZONE` stand for ids. */
  readonly path: string;
  /** A value for each optional text, by its path in the document. */
  readonly texts: Texts;
  /** A body without them; `$POOL` stands for an id, `$ZONE_NAME` for the name of the zone, `$HOST` for a unique host. */
  readonly body: object;
  /** What responses show if a text was not sent, where that is not its absence. */
  readonly defaults?: Texts;
  /** PUT with the whole document, or PATCH with the texts only. */
  readonly change: 'PUT' | 'PATCH';
  /** Whether a change without a text keeps it. */
  readonly isKept?: boolean;
  /** Whether an empty text stands for none, because clients send it for none. */
  readonly isEmptyAbsent?: boolean;
  /** Whether the path takes and returns arrays. */
  readonly isArray?: boolean;
  /** Whether creating one returns its id only. */
  readonly isIdOnly?: boolean;
}

type Texts = Readonly<Record<string, unknown>>;

const account = '/accounts/$ACCOUNT';
const zone = '/zones/$ZONE';
const block = { action: 'block', expression: 'http.host eq "a"' };
const origins = [{ name: 'one', address: '192.0.2.1' }];
const balancer = { name: '$HOST.$ZONE_NAME', default_pools: ['$POOL'], fallback_pool: '$POOL' };
const http = { expected_codes: '2xx', expected_body: 'alive' };

const kinds: readonly Kind[] = [
  {
    what: 'account',
    path: '/accounts',
    texts: { 'settings.abuse_contact_email': 'abuse@shop.test' },
    body: { name: '$HOST' },
    change: 'PUT',
    isKept: true,
  },
  {
    what: 'monitor of HTTP',
    path: `${account}/load_balancers/monitors`,
    texts: { description: 'text', probe_zone: '$ZONE_NAME', ...http },
    defaults: { expected_codes: '200', expected_body: '' },
    body: { type: 'http' },
    change: 'PUT',
  },
  {
    what: 'monitor of TCP',
    path: `${account}/load_balancers/monitors`,
    texts: { description: 'text', probe_zone: '$ZONE_NAME', path: '/health', ...http },
    body: { type: 'tcp', port: 22 },
    change: 'PUT',
  },
  {
    what: 'monitor that is changed in part',
    path: `${account}/load_balancers/monitors`,
    texts: { description: 'text', probe_zone: '$ZONE_NAME', ...http },
    defaults: { expected_codes: '200', expected_body: '' },
    body: { type: 'https' },
    change: 'PATCH',
    isKept: true,
  },
  {
    what: 'monitor group',
    path: `${account}/load_balancers/monitor_groups`,
    texts: { description: 'text' },
    defaults: { description: '' },
    body: {
      members: [
        { monitor_id: '$MONITOR', enabled: true, monitoring_only: false, must_be_healthy: true },
      ],
    },
    change: 'PUT',
  },
  {
    what: 'pool',
    path: `${account}/load_balancers/pools`,
    texts: {
      description: 'text',
      notification_email: 'operations@shop.test',
      'origins.0.virtual_network_id': 'text',
    },
    defaults: { notification_email: '' },
    body: { name: 'texts', origins },
    change: 'PUT',
  },
  {
    what: 'load balancer',
    path: `${zone}/load_balancers`,
    texts: { description: 'text' },
    body: balancer,
    change: 'PUT',
  },
  {
    what: 'load balancer with a rule',
    path: `${zone}/load_balancers`,
    texts: {
      'rules.0.condition': 'ssl',
      'rules.0.fixed_response.content_type': 'text/plain',
      'rules.0.fixed_response.location': '/',
      'rules.0.fixed_response.message_body': 'text',
    },
    body: { ...balancer, rules: [{ name: 'closed', fixed_response: { status_code: 503 } }] },
    change: 'PUT',
  },
  {
    what: 'health check',
    path: `${zone}/healthchecks`,
    texts: { description: 'text', 'http_config.expected_body': 'alive' },
    defaults: { 'http_config.expected_body': '' },
    body: { name: 'texts', address: '192.0.2.1' },
    change: 'PUT',
  },
  {
    what: 'list',
    path: `${account}/rules/lists`,
    texts: { description: 'text' },
    body: { name: 'texts', kind: 'ip' },
    change: 'PUT',
    isKept: true,
    isEmptyAbsent: true,
  },
  {
    what: 'ruleset',
    path: `${account}/rulesets`,
    texts: { description: 'text' },
    defaults: { description: '' },
    body: { name: 'texts', kind: 'custom', phase: 'http_request_firewall_custom', rules: [block] },
    change: 'PUT',
    isKept: true,
  },
  {
    what: 'token configuration',
    path: `${zone}/token_validation/config`,
    texts: { description: 'text' },
    defaults: { description: '' },
    body: {
      title: 'texts',
      token_type: 'JWT',
      token_sources: ['http.request.headers["authorization"][0]'],
      credentials: {
        keys: [
          {
            alg: 'HS256',
            kid: 'one',
            kty: 'oct',
            k: 'c2VjcmV0LW9mLXRoZS1zaG9wLTAxMjM0NTY3ODlhYmNkZWY',
          },
        ],
      },
    },
    change: 'PATCH',
    isKept: true,
  },
  {
    what: 'log push job',
    path: `${zone}/logpush/jobs`,
    texts: {
      name: 'text',
      filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}',
      logpull_options: 'fields=RayID',
    },
    defaults: { name: null, filter: null, logpull_options: null },
    body: { destination_conf: 'file://texts' },
    change: 'PUT',
    isKept: true,
  },
  {
    what: 'log push job with options',
    path: `${zone}/logpush/jobs`,
    texts: Object.fromEntries(
      [
        'batch_prefix',
        'batch_suffix',
        'record_prefix',
        'record_suffix',
        'record_delimiter',
        'field_delimiter',
        'record_template',
      ].map((name) => [`output_options.${name}`, 'text']),
    ),
    body: { destination_conf: 'file://texts', output_options: { field_names: ['RayID'] } },
    change: 'PUT',
  },
  {
    what: 'notification policy',
    path: `${account}/alerting/v3/policies`,
    texts: { description: 'text' },
    body: {
      name: 'texts',
      alert_type: 'load_balancing_health_alert',
      mechanisms: { email: [{ id: 'a@shop.test' }] },
    },
    change: 'PUT',
    isKept: true,
    isIdOnly: true,
  },
  {
    what: 'Web3 hostname',
    path: `${zone}/web3/hostnames`,
    texts: { description: 'text', dnslink: '/ipns/shop.test' },
    body: { name: '$HOST.$ZONE_NAME', target: 'ethereum' },
    change: 'PATCH',
    isKept: true,
  },
  {
    what: 'filter',
    path: `${zone}/filters`,
    texts: { description: 'text', ref: 'text' },
    body: { expression: 'http.host eq "b"' },
    change: 'PUT',
    isArray: true,
  },
  {
    what: 'firewall rule',
    path: `${zone}/firewall/rules`,
    texts: { description: 'text', ref: 'text' },
    body: { action: 'block', filter: { expression: 'http.host eq "$HOST"' } },
    change: 'PUT',
    isArray: true,
  },
  {
    what: 'URI override',
    path: `${zone}/firewall/waf/overrides`,
    texts: { description: 'text' },
    defaults: { description: null },
    body: { urls: ['$ZONE_NAME/$HOST'], rules: { 100015: 'disable' } },
    change: 'PUT',
  },
];

// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
type Document = any;

function textAt(document: Document, path: string): unknown {
  return path.split('.').reduce((value, name) => value?.[name], document);
}

/** The document with these texts; undefined removes one. */
function withTexts(document: Document, texts: Texts): Document {
  const copy = structuredClone(document);
  for (const [path, text] of Object.entries(texts)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let holder = copy;
    for (const name of names) {
      holder[name] ??= {};
      holder = holder[name];
    }
    holder[last] = text;
  }
  return copy;
}

/** Clients that compare a resource with a configuration see a difference where a text is not as it was sent. */
describeOnEachDatabase('optional texts', (database) => {
  const logs = tempFolder();
  let api: TestApi;
  const values: Record<string, string> = {};

  before(async () => {
    api = await openTestApi(database, { settings: { PALISADE_LOG_FOLDER: logs.path } });
    const zoneId = await api.newZone('enterprise');
    const { name } = (await api.call('GET', `/zones/${zoneId}`)).body.result;
    const balancing = `/accounts/${api.accountId}/load_balancers`;
    const made = async (path: string, body: object) =>
      (await api.call('POST', `${balancing}/${path}`, { body })).body.result.id;
    Object.assign(values, {
      $ACCOUNT: api.accountId,
      $ZONE: zoneId,
      $ZONE_NAME: name,
      $POOL: await made('pools', { name: 'used', origins }),
      $MONITOR: await made('monitors', { type: 'http' }),
    });
  });
  after(async () => {
    await api.close();
    logs.remove();
  });

  let count = 0;
  const filled = (text: string) =>
    text.replace(/\$[A-Z_]+/g, (name) =>
      name === '$HOST' ? `host-${++count}` : (values[name] ?? name),
    );

  for (const { what, path, texts, body, change, ...kind } of kinds) {
    const { defaults = {}, isKept, isEmptyAbsent, isArray, isIdOnly } = kind;
    describe(`of a ${what}`, () => {
      const names = Object.keys(texts);
      const each = (text: (name: string) => unknown) =>
        Object.fromEntries(names.map((name) => [name, text(name)]));
      const unset = each((name) => defaults[name]);
      const empty = each(() => '');
      const cleared = isEmptyAbsent ? unset : empty;
      const full = () => JSON.parse(filled(JSON.stringify(texts)));
      const shown = (from: Document) => each((name) => textAt(from, name));

      async function written(method: string, address: string, sent: string): Promise<Document> {
        const response = await api.call(method, filled(address), { raw: sent });
        assert.ok(response.status < 300, JSON.stringify(response.body));
        const [result] = [response.body.result].flat();
        return isIdOnly ? await read(result.id) : result;
      }
      async function made(sent: Texts): Promise<Document> {
        const document = filled(JSON.stringify(withTexts(body, sent)));
        return await written('POST', path, isArray ? `[${document}]` : document);
      }
      /** A client replaces what it has read, or sends only what it changes. */
      async function changed(before: Document, sent: Texts): Promise<Document> {
        const document = JSON.stringify(withTexts(change === 'PUT' ? before : {}, sent));
        return await written(change, `${path}/${before.id}`, document);
      }
      const read = async (id: unknown): Promise<Document> =>
        (await api.call('GET', `${filled(path)}/${id}`)).body.result;
      const removed = async (id: unknown) => {
        const response = await api.call('DELETE', `${filled(path)}/${id}`);
        assert.ok(response.status < 300, JSON.stringify(response.body));
      };

      it('have their default if they were not sent', async () => {
        const one = await made({});
        assert.deepEqual(shown(one), unset);
        assert.deepEqual(shown(await read(one.id)), unset);
        const listed: Document[] = (await api.call('GET', filled(path))).body.result;
        const found = listed.find(({ id }) => id === one.id);
        assert.ok(found);
        assert.deepEqual(shown(found), unset);
        await removed(one.id);
      });

      it('are empty if they were sent empty', async () => {
        const one = await made(empty);
        assert.deepEqual(shown(one), cleared);
        assert.deepEqual(shown(await read(one.id)), cleared);
        await removed(one.id);
      });

      it('are cleared by an empty text, by null, and by a full change without them', async () => {
        const one = await made(full());
        const filledTexts = shown(one);
        assert.deepEqual(filledTexts, shown(withTexts(one, full())));
        for (const [sent, expected] of [
          [empty, cleared],
          [each(() => null), unset],
          [each(() => undefined), isKept ? filledTexts : unset],
        ] as const) {
          assert.deepEqual(shown(await changed(one, sent)), expected);
          assert.deepEqual(shown(await read(one.id)), expected);
          assert.deepEqual(shown(await changed(one, filledTexts)), filledTexts);
        }
        await removed(one.id);
      });
    });
  }

  it('of a rule and a list item are kept as they were sent', async () => {
    const rules = [block, { ...block, description: '' }];
    const phase = filled(`${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`);
    const saved = await api.call('PUT', phase, { body: { rules } });
    assert.deepEqual(
      saved.body.result.rules.map(({ description }: Document) => description),
      [undefined, ''],
    );
    const body = { name: 'comments', kind: 'ip' };
    const list = await api.call('POST', filled(`${account}/rules/lists`), { body });
    const items = filled(`${account}/rules/lists/${list.body.result.id}/items`);
    const sent = [{ ip: '192.0.2.1' }, { ip: '192.0.2.2', comment: '' }];
    await api.call('PUT', items, { body: sent });
    const found = (await api.call('GET', items)).body.result as Document[];
    assert.deepEqual(
      found
        .map(({ ip, comment }) => ({ ip, comment }))
        .toSorted((a, b) => (String(a.ip) < String(b.ip) ? -1 : 1)),
      [
        { ip: '192.0.2.1', comment: undefined },
        { ip: '192.0.2.2', comment: '' },
      ],
    );
  });

  it('of the user are null if they were not sent, and cleared by an empty text or null', async () => {
    const names = ['first_name', 'last_name', 'telephone', 'country', 'zipcode'];
    const all = (text: string | null) => Object.fromEntries(names.map((name) => [name, text]));
    const shown = async () => {
      const user = (await api.call('GET', '/user')).body.result;
      return Object.fromEntries(names.map((name) => [name, user[name]]));
    };
    assert.deepEqual(await shown(), all(null));
    for (const text of ['text', '', 'text', null]) {
      const { status } = await api.call('PATCH', '/user', { body: all(text) });
      assert.deepEqual([status, await shown()], [200, all(text)]);
    }
  });
});
