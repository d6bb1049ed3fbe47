import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { FailureReason } from './failure-reason.ts';
import type { Ping } from './ping.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

/** Healthy if the host replies to an echo request. */
export async function probeIcmp(
  target: ProbeTarget,
  attempt: ProbeAttempt,
  ping: Ping,
): Promise<FailureReason> {
  const { address } = await lookup(target.address);
  attempt.phase = 'icmp';
  return await ping(address, attempt.signal);
}

/**
 * Sends an empty datagram. Healthy if the port replies, or if the host replies to an echo request and has not reported that nothing listens on the port:
 * silence is the usual reply of a service that gets an empty datagram.
 */
export async function probeUdp(
  target: ProbeTarget,
  attempt: ProbeAttempt,
  ping: Ping,
): Promise<FailureReason> {
  const { address, family } = await lookup(target.address);
  attempt.phase = 'icmp';
  const ended = new AbortController();
  const signal = AbortSignal.any([attempt.signal, ended.signal]);
  const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', signal });
  try {
    const replied = once(socket, 'message').then(() => 'No failures' as const);
    socket.connect(target.port, address, () => socket.send(Buffer.alloc(0)));
    return await Promise.race([replied, ping(address, signal)]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ECONNREFUSED') throw error;
    return 'UDP port unreachable';
  } finally {
    ended.abort();
  }
}
