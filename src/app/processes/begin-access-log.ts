import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import { HTTP_REQUESTS_TOPIC } from '../../contracts/events/http-request-event.ts';
import type { ShippingConfig } from '../../contracts/shipping/shipping-channel.ts';
import { PositionFile } from '../../shipping/access-log/position-file.ts';

/**
 * Stores the position at which the first access log of a node starts. Without it, if the node is restarted before the
 * first line is written, the log would lack the requests before the restart.
 */
export function beginAccessLog({ accessLog, busFolder }: ShippingConfig): void {
  if (!accessLog) return;
  const position = new PositionFile(accessLog.positionFile);
  if (position.read()) return;
  const spool = openSpool({ folder: busFolder, topic: HTTP_REQUESTS_TOPIC, onError: () => {} });
  try {
    position.write(spool.positionAt(accessLog.since));
  } catch {
    // The shipping process tries again and reports the error.
  } finally {
    spool.close();
  }
}
