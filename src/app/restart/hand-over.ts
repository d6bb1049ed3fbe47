import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { RunningNode } from '../node/node.ts';
import { LIFELINE } from './inheritance.ts';
import type { NodeSignals } from './node-signals.ts';
import type { Predecessor } from './predecessor.ts';
import { standIn } from './stand-in.ts';
import { Successor } from './successor.ts';

/** Pause between attempts to start a successor. The edge processes of this primary keep serving meanwhile. */
const RETRY_MS = 2_000;
/** Time limit for a successor to read its settings. */
const PREPARE_MS = 60_000;
/** Time limit for a successor to serve. It may have to migrate a large database first. */
const SERVE_MS = 600_000;

export interface HandOverOptions {
  readonly node: RunningNode;
  readonly log: Logger;
  readonly signals: NodeSignals;
  readonly predecessor: Predecessor | undefined;
}

/**
 * Replaces this primary by a new process. The edge processes keep serving until those of the successor accept
 * connections from the same sockets, and then drain. Returns the exit code of this process; undefined if it was not
 * replaced, because the successor could not read its settings or the node should stop.
 */
export async function handOver(options: HandOverOptions): Promise<number | undefined> {
  const { node, log, signals, predecessor } = options;
  // Waits for the predecessor, because process names distinguish only two generations.
  await Promise.race([predecessor?.drained, stopped(signals)]);
  if (signals.stopSignal.aborted) return undefined;
  log.info({}, 'starting a successor');
  const first = startSuccessor(options);
  const isPrepared = await within(PREPARE_MS, first.prepared, signals);
  if (isPrepared !== true) {
    await first.end();
    node.takeBackSockets();
    if (isPrepared !== 'stopped') {
      log.error({}, 'the successor could not be started (see its output); this process continues');
    }
    return undefined;
  }
  await node.detachEdge().catch((error) => {
    log.error({ err: error }, 'some parts did not stop cleanly; the restart continues');
  });
  const successor = await untilServing(first, options);
  if (!successor) {
    await node.stopEdge();
    return undefined;
  }
  log.info({ successor: successor.pid }, 'the successor serves; finishing running requests');
  const { lifeline } = successor;
  signals.forward((signal) => successor.signal(signal));
  const ended = lifeline && standIn(lifeline, signals);
  await node.stopEdge({ isReplaced: true });
  successor.send('drained');
  log.info({}, 'replaced');
  if (ended) return await ended;
  successor.release();
  return 0;
}

function startSuccessor({ node, predecessor }: HandOverOptions): Successor {
  const generation = predecessor?.inheritance.generation === 1 ? 0 : 1;
  return new Successor({ generation, sockets: node.lendSockets() }, predecessor && LIFELINE);
}

/** Starts one successor after the other until one serves; undefined if the node should stop meanwhile. */
async function untilServing(
  first: Successor,
  options: HandOverOptions,
): Promise<Successor | undefined> {
  const { log, signals } = options;
  for (let successor = first; ; successor = startSuccessor(options)) {
    const isServing = successor.prepared.then((isPrepared) => {
      if (isPrepared) successor.send('go');
      return successor.serving;
    });
    const outcome = await within(SERVE_MS, isServing, signals);
    if (outcome === true) return successor;
    await successor.end();
    if (outcome === 'stopped') return undefined;
    log.error(
      {},
      'the successor does not serve (see its output); the edge keeps serving, and another successor is started',
    );
    await wait(RETRY_MS, undefined, { signal: signals.stopSignal }).catch(() => {});
    if (signals.stopSignal.aborted) return undefined;
  }
}

/** The result of the promise; `stopped` or `late` if the node should stop or the time is up first. */
async function within(
  limitMs: number,
  promise: Promise<boolean>,
  signals: NodeSignals,
): Promise<boolean | 'stopped' | 'late'> {
  const timer = new AbortController();
  const late = wait(limitMs, 'late' as const, { signal: timer.signal });
  try {
    return await Promise.race([promise, stopped(signals), late]);
  } finally {
    timer.abort();
  }
}

function stopped({ stopSignal }: NodeSignals): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (stopSignal.aborted) resolve('stopped');
    stopSignal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}
