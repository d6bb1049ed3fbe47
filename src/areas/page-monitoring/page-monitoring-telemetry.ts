import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { RefusedItems } from './inventory/refused-item-store.ts';

export type PageMonitoringTelemetry = ReturnType<typeof pageMonitoringTelemetry>;

/** Log lines of the page monitoring area. */
export function pageMonitoringTelemetry({ log }: Pick<Telemetry, 'log'>) {
  return {
    /** Called once for each zone, kind and day. */
    itemsRefused({ zoneId, kind }: RefusedItems) {
      log.warn(
        { zone: zoneId, kind },
        'visitors report more new items than the zone may store in an hour, so the inventory may be incomplete; GET /zones/{id}/page_shield/refused_items counts them',
      );
    },
  };
}
