/** The topic to which one node of the cluster copies changes of health; the dataset `health_events`. */
export const HEALTH_EVENTS_TOPIC = 'health-events';

/** A round of probes that changed the health of a pool or of its origins. */
export interface HealthChange {
  readonly accountId: string;
  readonly fields: HealthChangeFields;
}

type Health = 'healthy' | 'unhealthy' | 'unknown';

/** Members are named like the fields of the dataset. */
export interface HealthChangeFields {
  /** Milliseconds since the epoch. */
  readonly Timestamp: number;
  readonly EventID: string;
  readonly PoolID: string;
  readonly PoolName: string;
  readonly PoolHealth: Health;
  /** The same as `PoolHealth` if only origins changed. */
  readonly PoolHealthBefore: Health;
  readonly MinimumOrigins: number;
  /** Names of the origins that became healthy or unhealthy in this round. */
  readonly OriginsHealthy: readonly string[];
  readonly OriginsUnhealthy: readonly string[];
  /** Details of these origins, by name. */
  readonly Origins: Readonly<Record<string, OriginChange>>;
}

export interface OriginChange {
  readonly address: string;
  readonly health: Health;
  readonly healthBefore: Health;
  /** Empty if the probe passed. */
  readonly failureReason: string;
  /** 0 if there was no response. */
  readonly responseCode: number;
  readonly roundTripMs: number;
}
