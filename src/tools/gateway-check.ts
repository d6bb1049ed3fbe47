import { gatewayLimits } from '../app/processes/gateway-config.ts';
import { type Settings, settingsTable } from '../app/settings/settings.ts';
import { findNetwork } from '../catalogs/networks/networks.ts';
import type { GatewayNetwork, GatewayUpstream } from '../contracts/gateway/gateway-channel.ts';
import { blockRef } from '../gateway/heads/block-ref.ts';
import { isFailure, type RpcCall } from '../gateway/rpc/rpc-call.ts';
import { HttpUpstream } from '../gateway/upstreams/http-upstream.ts';
import { UpstreamFault } from '../gateway/upstreams/upstream.ts';
import { systemClock } from '../kernel/clock.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { TimerWheel } from '../transport/timer-wheel.ts';
import { failure, type Outcome, ok, warning } from './finding.ts';

const { variable } = settingsTable.gatewayUpstreams;
/** A head that is older than this many block times is reported. */
const OLD_BLOCKS = 10;

type UpstreamCheck = readonly [name: string, run: () => Promise<Outcome>];

/** One check for each upstream of the gateway, or one that reports that there are none. */
export function upstreamChecks(settings: Settings): readonly UpstreamCheck[] {
  const { gatewayUpstreams: networks } = settings;
  if (networks.length === 0) {
    const none = `no upstream is set, so calls about every network are refused; to serve one, name its nodes in ${variable}`;
    return [['gateway', async () => ok(none)]];
  }
  return networks.flatMap((given) => {
    const { name, upstreams } = given;
    return upstreams.map((upstream, n): UpstreamCheck => {
      const label = `${name}-${n + 1}`;
      return [`gateway upstream ${label}`, () => checkUpstream(settings, given, upstream, label)];
    });
  });
}

/** Requests the chain and the head. The address is not shown, because it may contain a key. */
async function checkUpstream(
  settings: Settings,
  given: GatewayNetwork,
  { url }: GatewayUpstream,
  name: string,
): Promise<Outcome> {
  const { chainId, blockMs } = given;
  const { withdrawal, title = given.name } = findNetwork(given.name) ?? {};
  if (withdrawal && systemClock.now() >= Date.parse(withdrawal.on)) {
    return warning(
      `${given.name} was withdrawn on ${withdrawal.on}, and calls about it are refused`,
      `Name nodes of ${withdrawal.use} in ${variable}.`,
    );
  }
  const { timeoutMs, responseBytes: maxResponseBytes } = gatewayLimits(settings);
  const wheel = new TimerWheel({ tickMs: 100, now: () => performance.now() });
  wheel.start();
  const upstream = new HttpUpstream({ name, url, wheel, timeoutMs, maxResponseBytes });
  try {
    const chain = Number(await ask(upstream, { method: 'eth_chainId', params: [] }));
    if (chain !== chainId) {
      return failure(
        `it serves chain ${chain}, not ${chainId} (${title})`,
        `Name a node of ${title} in ${variable}.`,
      );
    }
    const params = ['latest', false];
    const head = blockRef(await ask(upstream, { method: 'eth_getBlockByNumber', params }), given);
    if (!head) {
      return failure('the hash of its newest block is wrong', `Name another node in ${variable}.`);
    }
    const age = systemClock.now() - head.timestamp;
    const text = `chain ${chainId}, block ${head.number}, ${Math.max(0, Math.round(age / 1000))} s old`;
    return age > OLD_BLOCKS * blockMs
      ? warning(text, 'Wait until the node has caught up, or name another one.')
      : ok(text);
  } catch (error) {
    // The cause contains at most the origin of the URL, and so no key.
    const cause = error instanceof UpstreamFault ? (error.cause ?? error) : error;
    return failure(
      describeError(cause),
      `Check that the node runs and that its address in ${variable} is right.`,
    );
  } finally {
    upstream.close();
    wheel.stop();
  }
}

async function ask(upstream: HttpUpstream, call: RpcCall): Promise<unknown> {
  const outcome = await upstream.send(call, AbortSignal.timeout(10_000));
  if (isFailure(outcome)) {
    throw new Error(`it responds to ${call.method} with an error: ${outcome.error.message}`);
  }
  return JSON.parse(outcome.result);
}
