import assert from 'node:assert/strict';
import { type LoopbackServer, startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { type AlertReceivers, startAlertReceivers } from './alert-receivers.ts';
import { eventually } from './eventually.ts';
import type { ReceivedMail } from './mail-server.ts';

/** Calls the API and returns the result. */
// biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
export type CallApi = (method: string, path: string, body?: object) => Promise<any>;

interface Health {
  readonly pop_health: { readonly default: { readonly healthy: boolean } };
}

/** The alerts that arrived, compared with those that must arrive. */
export interface ArrivedAlerts {
  /** Number of distinct alerts. */
  readonly alerts: number;
  /** Number of duplicates. */
  readonly repeats: number;
  /** Empty if everything has arrived. */
  readonly problems: readonly string[];
}

/** Pools with one origin each, whose health the test sets, and policies that notify a mail server and a webhook of all changes. */
export class AlertSite {
  readonly receivers: AlertReceivers;
  readonly #call: CallApi;
  readonly #origins: LoopbackServer;
  readonly #down: Set<string>;
  #account = '';
  #monitor = '';
  /** By name, which is also the Host header of the pool's probes. */
  readonly #pools = new Map<string, string>();

  /** `call` must work from `create` on. */
  static async open(call: CallApi): Promise<AlertSite> {
    const down = new Set<string>();
    const origins = await startServer((request, response) => {
      response.statusCode = down.has(request.headers.host ?? '') ? 503 : 200;
      response.end('ok');
    });
    return new AlertSite(call, await startAlertReceivers(), origins, down);
  }

  private constructor(
    call: CallApi,
    receivers: AlertReceivers,
    origins: LoopbackServer,
    down: Set<string>,
  ) {
    this.#call = call;
    this.receivers = receivers;
    this.#origins = origins;
    this.#down = down;
  }

  get pools(): readonly string[] {
    return [...this.#pools.keys()];
  }

  /** Addresses that get more than five mails a minute get a digest. */
  async create(pools: number, addressOf = (_pool: string) => 'ops@shop.test'): Promise<void> {
    const [account] = await this.#call('GET', '/accounts');
    this.#account = `/accounts/${account.id}`;
    const path = `${this.#account}/load_balancers`;
    const monitor = await this.#call('POST', `${path}/monitors`, { interval: 3600, timeout: 10 });
    this.#monitor = `${path}/monitors/${monitor.id}`;
    const webhook = await this.#call('POST', `${this.#account}/alerting/v3/destinations/webhooks`, {
      name: 'receiver',
      url: this.receivers.webhook('/alerts'),
      secret: 'a secret of the receiver',
    });
    for (let n = 1; n <= pools; n++) {
      const name = `pool-${n}`;
      const { port } = this.#origins;
      const header = { Host: [name] };
      const origin = { name: 'web', address: '127.0.0.1', port, header };
      const body = { name, monitor: monitor.id, origins: [origin] };
      const { id } = await this.#call('POST', `${path}/pools`, body);
      this.#pools.set(name, id);
      const policy = await this.#call('POST', `${this.#account}/alerting/v3/policies`, {
        name: `changes of ${name}`,
        alert_type: 'load_balancing_health_alert',
        enabled: true,
        filters: { pool_id: [id] },
        mechanisms: { email: [{ id: addressOf(name) }], webhooks: [{ id: webhook.id }] },
      });
      assert.ok(policy?.id);
    }
  }

  setHealth(pools: readonly string[], isHealthy: boolean): void {
    for (const name of pools) {
      if (isHealthy) this.#down.delete(name);
      else this.#down.add(name);
    }
  }

  /** Starts a round of probes: a changed monitor is due at once. */
  async probe(): Promise<void> {
    await this.#call('PATCH', this.#monitor, { description: `look ${performance.now()}` });
  }

  /** Waits until probes have detected the health of these pools. */
  async untilHealth(pools: readonly string[]): Promise<void> {
    for (const name of pools) {
      const path = `${this.#account}/load_balancers/pools/${this.#pools.get(name)}/health`;
      const isKnown = async () => {
        const health: Health | null = await this.#call('GET', path);
        return health?.pop_health.default.healthy === !this.#down.has(name);
      };
      await eventually(`probes have found the health of ${name}`, isKnown);
    }
  }

  /** Compares with the alerts of a failure and a recovery of each pool and its origin. */
  arrived(): Readonly<Record<'calls' | 'mails', ArrivedAlerts>> {
    const { calls, mails } = this.receivers;
    const called = calls.flatMap(({ alerts }) => alerts.map(({ id }) => id));
    const known = new Set(called);
    const mailed = mails.flatMap(({ mail }) => alertIdsOf(mail));
    return {
      calls: this.#compared(called, [...this.#missingCalls(), ...this.#doubledCalls()]),
      mails: this.#compared(
        mailed,
        [...known.difference(new Set(mailed))].map((id) => `no mail about ${id}`),
      ),
    };
  }

  #missingCalls(): string[] {
    const seen = new Map<string, string>();
    for (const { data, alert_event: event, alert_correlation_id: incident } of this.receivers
      .calls) {
      seen.set(`${data['pool_name']} ${data['event_source']} ${event}`, incident);
    }
    return this.pools.flatMap((pool) =>
      ['pool', 'origin'].flatMap((source) => {
        const [start, end] = ['START', 'END'].map((phase) =>
          seen.get(`${pool} ${source} ALERT_STATE_EVENT_${phase}`),
        );
        if (!start || !end) return [`${pool} ${source}: ${start ? 'no end' : 'no start'}`];
        return start === end ? [] : [`${pool} ${source}: two incidents`];
      }),
    );
  }

  /** An alert may arrive twice, but with the same delivery id. Two ids mean that it was evaluated twice. */
  #doubledCalls(): string[] {
    const deliveries = new Map<string, string | undefined>();
    return this.receivers.calls.flatMap(({ alerts, deliveryId }) =>
      alerts.flatMap(({ id }) => {
        const known = deliveries.get(id) ?? deliveryId;
        deliveries.set(id, known);
        return known !== undefined && known === deliveryId ? [] : [`two deliveries of ${id}`];
      }),
    );
  }

  #compared(ids: readonly string[], missing: readonly string[]): ArrivedAlerts {
    const alerts = new Set(ids).size;
    const wanted = this.pools.length * 4;
    return {
      alerts,
      repeats: ids.length - alerts,
      problems: alerts > wanted ? [...missing, `${alerts - wanted} alerts too many`] : missing,
    };
  }

  async stop(): Promise<void> {
    await this.#origins.stop();
    await this.receivers.stop();
  }
}

function alertIdsOf({ headers }: ReceivedMail['mail']): string[] {
  const header = headers.find(({ key }) => key === 'x-palisade-alert-ids');
  return header?.value.split(/\s+/) ?? [];
}
