import type { DestinationPlan } from './destination-kind.ts';
import { destinationKinds } from './destination-kinds.ts';
import { badText, shown, splitDestination } from './destination-text.ts';

/** Parses a `destination_conf` by the rules of its kind. Throws a `DestinationError`. */
export function planDestination(text: string): { scheme: string; plan: DestinationPlan } {
  const parts = splitDestination(text);
  const kind = destinationKinds.get(parts.scheme);
  if (!kind) {
    const known = [...destinationKinds.keys()].join(', ');
    throw badText(`has the unknown scheme "${shown(parts.scheme)}"; expected one of ${known}`);
  }
  return { scheme: parts.scheme, plan: kind.read(parts) };
}
