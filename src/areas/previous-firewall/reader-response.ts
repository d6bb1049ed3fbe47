import { hideKeys } from '../../expression/expression.ts';
import type { Principal } from '../../http/principal.ts';
import type { ZoneScope } from '../../resources/scope.ts';

/** The response about filters and firewall rules; callers with the right to read only get it without the signing keys of expressions. */
export function shownTo(
  principal: Principal,
  { id: zoneId, accountId }: ZoneScope,
): <Response>(response: Response) => Response {
  const mayWrite = principal.allows('firewall-service:write', { type: 'zone', zoneId, accountId });
  return (response) => (mayWrite ? response : hideKeys(response));
}
