import { createServer } from 'node:net';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { type ListenAddress, type Settings, settingsTable } from '../settings/settings.ts';

/** Tries to listen on an address. Returns the error, or undefined if it succeeds. */
export function listenProblem(address: ListenAddress): Promise<NodeJS.ErrnoException | undefined> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  const { host, port } = address;
  const probe = createServer().once('error', resolve);
  probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  return promise;
}

/**
 * Throws if an address cannot be listened on. Edge processes bind with `reusePort`, so the kernel may let them share
 * the port of another program instead of refusing it.
 */
export async function assertPortFree(address: ListenAddress, variable: string): Promise<void> {
  const problem = await listenProblem(address);
  if (!problem) return;
  throw new PalisadeError(
    'port_taken',
    `cannot listen on ${address.host}:${address.port}: ${problem.message}. ${listenAdvice(problem, variable)}`,
  );
}

/** Advice for an error of listening on an address. */
export function listenAdvice({ code }: NodeJS.ErrnoException, variable: string): string {
  if (code !== 'EACCES') return `Set ${variable} to a free address of this machine.`;
  return `Low ports need the capability CAP_NET_BIND_SERVICE. With systemd, add AmbientCapabilities=CAP_NET_BIND_SERVICE to the unit; otherwise run: sudo setcap cap_net_bind_service=+ep ${process.execPath}. Or set ${variable} to a port from 1024 on.`;
}

/**
 * Throws if another program listens on an address of the node. Addresses in `inherited` are already bound by the node
 * itself.
 */
export async function assertPortsFree(
  { apiListen, edgeListen, edgeTlsListen, gatewayListen, roles }: Settings,
  inherited: readonly ListenAddress[],
): Promise<void> {
  const isInherited = ({ host, port }: ListenAddress) =>
    inherited.some((address) => address.host === host && address.port === port);
  const check = async (address: ListenAddress, { variable }: { readonly variable: string }) => {
    if (!isInherited(address)) await assertPortFree(address, variable);
  };
  await check(apiListen, settingsTable.apiListen);
  if (roles.has('gateway')) await check(gatewayListen, settingsTable.gatewayListen);
  if (!roles.has('edge')) return;
  await check(edgeListen, settingsTable.edgeListen);
  if (edgeTlsListen) await check(edgeTlsListen, settingsTable.edgeTlsListen);
}
