import { type Notice, notice } from '../../../http/envelope.ts';
import { escapePointer } from '../../../http/validation.ts';
import type { HealthCheckDocument } from './health-check-schema.ts';

/** Names the members that are stored without effect. */
export function idleMembers(document: HealthCheckDocument): Notice[] {
  const { type = 'HTTP', check_regions: regions, http_config: http, tcp_config: tcp } = document;
  const idle = (pointer: string, reason: string) => notice('memberIdle', { pointer, reason });
  const isTcp = type === 'TCP';
  const userAgent = Object.keys(http?.header ?? {}).find((name) => /^user-agent$/i.test(name));
  return [
    ...(regions ? [idle('/check_regions', 'Palisade probes from its own location')] : []),
    ...(http && isTcp ? [idle('/http_config', 'the type of the health check is TCP')] : []),
    ...(tcp && !isTcp ? [idle('/tcp_config', `the type of the health check is ${type}`)] : []),
    ...(userAgent !== undefined && !isTcp
      ? [
          idle(
            `/http_config/header/${escapePointer(userAgent)}`,
            'probes have a User-Agent of their own',
          ),
        ]
      : []),
    ...(http?.allow_insecure && type === 'HTTP'
      ? [idle('/http_config/allow_insecure', 'only the type HTTPS has certificates')]
      : []),
  ];
}
