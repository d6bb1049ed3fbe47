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
    `cannot listen on ${address.host}:${address.port}: ${problem.message}. ${listenAdvice(problem, variable)}`,
  );
}

/** What to do about the error of listening on an address. */
export function listenAdvice({ code }: NodeJS.ErrnoException, variable: string): string {
  if (code !== 'EACCES') return `Set ${variable} to a free address of this machine.`;
  return `Low ports need the capability CAP_NET_BIND_SERVICE. With systemd, add AmbientCapabilities=CAP_NET_BIND_SERVICE to the unit; otherwise run: sudo setcap cap_net_bind_service=+ep ${process.execPath}. Or set ${variable} to a port from 1024 on.`;
}

/** Refuses to start a node whose addresses are taken by somebody else. The node has those of `inherited`. */
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
