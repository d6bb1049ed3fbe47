import type { Publisher } from '../../bus/bus.ts';
import { REQUEST_TRACES_TOPIC, type RequestTrace } from '../../contracts/events/request-trace.ts';
import type { Exchange } from '../exchange.ts';
import { PerSecond } from '../limits/per-second.ts';
import { TimeShare } from '../limits/time-share.ts';
import { EventBatcher } from '../request-log/event-batcher.ts';
import { RuleTimes } from '../rules/run-record.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { isFlagged, requestTrace } from './request-trace.ts';
import { TraceBudget } from './trace-budget.ts';

/** Traces per second of each reason in one process. */
const MAX_PER_SECOND = 50;
/** The maximum fraction of its time that a process spends on traces. */
const TIME_SHARE = 0.05;
/** The fraction of that time for each reason: an attack, which flags every request, leaves time for sampled requests. */
const PART_OF_SHARE: Readonly<Record<Reason, number>> = { flagged: 0.8, sampled: 1 };

type Reason = RequestTrace['reason'];

export interface TraceLogOptions {
  readonly publisher: Publisher;
  /** The fraction of all requests that is traced even if no rule flagged them: 0 to 1. */
  readonly sampleRate: number;
  readonly random: () => number;
  readonly telemetry: {
    traceDropped(reason: 'count' | 'time'): void;
    traceFailed(error: unknown): void;
  };
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
}

/** Creates traces of requests that were sampled or flagged. For other requests the cost is two comparisons. */
export class TraceLog {
  readonly #options: TraceLogOptions;
  readonly #log: EventBatcher<RequestTrace>;
  readonly #allowed: Readonly<Record<Reason, PerSecond>>;
  readonly #time: TimeShare;

  constructor(options: TraceLogOptions) {
    const { now, publisher } = options;
    const time = new TimeShare(TIME_SHARE, now);
    this.#options = options;
    this.#time = time;
    // Publishing serialises a batch to JSON, which counts as time for traces, too.
    const publish: Publisher['publish'] = (...batch) => time.run(() => publisher.publish(...batch));
    this.#log = new EventBatcher({ publish }, REQUEST_TRACES_TOPIC);
    this.#allowed = {
      sampled: new PerSecond(MAX_PER_SECOND, now),
      flagged: new PerSecond(MAX_PER_SECOND, now),
    };
  }

  /** Decides whether a request is sampled, before its rules run, because their times are measured then. */
  begin(exchange: Exchange): void {
    const { sampleRate, random } = this.#options;
    if (sampleRate > 0 && random() < sampleRate) exchange.ruleTimes = new RuleTimes();
  }

  end(exchange: Exchange, zone: ZoneRuntime): void {
    const flagged = isFlagged(exchange);
    if (!flagged && !exchange.ruleTimes) return;
    this.#add(exchange, zone, flagged ? 'flagged' : 'sampled', exchange.endTick);
  }

  /** Traces a request because a scan found something in its response. */
  found(exchange: Exchange, zone: ZoneRuntime): void {
    if (isFlagged(exchange) || exchange.ruleTimes) return;
    this.#add(exchange, zone, 'flagged', exchange.originEndTick);
  }

  flush(): void {
    this.#log.flush();
  }

  #add(exchange: Exchange, zone: ZoneRuntime, reason: Reason, endTick: number): void {
    const { telemetry } = this.#options;
    if (!this.#time.hasTime(PART_OF_SHARE[reason])) telemetry.traceDropped('time');
    else if (!this.#allowed[reason].take()) telemetry.traceDropped('count');
    else this.#time.run(() => this.#explain(exchange, zone, reason, endTick));
  }

  #explain(exchange: Exchange, zone: ZoneRuntime, reason: Reason, endTick: number): void {
    const { now, telemetry } = this.#options;
    try {
      const budget = new TraceBudget(now);
      this.#log.add(requestTrace({ exchange, zone, reason, endTick, budget }));
    } catch (error) {
      telemetry.traceFailed(error);
    }
  }
}
