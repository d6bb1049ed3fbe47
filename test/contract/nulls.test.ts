/** Null in an optional member means "not set", in every body of the API. The cases are derived from the schemas. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { apiDocument } from '../../src/app/node/api.ts';
import { API_BASE } from '../../src/app/node/api-base.ts';
import { sampleScript } from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import { owaspPackage } from '../../src/catalogs/previous-firewall/owasp-package.ts';
import { exampleValue } from '../../src/http/docs/example-value.ts';
import {
  type JsonSchema,
  valueAlternatives,
  writableMembers,
} from '../../src/http/docs/json-schema.ts';
import type { OpenApiOperation } from '../../src/http/openapi.ts';
import { createdBy, createdId } from '../support/created-by-examples.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { type LogReceiver, RECEIVER_NETWORK, startLogReceiver } from '../support/log-receiver.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: JsonSchema;
}

/** A body with null in one optional member, the same body without it, and the member with a value. */
interface Case {
  readonly pointer: string;
  readonly withNull: unknown;
  readonly without: unknown;
  readonly withValue: unknown;
  /** The schema itself allows null: in this change it resets the member to its default. */
  readonly resets: boolean;
}

/** Defaults of members that have another value in the example. */
const defaults: Readonly<Record<string, unknown>> = {
  'monitors-change path': '/',
  'health-checks-change type': 'HTTP',
  'health-checks-change http_config': {
    method: 'GET',
    path: '/',
    expected_body: '',
    follow_redirects: false,
    allow_insecure: false,
    port: 80,
  },
  'health-checks-change tcp_config': null,
  'zone-hold-edit hold_after': undefined,
  'zone-settings-edit value': 'off',
  'zone-logpush-jobs-change enabled': false,
  'zone-logpush-jobs-change name': null,
  'zone-logpush-jobs-change filter': null,
  'zone-logpush-jobs-change output_options': null,
  'zone-rulesets-update rules': [],
  'zone-rulesets-entrypoint-update rules': [],
};

/** Required members of documents, and members that keep their value. A change may omit them, but cannot unset them. */
const withoutDefault: Readonly<Record<string, readonly string[]>> = {
  'pools-change': ['name', 'origins'],
  'load-balancers-change': ['name', 'default_pools', 'fallback_pool'],
  'monitor-groups-change': ['members'],
  'health-checks-change': ['name', 'address'],
  'token-configurations-change': ['title', 'token_type', 'token_sources', 'credentials'],
  'lists-change': ['name', 'kind'],
  'rule-exceptions-change': ['rule_id', 'path', 'place', 'field', 'reason'],
  'web3-hostnames-change': ['name', 'target', 'access'],
  'zone-logpush-jobs-change': ['destination_conf'],
  'notification-webhooks-change': ['name', 'url'],
  'notification-pagerduty-change': ['name', 'integration_key'],
  'notification-policies-change': ['name', 'alert_type', 'mechanisms'],
  'filters-merge': ['expression'],
  'page-rules-change': ['targets', 'actions'],
  'page-policies-change': ['description', 'action', 'expression', 'enabled', 'value'],
};

/** Members that differ from one call to the next. */
const VARYING = new Set(
  'id session_id preview_id operation_id version ref last_updated created_on modified_on activated_on issued_on value updated_at'.split(
    ' ',
  ),
);

describeOnEachDatabase('null in optional members', (kind) => {
  let api: TestApi;
  let receiver: LogReceiver;
  let operations: Operation[];

  before(async () => {
    receiver = await startLogReceiver();
    api = await openTestApi(kind, { settings: { PALISADE_OUTBOUND_ALLOW: RECEIVER_NETWORK } });
    operations = operationsWithBodies(api);
  });
  after(async () => {
    await api.close();
    await receiver.stop();
  });

  it('means the same as no member, or the default in a partial change', async () => {
    const values = await variables(api, receiver);
    const problems: string[] = [];
    const checked = new Set<string>();
    let accepted = 0;
    for (const operation of operations) {
      const fill = filler(values);
      const path = fill(operation.path) as string;
      // Zones and accounts share many bodies.
      const key = `${operation.method} ${shapeOf(operation.body)}`;
      const cases = checked.has(key) ? [] : casesOf(operation.body, exampleOf(operation));
      checked.add(key);
      assert.ok(cases.length === 0 || !path.includes('$'), `no value for ${path}`);
      const sender = senderOf(api, operation.method, path);
      for (const each of cases) {
        const outcome = await outcomeOf(api, sender, operation, path, fill(each) as Case);
        if (outcome.problem === undefined) accepted += outcome.accepted ? 1 : 0;
        else problems.push(`${operation.name} ${each.pointer}: ${outcome.problem}`);
      }
      await keepCreated(api, operation, path, fill(exampleOf(operation)), values);
    }
    assert.deepEqual(problems, []);
    assert.ok(accepted > 450, `${accepted} bodies with null were accepted`);
  });
});

function operationsWithBodies(api: TestApi): Operation[] {
  const { paths } = apiDocument(api.core);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OpenApiOperation>).flatMap(([method, operation]) => {
      const body = operation.requestBody?.content['application/json'].schema;
      if (!body) return [];
      const name = operation.operationId;
      const filled = path
        .slice(API_BASE.length)
        .replace(/\{(\w+)\}/g, (_, parameter: string) => `$${parameter.toUpperCase()}`);
      return [{ name, method: method.toUpperCase(), path: filled, body: body as JsonSchema }];
    }),
  );
}

async function variables(api: TestApi, receiver: LogReceiver): Promise<Map<string, string>> {
  const groups = await api.call('GET', '/user/tokens/permission_groups?name=Zone%20Read');
  return new Map([
    ['ACCOUNT_ID', api.accountId],
    ['SETTING_ID', 'always_use_https'],
    ['DESTINATION_CONF', receiver.conf],
    ['WEBHOOK_URL', `${receiver.origin}/alerts`],
    ['WEBHOOK_SECRET', 'webhook-secret'],
    ['DATASET_ID', 'http_requests'],
    ['REPLAY_START', new Date(api.clock.now() - 60_000).toISOString()],
    ['REPLAY_END', new Date(api.clock.now()).toISOString()],
    ['PERMISSION_GROUP_ID', groups.body.result[0].id],
    ['PHASE', 'http_request_firewall_custom'],
    ['PACKAGE_ID', owaspPackage.id],
  ]);
}

function filler(values: ReadonlyMap<string, string>) {
  const fill = (text: string) =>
    text.replace(/\$([A-Z_]+)/g, (whole, name: string) => values.get(name) ?? whole);
  return (value: unknown) => JSON.parse(fill(JSON.stringify(value)));
}

/** The fixture zone has the name that the example uses. */
function exampleOf({ name, body }: Operation): unknown {
  const example = exampleValue(body);
  return name === 'zones-create' ? { ...(example as object), name: 'other.test' } : example;
}

/** One case for each optional member, also of objects in objects and in lists. */
function casesOf(schema: JsonSchema, example: unknown, pointer = ''): Case[] {
  const described = schema.anyOf ? (valueAlternatives(schema)[0] ?? {}) : schema;
  if (described.items && !described.properties) {
    const item = (example as unknown[] | undefined)?.[0] ?? exampleValue(described.items);
    return casesOf(described.items, item, `${pointer}/0`).map((each) =>
      wrapped(each, (value) => [value]),
    );
  }
  if (!described.properties) return [];
  const { required = [] } = described;
  const whole = (example ?? {}) as Record<string, unknown>;
  return writableMembers(described).flatMap(([name, member]) => {
    const { [name]: given, ...without } = whole;
    const value = given ?? exampleValue(member);
    const inner = casesOf(member, value, `${pointer}/${name}`).map((each) =>
      wrapped(each, (changed) => ({ ...whole, [name]: changed })),
    );
    if (required.includes(name)) return inner;
    const own: Case = {
      pointer: `${pointer}/${name}`,
      withNull: { ...whole, [name]: null },
      without,
      withValue: { ...whole, [name]: value },
      resets: pointer === '' && allowsNull(member),
    };
    return [own, ...inner];
  });
}

function wrapped(each: Case, wrap: (value: unknown) => unknown): Case {
  return {
    ...each,
    withNull: wrap(each.withNull),
    without: wrap(each.without),
    withValue: wrap(each.withValue),
  };
}

const allowsNull = ({ type, anyOf }: JsonSchema): boolean =>
  anyOf ? anyOf.some(allowsNull) : [type].flat().includes('null');

interface Outcome {
  readonly accepted: boolean;
  readonly problem: string | undefined;
}

async function outcomeOf(
  api: TestApi,
  send: Sender,
  { name: operation, method, body }: Operation,
  path: string,
  { pointer, withNull, without, withValue, resets }: Case,
): Promise<Outcome> {
  const name = pointer.slice(1);
  if (withoutDefault[operation]?.includes(name)) {
    const refusal = await send(withNull);
    const isClear = refusal.startsWith('400') && refusal.includes(`"pointer":"${pointer}"`);
    return { accepted: false, problem: isClear ? undefined : refusal };
  }
  if (method === 'POST' || !resets) {
    const absent = await send(without);
    const unset = await send(withNull);
    return { accepted: unset.startsWith('2'), problem: difference(unset, absent) };
  }
  // Some changes accept one member at a time.
  const only = (value: unknown) =>
    body.required ? value : { [name]: (value as Record<string, unknown>)[name] };
  const key = `${operation} ${name}`;
  const before = key in defaults ? defaults[key] : await memberOf(api, path, name);
  await api.call(method, path, { body: only(withValue) });
  const { status, body: response } = await api.call(method, path, { body: only(withNull) });
  if (status >= 300) return { accepted: false, problem: JSON.stringify(response.errors) };
  return { accepted: true, problem: difference(await memberOf(api, path, name), before) };
}

/** Sends a body, deletes the created resource, and returns the response. */
type Sender = (body: unknown) => Promise<string>;

function senderOf(api: TestApi, method: string, path: string): Sender {
  const known = new Map<string, string>();
  return async (body) => {
    const key = JSON.stringify(body);
    const before = known.get(key);
    if (before !== undefined) return before;
    const { status, body: response } = await api.call(method, path, { body });
    const { result, errors } = response ?? {};
    const [first] = [result].flat();
    const rules = path.endsWith('/rules') ? result?.rules : undefined;
    const created = (rules?.at(-1) ?? first)?.id;
    if (method === 'POST' && created) await api.call('DELETE', `${path}/${created}`);
    const told = `${status} ${JSON.stringify(errors?.length ? errors : steady(result))}`;
    known.set(key, told);
    return told;
  };
}

async function memberOf(api: TestApi, path: string, name: string): Promise<unknown> {
  const { body } = await api.call('GET', path);
  return [body?.result].flat()[0]?.[name];
}

function difference(actual: unknown, expected: unknown): string | undefined {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  return one === other ? undefined : `${one}, not ${other}`;
}

/** The schema without read-only members. */
function shapeOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (name, value) => (name === 'examples' ? undefined : value));
}

function steady(result: unknown): unknown {
  const text = JSON.stringify(result ?? null, (name, value) =>
    VARYING.has(name) ? undefined : value,
  );
  // URLs of sessions end with their id, those of live views with a secret.
  return JSON.parse(text.replaceAll(/\/(sessions|live)\/\w[\w-]*/g, '/$1/'));
}

async function keepCreated(
  api: TestApi,
  { name, method }: Operation,
  path: string,
  body: unknown,
  values: Map<string, string>,
): Promise<void> {
  const variable = createdBy[name];
  if (!variable) return;
  const sent = name === 'zones-create' ? { ...(body as object), name: 'shop.test' } : body;
  const { result } = (await api.call(method, path, { body: sent })).body;
  values.set(variable, createdId(result, variable));
  if (variable === 'ZONE_ID') values.set('SCRIPT_ID', await scriptOf(api, result.id));
}

/** Scripts come from reports of browsers and cannot be created over the API. */
async function scriptOf(api: TestApi, zoneId: string): Promise<string> {
  const now = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
  await api.deliver('page-observations', [sampleScript(zoneId, now)]);
  const { body } = await api.call('GET', `/zones/${zoneId}/page_shield/scripts`);
  return body.result[0].id;
}
