import { createServer } from 'node:net';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { type ListenAddress, type Settings, settingsTable } from '../settings/settings.ts';

/** The error of listening on an address; undefined if there is none. */
export function listenProblem(address: ListenAddress): Promise<NodeJS.ErrnoException | undefined> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  const { host, port } = address;
  const probe = createServer().once('error', resolve);
  probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  return promise;
}

/**
 * Throws if an address cannot be listened on. The kernel would not refuse the port of another program to
 * edge processes, because they share their port (`reusePort`).
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
