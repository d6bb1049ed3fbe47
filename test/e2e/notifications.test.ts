import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type AlertReceivers, startAlertReceivers } from '../support/alert-receivers.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { api } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';

/** The changes that policies with these filters are notified of when the origin dies and returns. */
const filters: Readonly<Record<string, [filters: object, expected: readonly string[]]>> = {
  all: [{}, ['origin Unhealthy', 'pool Unhealthy', 'origin Healthy', 'pool Healthy']],
  failures: [{ new_health: ['unhealthy'] }, ['origin Unhealthy', 'pool Unhealthy']],
  recoveries: [{ new_health: ['Healthy'] }, ['origin Healthy', 'pool Healthy']],
  origins: [{ event_source: ['origin'] }, ['origin Unhealthy', 'origin Healthy']],
  'failed-pools': [{ event_source: ['pool'], new_health: ['Unhealthy'] }, ['pool Unhealthy']],
};

describe('notifications of a node', () => {
  let home: NodeHome;
  let node: NodeProcess;
  let receivers: AlertReceivers;
  let staying: Origin;
  let dying: Origin;
  let monitor: string;
  let health: string;
  const isHealthy = async () =>
    (await api(node, 'GET', health))?.pop_health.default.healthy === true;

  /** Times in notifications are whole seconds. */
  const begunAt = Date.now();

  before(async () => {
    receivers = await startAlertReceivers();
    [staying, dying] = [await newOrigin(), await newOrigin()];
    // Without an edge, which this test does not need.
    home = await nodeHome({ ...receivers.settings, PALISADE_ROLES: 'api,worker' });
    node = await home.start();
    const [account] = await api(node, 'GET', '/accounts');
    const base = `/accounts/${account.id}`;
    const create = async (path: string, body: object): Promise<string> =>
      (await api(node, 'POST', `${base}/${path}`, body)).id;
    const monitorId = await create('load_balancers/monitors', { interval: 3600, timeout: 10 });
    monitor = `${base}/load_balancers/monitors/${monitorId}`;
    const poolId = await create('load_balancers/pools', {
      name: 'shop',
      monitor: monitorId,
      minimum_origins: 2,
      notification_email: 'all@shop.test, older@shop.test',
      notification_filter: { origin: { healthy: false }, pool: { disable: true } },
      origins: [
        { name: 'staying', address: '127.0.0.1', port: staying.port },
        { name: 'dying', address: '127.0.0.1', port: dying.port },
      ],
    });
    for (const [name, [wanted]] of Object.entries(filters)) {
      const webhook = await create('alerting/v3/destinations/webhooks', {
        name,
        url: receivers.webhook(`/${name}`),
      });
      await create('alerting/v3/policies', {
        name,
        alert_type: 'load_balancing_health_alert',
        enabled: true,
        filters: { pool_id: [poolId], ...wanted },
        mechanisms: { email: [{ id: `${name}@shop.test` }], webhooks: [{ id: webhook }] },
      });
    }
    health = `${base}/load_balancers/pools/${poolId}/health`;
    await eventually('the pool is healthy', isHealthy);
  });
  after(async () => {
    await home.remove();
    await Promise.all([staying.kill(), dying.kill(), receivers.stop()]);
  });

  /** A changed monitor probes at once instead of after its interval. */
  const probe = () => api(node, 'PATCH', monitor, { description: `look ${performance.now()}` });
  const callsOf = (name: string) => receivers.calls.filter(({ path }) => path === `/${name}`);
  const mailsTo = (name: string) =>
    receivers.mails.filter(({ to }) => to.includes(`${name}@shop.test`)).map(({ mail }) => mail);
  const changesOf = (name: string) =>
    callsOf(name).map(({ data }) => `${data['event_source']} ${data['new_health']}`);

  it('notify each policy once that an origin is down, and that it is back', async () => {
    await dying.kill();
    await probe();
    await eventually('the failure has arrived', () => changesOf('all').length >= 2);
    await dying.start();
    await probe();
    await eventually('everything has arrived', () =>
      Object.entries(filters).every(
        ([name, [, { length }]]) =>
          changesOf(name).length >= length && mailsTo(name).length >= length,
      ),
    );
    for (const [name, [, expected]] of Object.entries(filters)) {
      assert.deepEqual(changesOf(name).toSorted(), expected.toSorted(), name);
      assert.equal(mailsTo(name).length, expected.length, name);
    }
    const [failure, recovery] = callsOf('origins');
    assert.equal(failure?.data['pool_name'], 'shop');
    assert.equal(failure?.data['origin_name'], 'dying');
    assert.equal(failure?.data['origin_address'], '127.0.0.1');
    assert.equal(failure?.data['failure_reason'], 'TCP connection failed');
    assert.ok(Date.parse(String(failure?.data['timestamp'])) >= begunAt - 1_000);
    assert.equal(failure?.alert_event, 'ALERT_STATE_EVENT_START');
    assert.equal(recovery?.alert_event, 'ALERT_STATE_EVENT_END');
    assert.equal(recovery?.alert_correlation_id, failure?.alert_correlation_id);
    const [mail] = mailsTo('origins');
    assert.match(mail?.subject ?? '', /\[Unhealthy\] dying/);
    for (const fact of ['shop', 'dying', '127.0.0.1', 'TCP connection failed', 'Healthy']) {
      assert.ok(mail?.text?.includes(fact), `${fact}: ${mail?.text}`);
    }
  });

  it('go to the addresses of the pool that no policy notifies', async () => {
    await eventually('the mail has arrived', () => mailsTo('older').length > 0);
    assert.deepEqual(
      mailsTo('older').map(({ subject }) => subject?.match(/\[.*/)?.[0]),
      ['[Unhealthy] dying of pool shop'],
    );
  });

  it('are delayed while an origin flaps', async () => {
    for (const isUp of [false, true, false]) {
      const before = changesOf('all').length + (await waiting());
      await (isUp ? dying.start() : dying.kill());
      await probe();
      await eventually('the API shows the change', async () => (await isHealthy()) === isUp);
      await eventually(
        'the changes of the origin and of the pool were evaluated',
        async () => changesOf('all').length + (await waiting()) >= before + 2,
      );
    }
    const ofOrigin = changesOf('all').filter((change) => change.startsWith('origin'));
    assert.deepEqual(ofOrigin, ['origin Unhealthy', 'origin Healthy', 'origin Unhealthy']);
    assert.ok((await waiting()) > 0);
  });

  /** How many matched alerts were held back for a message about several alerts. */
  async function waiting(): Promise<number> {
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    const lines = metrics.matchAll(
      /^palisade_alerts_matched_total\{.*state="waiting".*\} (\d+)$/gm,
    );
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  }
});

interface Origin {
  readonly port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** A server that can die and return on the same port. */
async function newOrigin(): Promise<Origin> {
  const port = await freePort();
  let server: Server | undefined;
  const origin: Origin = {
    port,
    async start() {
      server = createServer((_, response) => response.end('ok')).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async kill() {
      server?.closeAllConnections();
      server?.close();
      server = undefined;
    },
  };
  await origin.start();
  return origin;
}
