import type { AreaSubscription } from '../../area-module.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { readObservation } from './observation-schema.ts';
import {
  type ObservationService,
  observationReader,
  type Reported,
} from './observation-service.ts';

/** One batch is one transaction, which on SQLite blocks the thread that serves the API. */
const BATCH = 200;

/** Adds observations of the edge to the inventory. */
export function observationSubscription(
  observations: ObservationService,
  zones: Pick<ZoneDirectory, 'existing'>,
): AreaSubscription {
  return {
    ...observationReader,
    batchSize: BATCH,
    async handle(messages) {
      const reported = messages.flatMap(({ stream, number, payload }): Reported[] => {
        const observation = readObservation(payload);
        return observation ? [{ stream, number, observation }] : [];
      });
      let refused = messages.length - reported.length;
      const existing = await zones.existing(reported.map(({ observation }) => observation.zoneId));
      const wanted = reported.filter(({ observation }) => existing.has(observation.zoneId));
      if (wanted.length > 0) refused += await observations.record(wanted);
      return { refused };
    },
  };
}
