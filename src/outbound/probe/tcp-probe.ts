import { once } from 'node:events';
import { connect } from 'node:net';
import type { FailureReason } from './failure-reason.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

/** Resolves when the connection is accepted, and ends it; throws when it is not. */
export async function probeTcp(
  { address, port }: ProbeTarget,
  { signal }: ProbeAttempt,
): Promise<FailureReason> {
  const socket = connect({ host: address, port, signal });
  // What happens to it once we have our answer is of no interest.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect');
    return 'No failures';
  } finally {
    socket.destroy();
  }
}
