import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import type { NodeAccess } from '../../src/app/modules.ts';
import { apiDocument, buildApi } from '../../src/app/node/api.ts';
import { API_BASE } from '../../src/app/node/api-base.ts';
import { type Core, openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import type { BusMessage } from '../../src/bus/bus.ts';
import { ALERT_QUEUE, Alert } from '../../src/contracts/alert.ts';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import type { Website } from '../../src/http/website/website.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import type { DatabaseKind } from './databases.ts';
import { ManualClock } from './manual-clock.ts';
import { tempFolder } from './temp-folder.ts';

export const ADMIN_TOKEN = 'test-administrator-token-0123456789abcdef';
export const ADMIN_EMAIL = 'admin@example.test';
export const ADMIN_KEY = 'test-administrator-key-0123456789';

/** A response of the API, validated against the OpenAPI document. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  // Tests look into results of many shapes; a wrong path fails the assertion.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export interface CallOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Sent verbatim instead of `body`. */
  readonly raw?: string;
  readonly address?: string;
}

/** The API over a database of its own, called in this process, with a manual clock. */
export interface TestApi {
  readonly core: Core;
  readonly app: FastifyInstance;
  readonly clock: ManualClock;
  readonly accountId: string;
  /** The pending alerts, in the order in which they were recorded. */
  alerts(): Promise<readonly Alert[]>;
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Creates a zone with a unique name, and returns its id. */
  newZone(plan?: string): Promise<string>;
  /** Delivers messages like the bus; returns the number of refused messages. */
  deliver(topic: string, payloads: readonly unknown[]): Promise<number>;
  /** Delivers the last batch of a topic again, like the bus if the acknowledgement is lost. */
  redeliver(topic: string): Promise<number>;
  /** Creates a token with a permission group on one zone, and returns its secret. */
  zoneToken(groupId: string, zoneId: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** Overrides of the default settings of tests. */
  readonly settings?: Record<string, string>;
  readonly node?: NodeAccess;
  readonly website?: Website;
}

export async function openTestApi(
  kind: DatabaseKind,
  { settings: overrides = {}, node, website }: TestApiOptions = {},
): Promise<TestApi> {
  const home = await kind.createMigrated();
  const folder = tempFolder();
  const clock = new ManualClock();
  const settings = readSettings({
    PALISADE_DATA_DIR: folder.path,
    PALISADE_DATABASE_URL: home.url,
    PALISADE_ADMIN_TOKEN: ADMIN_TOKEN,
    PALISADE_ADMIN_EMAIL: ADMIN_EMAIL,
    PALISADE_ADMIN_KEY: ADMIN_KEY,
    PALISADE_API_RATE_LIMIT: 'off',
    PALISADE_API_ADDRESS_RATE_LIMIT: 'off',
    ...overrides,
  });
  const core = await openCore(settings, silentTelemetry.log, clock as Clock, {}, node);
  if (core.database.dialect.name === 'sqlite') refuseWaitsInTransactions(core.database);
  const app = buildApi({ core, settings, telemetry: silentTelemetry, clock, website });
  const conforms = conformanceCheck(apiDocument(core));
  const call: TestApi['call'] = async (method, path, options = {}) => {
    const token = options.token ?? ADMIN_TOKEN;
    const payload =
      options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await app.inject({
      method: method as 'GET',
      url: path.startsWith('/client') ? path : API_BASE + path,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
      remoteAddress: options.address ?? '127.0.0.1',
    });
    const body = response.body === '' ? undefined : response.json();
    conforms(method, path, response.statusCode, body);
    return { status: response.statusCode, headers: response.headers, body };
  };
  const accounts = await call('GET', '/accounts');
  const accountId: string = accounts.body.result[0]?.id ?? '';
  let zones = 0;
  let messages = 0;
  const delivered = new Map<string, readonly BusMessage[]>();
  async function handle(topic: string, batch: readonly BusMessage[]): Promise<number> {
    const subscriptions = core.modules.flatMap((module) => module.subscriptions ?? []);
    const subscription = subscriptions.find((each) => each.topic === topic);
    assert.ok(subscription, `${topic} has no subscription`);
    return (await subscription.handle(batch, new AbortController().signal)).refused;
  }
  return {
    core,
    app,
    clock,
    accountId,
    call,
    alerts: () => waitingAlerts(core),
    async newZone(plan) {
      const body = { name: `shop-${++zones}.test`, account: { id: accountId } };
      const { id } = (await call('POST', '/zones', { body })).body.result;
      if (plan) await call('PATCH', `/zones/${id}`, { body: { plan: { legacy_id: plan } } });
      return id;
    },
    async deliver(topic, payloads) {
      const batch = payloads.map((payload) => messageOf(payload, ++messages, clock.now()));
      delivered.set(topic, batch);
      return await handle(topic, batch);
    },
    redeliver: (topic) => handle(topic, delivered.get(topic) ?? []),
    async zoneToken(groupId, zoneId) {
      const resources = { [`com.cloudflare.api.account.zone.${zoneId}`]: '*' };
      const policy = { effect: 'allow', permission_groups: [{ id: groupId }], resources };
      const body = { name: `token of ${groupId}`, policies: [policy] };
      return (await call('POST', '/user/tokens', { body })).body.result.value;
    },
    async close() {
      await app.close();
      await core.close();
      await home.remove();
      folder.remove();
    },
  };
}

/**
 * An open transaction on SQLite blocks all other writers. Its queries are synchronous, so if the event loop turns
 * during a transaction, the transaction has waited for something other than the database.
 */
function refuseWaitsInTransactions(database: Core['database']): void {
  const transaction = database.transaction.bind(database);
  const rest = database.rest.bind(database);
  let hasPaused = false;
  let turn: NodeJS.Immediate | undefined;
  const watch = () => {
    turn = setImmediate(() => {
      hasPaused = true;
    });
  };
  database.transaction = (work) =>
    transaction(async (tx) => {
      hasPaused = false;
      watch();
      const result = await work(tx).finally(() => clearImmediate(turn));
      assert.ok(!hasPaused, 'a transaction waited for something other than the database');
      return result;
    });
  database.rest = async () => {
    clearImmediate(turn);
    await rest();
    watch();
  };
}

/** Every alert must match the schema of the contract. */
const isAlert = new Ajv({ strict: false }).compile(Alert);

async function waitingAlerts({ database }: Core): Promise<readonly Alert[]> {
  const rows = await database.read
    .selectFrom('tasks')
    .select('payload')
    .where('queue', '=', ALERT_QUEUE)
    .orderBy('seq')
    .execute();
  return rows.map(({ payload }) => {
    const alert: Alert = JSON.parse(payload);
    assert.ok(isAlert(alert), JSON.stringify(isAlert.errors));
    return alert;
  });
}

function messageOf(payload: unknown, number: number, publishedAt: number): BusMessage {
  const stream = 'stream-1';
  return { id: `${stream}-${number}`, source: 'edge-1', stream, number, payload, publishedAt };
}

/** Compiled schemas, by their text: every API of a process has the same ones, and compiling takes long. */
const validators = new Map<string, ValidateFunction>();
const known = new WeakMap<object, ValidateFunction>();
const ajv = new Ajv({ strict: false, validateFormats: false, code: { optimize: false } });

function validatorOf(schema: object): ValidateFunction {
  let validator = known.get(schema);
  if (!validator) {
    const text = JSON.stringify(schema);
    validator = validators.get(text) ?? ajv.compile(schema);
    validators.set(text, validator);
    known.set(schema, validator);
  }
  return validator;
}

/** Every response must match the schema of the OpenAPI document. */
function conformanceCheck(document: OpenApiDocument) {
  const operations = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    depth: depthOf(path),
    variables: path.split('{').length,
    methods,
  }));
  const byDepth = Map.groupBy(operations, ({ depth }) => depth);
  return (method: string, path: string, status: number, body: unknown): void => {
    const [full = ''] = (path.startsWith('/client') ? path : API_BASE + path).split('?');
    const candidates = byDepth.get(depthOf(full)) ?? [];
    const matching = candidates.filter(({ pattern }) => pattern.test(full));
    const found = matching.toSorted((a, b) => a.variables - b.variables)[0];
    const operation = found?.methods[method.toLowerCase()];
    if (status === 204) {
      assert.ok(operation?.responses['204'], `${method} ${full} has no documented response 204`);
      assert.equal(body, undefined);
      return;
    }
    const response = operation?.responses[status < 300 ? status : 'default'];
    const schema = response?.content?.['application/json']?.schema;
    if (status < 300) assert.ok(schema, `${method} ${full} is served but not documented`);
    const isValid = schema && validatorOf(schema);
    if (isValid && !isValid(body)) {
      const problem = ajv.errorsText(isValid.errors);
      assert.fail(`${method} ${full} ${status}: ${problem}\n${JSON.stringify(body)}`);
    }
  };
}

const depthOf = (path: string) => path.split('/').length;
