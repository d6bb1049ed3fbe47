import type {
  HealthChange,
  HealthChangeFields,
  OriginChange,
} from '../../../contracts/events/health-change.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { type HealthEvent, type HealthEventRange, healthEventStore } from './health-event-store.ts';

export interface NumberedChange {
  readonly seq: number;
  readonly line: HealthChange;
}

/** The history of health, for areas that read it like a log. Numbers increase in the order of commits. */
export interface HealthChanges {
  last(): Promise<number>;
  read(range: HealthEventRange): Promise<readonly NumberedChange[]>;
}

export class HealthChangeReadModel implements HealthChanges {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  async last(): Promise<number> {
    return await healthEventStore.last(this.#database.read);
  }

  async read(range: HealthEventRange): Promise<readonly NumberedChange[]> {
    const events = await healthEventStore.read(this.#database.read, range);
    return events.map((event) => ({ seq: event.seq, line: changeOf(event) }));
  }
}

type Health = HealthChangeFields['PoolHealth'];

function changeOf(event: HealthEvent): HealthChange {
  const { origins } = event;
  const named = (healthy: number) =>
    origins.filter((origin) => origin.healthy === healthy).map(({ name }) => name);
  return {
    accountId: event.account_id,
    fields: {
      Timestamp: event.created_at,
      EventID: String(event.seq),
      PoolID: event.pool_id,
      PoolName: event.pool_name,
      PoolHealth: healthOf(event.healthy),
      PoolHealthBefore: healthOf(event.was_healthy),
      MinimumOrigins: event.minimum_origins,
      OriginsHealthy: named(1),
      OriginsUnhealthy: named(0),
      Origins: Object.fromEntries(origins.map((origin) => [origin.name, originChange(origin)])),
    },
  };
}

function originChange(origin: HealthEvent['origins'][number]): OriginChange {
  return {
    address: origin.address,
    health: healthOf(origin.healthy),
    healthBefore: healthOf(origin.was_healthy),
    failureReason: origin.failure_reason,
    responseCode: origin.response_code ?? 0,
    roundTripMs: origin.round_trip_ms,
  };
}

function healthOf(flag: number | null): Health {
  return flag === null ? 'unknown' : flag === 1 ? 'healthy' : 'unhealthy';
}
