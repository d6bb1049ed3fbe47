import { once } from 'node:events';
import { connect } from 'node:net';
import type { FailureReason } from './failure-reason.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

/** Resolves when the connection is accepted, and closes it; throws if it is not accepted. */
export async function probeTcp(
  { address, port }: ProbeTarget,
  { signal }: ProbeAttempt,
): Promise<FailureReason> {
  const socket = connect({ host: address, port, signal });
  // Errors after the connection was accepted do not matter.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect');
    return 'No failures';
  } finally {
    socket.destroy();
  }
}
