/** Runs every example of the documentation page, as a reader would paste it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import Cloudflare from 'cloudflare';
import { apiDocument } from '../../src/app/node/api.ts';
import { API_BASE } from '../../src/app/node/api-base.ts';
import { auditProducts } from '../../src/catalogs/audit-products.ts';
import { docsPage } from '../../src/http/docs/docs-page.ts';
import { sdkCalls } from '../../src/http/docs/sdk-calls.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { createdBy, createdId } from '../support/created-by-examples.ts';
import { sqlite } from '../support/databases.ts';
import { type LogReceiver, RECEIVER_NETWORK, startLogReceiver } from '../support/log-receiver.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

interface Example {
  readonly operation: string;
  readonly curl: string;
  readonly sdk: string;
}

/** The request of a command or a script; `path` is relative to the base path and includes the query. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const base = { origin: 'http://api.test', basePath: API_BASE };

/** The examples as a browser shows them. */
function examplesIn(page: string): Example[] {
  const [, ...operations] = page.split('<div class="content" id="');
  return operations.map((text) => {
    const [curl = '', sdk = ''] = [...text.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(
      ([, code = '']) =>
        code
          .replace(/<[^>]+>/g, '')
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
    );
    return { operation: text.split('"')[0] ?? '', curl, sdk };
  });
}

/** Placeholder for a variable that has no value yet. */
const placeholder = (variable: string) => `value-of-${variable}`;

function variablesIn({ curl }: Example): string[] {
  return [...new Set([...curl.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name))];
}

/** Runs the commands in a shell, with a fake curl that prints its arguments. */
async function sentByShell(examples: readonly Example[]): Promise<Sent[]> {
  const variables = examples.flatMap(variablesIn);
  const env = Object.fromEntries(variables.map((name) => [name, placeholder(name)]));
  const commands = ['curl() { printf \'%s\\0\' "$@" END; }', ...examples.map(({ curl }) => curl)];
  const shell = promisify(execFile)('bash', ['-uc', commands.join('\n')], { env });
  const calls = (await shell).stdout.split('END\0').slice(0, -1);
  return calls.map((call) => sentByCurl(call.split('\0')));
}

function sentByCurl(words: readonly string[]): Sent {
  const option = (name: string) => words[words.indexOf(name) + 1] as string;
  const address = words.find((word) => word.startsWith(base.origin)) ?? '';
  assert.ok(words.includes(`Authorization: Bearer ${placeholder('TOKEN')}`), words.join(' '));
  assert.equal(words.includes('-d'), words.includes('Content-Type: application/json'));
  return {
    method: words.includes('-X') ? option('-X') : 'GET',
    path: address.slice((base.origin + base.basePath).length),
    body: words.includes('-d') ? JSON.parse(option('-d')) : undefined,
  };
}

/** Runs the script with the real SDK, and captures its request. */
async function sentBySdk(example: Example): Promise<Sent> {
  const requests: Sent[] = [];
  const client = new Cloudflare({
    apiToken: 'any',
    baseURL: base.origin + base.basePath,
    maxRetries: 0,
    fetch: async (address, options) => {
      const { pathname, search } = new URL(String(address));
      const { method = '', body } = options ?? {};
      const path = pathname.slice(base.basePath.length) + search;
      requests.push({ method: method.toUpperCase(), path, body: body && JSON.parse(String(body)) });
      return Response.json({ result: [], success: true, errors: [], messages: [] });
    },
  });
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const variables = variablesIn(example);
  const run = new AsyncFunction('client', ...variables, example.sdk);
  await run(client, ...variables.map(placeholder));
  const [sent, ...more] = requests;
  assert.ok(sent && more.length === 0, `${requests.length} requests`);
  return sent;
}

/** The operations that cannot succeed here, with their statuses. */
const refused: Readonly<Record<string, number>> = {
  // Zones are active from the start.
  'zones-activation-check': 400,
  // The token of this test belongs to a user.
  'account-tokens-verify': 401,
  // Earlier examples replaced the rule, and execute the ruleset.
  'zone-rulesets-rules-delete': 404,
  'zone-rulesets-rules-samples': 404,
  'account-rulesets-delete': 400,
  // The example for the zone has created the same one, and the example for the account deletes it.
  'account-load-balancers-create': 400,
  'load-balancers-delete': 404,
  // Writes of items return the operation and not the ids of the items.
  'list-items-get': 404,
  'list-items-delete': 404,
  // No example has created a policy yet; with one it would wait for an outcome, and the clock does not move here.
  'notification-policies-test': 404,
  // Nothing serves IPFS.
  'web3-content-list-get': 404,
  'web3-content-list-replace': 404,
  'web3-content-list-entries-list': 404,
  'web3-content-list-entries-create': 404,
  'web3-content-list-entries-get': 404,
  'web3-content-list-entries-replace': 404,
  'web3-content-list-entries-delete': 404,
  // No notification has failed.
  'notification-history-resend': 404,
  'notification-history-retry': 404,
  // Only a browser has a session, and a code is valid once.
  'session-create': 401,
  'session-get': 401,
  'session-delete': 401,
  // Only health checks and visitors create these.
  'pools-health': 404,
  'security-trace-get': 404,
  ...Object.fromEntries(
    ['scripts', 'connections', 'cookies'].flatMap((kind) =>
      ['get', 'note-get', 'note-change', 'note-delete'].map((call) => [
        `page-${kind}-${call}`,
        404,
      ]),
    ),
  ),
  'page-scripts-reasons': 404,
  // An example created a second account, so the account of the older paths is ambiguous.
  ...Object.fromEntries(
    [
      ...['list', 'create', 'get', 'replace', 'change', 'delete', 'references', 'preview'].flatMap(
        (call) => [`user-pools-${call}`, `user-monitors-${call}`],
      ),
      ...['user-pools-bulk-change', 'user-pools-health', 'user-previews-get'],
    ].map((operation) => [operation, 400]),
  ),
};

describe('examples of the documentation page', () => {
  let api: TestApi;
  let receiver: LogReceiver;
  let examples: Example[];
  let sent: Sent[];

  before(async () => {
    receiver = await startLogReceiver();
    api = await openTestApi(sqlite, { settings: { PALISADE_OUTBOUND_ALLOW: RECEIVER_NETWORK } });
    examples = examplesIn(docsPage(apiDocument(api.core), base).text);
    assert.ok(examples.length > 100, `${examples.length} examples`);
    sent = await sentByShell(examples);
    assert.equal(sent.length, examples.length);
  });
  after(async () => {
    await api.close();
    await receiver.stop();
  });

  it('send the same request with curl and with the SDK', async () => {
    for (const [n, example] of examples.entries()) {
      assert.deepEqual(await sentBySdk(example), sent[n], `${example.operation}\n${example.sdk}`);
    }
  });

  it('call the method of the SDK if it has one', () => {
    const general = examples.filter(({ sdk }) => /client\.[a-z]+\(/.test(sdk));
    // The methods of the SDK do not send what these need: an integration key in a body, and ids in the query.
    const unsent = [
      'notification-pagerduty-connect',
      'filters-delete-all',
      'firewall-rules-delete-all',
    ];
    assert.equal(general.length, examples.length - Object.keys(sdkCalls).length + unsent.length);
  });

  it('succeed', async () => {
    const groups = await api.call('GET', '/user/tokens/permission_groups?name=Zone%20Read');
    const values = new Map([
      ['ACCOUNT_ID', api.accountId],
      ['PERMISSION_GROUP_ID', groups.body.result[0].id],
      ['RAY_ID', '0123456789abcdef'],
      ['DESTINATION_CONF', receiver.conf],
      ['WEBHOOK_URL', `${receiver.origin}/alerts`],
      ['REPLAY_START', new Date(api.clock.now() - 60_000).toISOString()],
      ['REPLAY_END', new Date(api.clock.now()).toISOString()],
    ]);
    const fill = (text: string) =>
      text.replace(/value-of-([A-Z_]+)/g, (_, name: string) => values.get(name) ?? newHexId());
    const outcomes: Record<string, number> = {};
    const run = async ({ method, path, body }: Sent, operation: string) => {
      const { statusCode, body: text } = await api.app.inject({
        method: method as 'GET',
        url: API_BASE + path,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        ...(body !== undefined && { payload: body as object }),
      });
      if (statusCode >= 300) outcomes[operation] = statusCode;
      const variable = createdBy[operation];
      if (variable) values.set(variable, createdId(JSON.parse(text).result, variable));
    };
    const reads: (() => Promise<void>)[] = [];
    const deletions: (() => Promise<void>)[] = [];
    for (const [n, { operation }] of examples.entries()) {
      const filled: Sent = JSON.parse(fill(JSON.stringify(sent[n])));
      if (filled.method === 'DELETE') deletions.unshift(() => run(filled, operation));
      else if (filled.method === 'GET') reads.push(() => run(filled, operation));
      else await run(filled, operation);
    }
    for (const run of [...reads, ...deletions]) await run();
    assert.deepEqual(outcomes, refused);
  });

  it('write audit entries about resources of known products', async () => {
    const { read } = api.core.database;
    const rows = await read.selectFrom('audit_entries').select('resource').distinct().execute();
    const products = new Map(
      auditProducts.flatMap(({ value, resources }) => resources.map((each) => [each, value])),
    );
    const unknown = rows.map(({ resource }) => resource).filter((each) => !products.has(each));
    assert.deepEqual(unknown, [], 'they need a row in catalogs/audit-products.ts');
    assert.ok(rows.length > 20);
  });
});
