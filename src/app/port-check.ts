import { once } from 'node:events';
import { createServer } from 'node:net';
import { describeError, PalisadeError } from '../kernel/palisade-error.ts';
import type { ListenAddress } from './settings.ts';

/**
 * Refuses an address that cannot be listened on, before anything depends on it. Edge processes share
 * their port with each other, so the kernel alone would not refuse a stranger's.
 */
export async function assertPortFree(
  { host, port }: ListenAddress,
  variable: string,
): Promise<void> {
  const probe = createServer();
  probe.listen({ host, port });
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw new PalisadeError(
      'port_taken',
      `cannot listen on ${host}:${port}: ${describeError(error)}. Set ${variable} to a free address of this machine.`,
    );
  }
  probe.close();
  await once(probe, 'close');
}
