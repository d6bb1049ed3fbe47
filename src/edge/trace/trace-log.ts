import type { Publisher } from '../../bus/bus.ts';
import { REQUEST_TRACES_TOPIC, type RequestTrace } from '../../contracts/events/request-trace.ts';
import type { Exchange } from '../exchange.ts';
import { PerSecond } from '../limits/per-second.ts';
import { TimeShare } from '../limits/time-share.ts';
import { EventBatcher } from '../request-log/event-batcher.ts';
import { tick } from '../tick.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { isFlagged, requestTrace } from './request-trace.ts';
import { TraceBudget } from './trace-budget.ts';

/** Traces of either kind that a process makes in a second. An attack flags every request. */
const MOST_PER_SECOND = 50;
/** The part of its time that a process spends on traces at most, */
const TIME_SHARE = 0.05;
/** and how much of that it spends on flagged requests, so that an attack leaves something for sampled ones. */
const PART_OF_SHARE: Readonly<Record<Reason, number>> = { flagged: 0.8, sampled: 1 };

type Reason = RequestTrace['reason'];

export interface TraceLogOptions {
  readonly publisher: Publisher;
  /** The part of all requests that is traced whatever becomes of them: 0 to 1. */
  readonly sampleRate: number;
  readonly random: () => number;
  readonly telemetry: {
    traceDropped(reason: 'count' | 'time'): void;
    traceFailed(error: unknown): void;
  };
  /** Milliseconds on a clock that is never set back. */
  readonly now: () => number;
}

/** Explains requests that are over, if they were sampled or flagged. Others cost two comparisons. */
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
    // A long batch takes a while to be written as JSON, which is time spent on traces too.
    const publish: Publisher['publish'] = (...batch) => time.run(() => publisher.publish(...batch));
    this.#log = new EventBatcher({ publish }, REQUEST_TRACES_TOPIC);
    this.#allowed = {
      sampled: new PerSecond(MOST_PER_SECOND, now),
      flagged: new PerSecond(MOST_PER_SECOND, now),
    };
  }

  /** Decides once for a request, before its rules run: their times are taken then. */
  begin(exchange: Exchange): void {
    const { sampleRate, random } = this.#options;
    if (sampleRate > 0 && random() < sampleRate) exchange.ruleTimes = new Map();
  }

  end(exchange: Exchange, zone: ZoneRuntime): void {
    const flagged = isFlagged(exchange);
    if (!flagged && !exchange.ruleTimes) return;
    this.#add(exchange, zone, flagged ? 'flagged' : 'sampled', tick());
  }

  /** Something was found in an answer that is out already. */
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
