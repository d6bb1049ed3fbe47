import type { ProcessIdentity } from '../processes/kit/process-channel.ts';
import type { InheritedSockets } from '../processes/listening-sockets.ts';

/** The state that a primary passes to its successor. */
export interface Inheritance {
  readonly generation: ProcessIdentity['generation'];
  readonly sockets: readonly InheritedSockets[];
}

/** The environment variable with the inheritance as JSON. It is not a setting. */
export const INHERITANCE_VARIABLE = '_PALISADE_INHERITANCE';

/**
 * Descriptor of a pipe to the first primary, the stand-in. Descriptor 3 is the channel to the primary that started the
 * successor.
 */
export const LIFELINE = 4;
const FIRST_SOCKET = 5;

/** Messages of a primary to its successor. */
export type ToSuccessor =
  /** The primary has released API, database and bus. */
  | 'go'
  /** Its edge processes have ended as well. */
  | 'drained';

/** Messages of a successor to the primary. */
export type FromSuccessor =
  /** The successor has read its settings and waits for `go`. */
  | 'prepared'
  /** Its edge processes accept connections. */
  | 'serving';

/** The descriptors to pass on, and the sockets with their descriptor numbers in the successor. */
export function renumber(sockets: readonly InheritedSockets[]): {
  readonly descriptors: readonly number[];
  readonly sockets: readonly InheritedSockets[];
} {
  const descriptors: number[] = [];
  const renumbered = sockets.map(({ groups, ...address }) => ({
    ...address,
    groups: groups.map((group) =>
      group.map((descriptor) => FIRST_SOCKET + descriptors.push(descriptor) - 1),
    ),
  }));
  return { descriptors, sockets: renumbered };
}
