import type { Exchange } from '../exchange.ts';
import { changeFlatHeaders } from '../rules/header-changes.ts';
import { neededIn, type ResponseStage } from './stage.ts';

/** Sets the security headers of the zone, replacing those of the origin. */
export const setSecurityHeaders: ResponseStage = neededIn(
  ({ traffic }) => traffic !== undefined,
  (exchange, { headers }) => {
    for (const [name, value] of securityHeaders(exchange)) {
      changeFlatHeaders(headers, [{ name, operation: 'set', value }]);
    }
  },
);

const none: readonly (readonly [string, string])[] = [];

/** Used for responses of the edge itself, too. HSTS is sent only over https: RFC 6797, section 7.2. */
export function securityHeaders(exchange: Exchange): readonly (readonly [string, string])[] {
  const traffic = exchange.zone?.traffic;
  if (!traffic?.transportSecurity && !traffic?.noSniff) return none;
  const { transportSecurity, noSniff } = traffic;
  const isSecure = transportSecurity !== undefined && exchange.scheme === 'https';
  return [
    ...(isSecure ? [['strict-transport-security', transportSecurity] as const] : []),
    ...(noSniff ? [['x-content-type-options', 'nosniff'] as const] : []),
  ];
}
