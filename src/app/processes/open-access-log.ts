import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import { HTTP_REQUESTS_TOPIC } from '../../contracts/events/http-request-event.ts';
import type { AccessLogConfig } from '../../contracts/shipping/shipping-channel.ts';
import { systemClock } from '../../kernel/clock.ts';
import { AccessLog } from '../../shipping/access-log/access-log.ts';
import { accessLogTelemetry } from '../../shipping/access-log/access-log-telemetry.ts';
import { openLogOutput } from '../../shipping/access-log/log-output.ts';
import { PositionFile } from '../../shipping/access-log/position-file.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

export function openAccessLog(
  { target, format, positionFile, since }: AccessLogConfig,
  folder: string,
  base: Telemetry,
): AccessLog {
  const telemetry = accessLogTelemetry(base);
  return new AccessLog({
    spool: openSpool({
      folder,
      topic: HTTP_REQUESTS_TOPIC,
      onError: (error) => telemetry.failed(error.message),
    }),
    output: openLogOutput(target),
    format,
    position: new PositionFile(positionFile),
    since,
    clock: systemClock,
    telemetry,
  });
}
