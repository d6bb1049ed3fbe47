import { createServer } from 'node:net';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { type ListenAddress, type Settings, settingsTable } from '../settings/settings.ts';

/** Why an address cannot be listened on; undefined when it can. */
export function listenProblem(address: ListenAddress): Promise<NodeJS.ErrnoException | undefined> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  const { host, port } = address;
  const probe = createServer().once('error', resolve);
  probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  return promise;
}

/**
 * Refuses an address that cannot be listened on, before anything depends on it. Edge processes share
 * their port with each other, so the kernel alone would not refuse a stranger's.
 */
export async function assertPortFree(address: ListenAddress, variable: string): Promise<void> {
  const problem = await listenProblem(address);
  if (!problem) return;
  throw new PalisadeError(
    'port_taken',
    `cannot listen on ${address.host}:${address.port}: ${problem.message}. Set ${variable} to a free address of this machine.`,
  );
}

/** Refuses to start a node whose addresses are taken. */
export async function assertPortsFree(settings: Settings): Promise<void> {
  const { apiListen, edgeListen, edgeTlsListen, roles } = settings;
  await assertPortFree(apiListen, settingsTable.apiListen.variable);
  if (!roles.has('edge')) return;
  await assertPortFree(edgeListen, settingsTable.edgeListen.variable);
  if (edgeTlsListen) await assertPortFree(edgeTlsListen, settingsTable.edgeTlsListen.variable);
}
