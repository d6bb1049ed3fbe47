import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import { HTTP_REQUESTS_TOPIC } from '../../contracts/events/http-request-event.ts';
import type { ShippingConfig } from '../../contracts/shipping/shipping-channel.ts';
import { PositionFile } from '../../shipping/access-log/position-file.ts';

/**
 * Stores where the first access log of a node begins. The process that writes it may be stopped before it has begun, and the next one
 * would not know of the requests until then.
 */
export function beginAccessLog({ accessLog, busFolder }: ShippingConfig): void {
  if (!accessLog) return;
  const position = new PositionFile(accessLog.positionFile);
  if (position.read()) return;
  const spool = openSpool({ folder: busFolder, topic: HTTP_REQUESTS_TOPIC, onError: () => {} });
  try {
    position.write(spool.positionAt(accessLog.since));
  } catch {
    // The process tries it again, and reports it.
  } finally {
    spool.close();
  }
}
