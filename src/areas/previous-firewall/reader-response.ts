import { hideKeys } from '../../expression/expression.ts';
import type { Principal } from '../../http/principal.ts';
import type { ZoneScope } from '../../resources/scope.ts';

/** How filters and firewall rules are shown: without the signing keys of expressions to callers who may only read them. */
export function shownTo(
  principal: Principal,
  { id: zoneId, accountId }: ZoneScope,
): <Response>(response: Response) => Response {
  const mayWrite = principal.allows('firewall-service:write', { type: 'zone', zoneId, accountId });
  return (response) => (mayWrite ? response : hideKeys(response));
}
