import { HEALTH_EVENTS_TOPIC } from '../../contracts/events/health-change.ts';
import { byDefault, type Dataset, int, object, text, texts, time } from './dataset.ts';

export const healthEvents: Dataset = {
  name: 'health_events',
  description: 'Changes of the health of pools and their origins; an extension of this platform',
  scope: 'account',
  topic: HEALTH_EVENTS_TOPIC,
  shippedBy: 'cluster',
  timeField: 'Timestamp',
  fields: [
    time('Timestamp', 'When the health changed'),
    text('EventID', 'Id of the event'),
    text('PoolID', 'Id of the pool'),
    text('PoolName', 'Name of the pool'),
    text('PoolHealth', 'Health of the pool: `healthy`, `unhealthy` or `unknown`'),
    text('PoolHealthBefore', 'Health of the pool before; the same if only origins changed'),
    int('MinimumOrigins', 'How many healthy origins the pool needs'),
    texts('OriginsHealthy', 'Names of the origins that became healthy'),
    texts('OriginsUnhealthy', 'Names of the origins that became unhealthy'),
    object('Origins', 'Address, health and last probe of these origins, by name'),
  ].map(byDefault),
};
