import { healthEvents } from '../../../catalogs/datasets/health-events.ts';
import type { HealthChanges } from '../../load-balancing/health/health-change-read-model.ts';
import type { CopySource } from './copy-job.ts';

/** Changes of health as lines of the dataset `health_events`. */
export function healthSource(changes: HealthChanges): CopySource {
  return {
    name: healthEvents.name,
    topic: healthEvents.topic,
    last: () => changes.last(),
    read: (range) => changes.read(range),
  };
}
