import type { ProcessChannel } from './process-channel.ts';

/** Describes one kind of process to its supervisor. */
export interface ProcessKind<Channel extends ProcessChannel> {
  /** Processes are named after it in logs and metrics: `edge` gives `edge-1`, `edge-2`, … */
  readonly name: string;
  /** The main file of a process; it calls `runProcess`. */
  readonly main: URL;
  /** How many processes run at the same time. */
  readonly count: number;
  /** Flags of Node, in addition to those of the primary. */
  readonly nodeFlags: readonly string[];
  /** How long a process may take to end after it was asked to drain; then it is killed. */
  readonly drainMs: number;
  /** Whether the processes run at a lower priority than those that serve visitors. */
  readonly isBackground?: boolean;
  /**
   * Whether the start of the node waits for these processes, and `/readyz` fails while they are needed and none serves.
   */
  readonly isRequired: boolean;
  /** False while the processes would have nothing to do. `ProcessSupervisor.reconcile` evaluates it again. */
  isNeeded(): boolean;
  /** Descriptors that the process of a slot inherits when it is started. */
  descriptors?(slot: number): readonly number[];
  /** The start message with the current state. Later changes are sent as updates. */
  start(slot: number): Channel['start'];
  /** The rest of the state if it is too long for one message; sent before all other updates. */
  firstUpdates?(): Iterable<Channel['update']>;
  onReport(slot: number, report: Channel['report']): void;
  /** A process ended, for whatever reason. */
  onEnd(slot: number): void;
}
