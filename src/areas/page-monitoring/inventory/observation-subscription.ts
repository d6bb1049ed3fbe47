import type { Publisher } from '../../../bus/bus.ts';
import { PAGE_FINDINGS_TOPIC } from '../../../contracts/events/page-finding.ts';
import type { AreaSubscription } from '../../area-module.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { readObservation } from './observation-schema.ts';
import {
  type ObservationService,
  observationReader,
  type Reported,
} from './observation-service.ts';

const BATCH = 500;

/** Folds what the edge saw into the inventory and tells what is new in it. */
export function observationSubscription(
  observations: ObservationService,
  zones: Pick<ZoneDirectory, 'existing'>,
  publisher: Publisher,
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
      if (wanted.length > 0) {
        // A crash right here loses alerts, not items; alerting twice would be no better.
        const { findings, noRoom } = await observations.record(wanted);
        if (findings.length > 0) await publisher.publish(PAGE_FINDINGS_TOPIC, findings);
        refused += noRoom;
      }
      return { refused };
    },
  };
}
