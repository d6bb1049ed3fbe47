import type { Destination } from './destination.ts';
import type { DestinationDeps } from './destination-kind.ts';
import { planDestination } from './plan-destination.ts';
import { WrittenDestination } from './written-destination.ts';

/** Opens no connection before the first use. Throws a `DestinationError` if the text is invalid, or a setting or credential is missing. */
export function openDestination(text: string, deps: DestinationDeps): Destination {
  const { plan } = planDestination(text);
  const { needsChallenge, secrets } = plan;
  const writer = plan.open(deps);
  return new WrittenDestination({ writer, clock: deps.clock, needsChallenge, secrets });
}
