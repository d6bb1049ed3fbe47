import { type DiskFullReport, isDiskFull } from '../../../kernel/disk-errors/disk-full.ts';
import { describeError } from '../../../kernel/palisade-error.ts';
import { pinoLogger } from '../../../telemetry/pino-logger.ts';
import { type MetricsSnapshot, PrometheusMetrics } from '../../../telemetry/prometheus-metrics.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { FromProcess, ProcessChannel, ProcessIdentity, ToProcess } from './process-channel.ts';

/** Dependencies of a process, in addition to its start message. */
export interface ProcessContext<Channel extends ProcessChannel> {
  /** Such as `edge-1`. */
  readonly name: string;
  readonly telemetry: Telemetry;
  readonly reportDiskFull: DiskFullReport;
  report(report: Channel['report']): void;
}

/** A process that has prepared itself from its start message. */
export interface PreparedProcess<Channel extends ProcessChannel> {
  /** Called in the order of sending. Calls may overlap. */
  update(update: Channel['update']): Promise<void> | void;
  /** Begins the work. All updates that arrived before are applied. */
  serve(): Promise<void> | void;
  /**
   * Finishes the work; the process exits when this resolves. `isReplaced`: another process already does the same work.
   */
  drain(isReplaced: boolean): Promise<void> | void;
}

/**
 * Runs the child side of the supervision. The main file of each kind calls it once. The primary sends all state of the process. The process
 * drains on a message of the primary, or when the primary has ended.
 */
export function runProcess<Channel extends ProcessChannel>(
  prepare: (
    start: Channel['start'],
    context: ProcessContext<Channel>,
  ) => Promise<PreparedProcess<Channel>>,
): void {
  const early: Channel['update'][] = [];
  let apply = (update: Channel['update']): Promise<void> | void => void early.push(update);
  let measure = async (): Promise<MetricsSnapshot> => [];
  let finish = (_isReplaced: boolean): Promise<void> | void => {};
  let isDraining = false;

  async function start(identity: ProcessIdentity, message: Channel['start']): Promise<void> {
    const name = `${identity.kind}-${identity.slot}${identity.generation === 1 ? 'b' : ''}`;
    const metrics = new PrometheusMetrics(identity.kind);
    const log = pinoLogger({
      level: identity.logLevel,
      pretty: identity.prettyLogs,
      base: { process: name },
    });
    const prepared = await prepare(message, {
      name,
      telemetry: { log, metrics },
      reportDiskFull(error) {
        const isFull = isDiskFull(error);
        if (isFull) send({ type: 'disk-full', problem: describeError(error) });
        return isFull;
      },
      report: (report) => send({ type: 'report', report }),
    });
    measure = () => metrics.snapshot();
    finish = (isReplaced) => prepared.drain(isReplaced);
    apply = async (update) => {
      try {
        await prepared.update(update);
      } catch (error) {
        log.error(
          { err: error },
          'an update could not be applied; the previous state stays in effect',
        );
      }
      send({ type: 'updated' });
    };
    await Promise.all(early.map(apply));
    // Frees the garbage of the start now, because a full collection while serving would delay visitors.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await prepared.serve();
    send({ type: 'serving' });
  }

  async function drain(isReplaced: boolean): Promise<void> {
    if (isDraining) return;
    isDraining = true;
    await finish(isReplaced);
    process.exit(0);
  }

  process.on('message', async (message: ToProcess<Channel>) => {
    switch (message.type) {
      case 'start':
        return await start(message.identity, message.start);
      case 'update':
        return await apply(message.update);
      case 'measure':
        return send({
          type: 'measured',
          requestId: message.requestId,
          metrics: await measure(),
        });
      case 'drain':
        return await drain(message.isReplaced);
    }
  });
  // Ignored: a terminal or service manager may send these signals to all processes, but only the primary handles them.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => {});
  process.on('SIGTERM', () => drain(false));
  // Without the primary there are no updates and no replacement.
  process.on('disconnect', () => drain(false));
  send({ type: 'hello' });

  function send(message: FromProcess<Channel>): void {
    // The primary may just have been killed. Without the callback, the send error would end this process before it has
    // drained.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  }
}
