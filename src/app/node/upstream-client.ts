import { systemClock } from '../../kernel/clock.ts';
import { parseCidr } from '../../kernel/ip.ts';
import { GuardedClient } from '../../outbound/guarded-client.ts';

/** The operator chooses the upstreams of the gateway, so they may be anywhere. */
const EVERYWHERE = ['0.0.0.0/0', '::/0'].map(parseCidr).filter((cidr) => cidr !== undefined);

export function upstreamClient(): GuardedClient {
  return new GuardedClient({ allow: EVERYWHERE, clock: systemClock });
}
