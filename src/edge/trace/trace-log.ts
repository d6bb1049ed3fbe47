import type { Publisher } from '../../bus/bus.ts';
import { REQUEST_TRACES_TOPIC, type RequestTrace } from '../../contracts/events/request-trace.ts';
import type { Exchange } from '../exchange.ts';
import { PerSecond } from '../limits/per-second.ts';
import { EventBatcher } from '../request-log/event-batcher.ts';
import { tick } from '../tick.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { isFlagged, requestTrace } from './request-trace.ts';

/** Traces a process makes in a second, of either kind: an attack flags everything. */
const MOST_PER_SECOND = 50;

type Reason = RequestTrace['reason'];

export interface TraceLogOptions {
  readonly publisher: Publisher;
  /** The part of all requests that is traced whatever becomes of them: 0 to 1. */
  readonly sampleRate: number;
  readonly random: () => number;
  readonly telemetry: {
    traceDropped(): void;
    traceFailed(error: unknown): void;
  };
}

/** Explains requests that are over, if they were sampled or flagged. Others cost two comparisons. */
export class TraceLog {
  readonly #options: TraceLogOptions;
  readonly #log: EventBatcher<RequestTrace>;
  readonly #allowed: Readonly<Record<Reason, PerSecond>> = {
    sampled: new PerSecond(MOST_PER_SECOND),
    flagged: new PerSecond(MOST_PER_SECOND),
  };

  constructor(options: TraceLogOptions) {
    this.#options = options;
    this.#log = new EventBatcher(options.publisher, REQUEST_TRACES_TOPIC);
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
    if (!this.#allowed[reason].take()) {
      this.#options.telemetry.traceDropped();
      return;
    }
    try {
      this.#log.add(requestTrace(exchange, zone, reason, endTick));
    } catch (error) {
      this.#options.telemetry.traceFailed(error);
    }
  }
}
