import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type FromSuccessor,
  INHERITANCE_VARIABLE,
  type Inheritance,
  LIFELINE,
  renumber,
  type ToSuccessor,
} from './inheritance.ts';

/** A successor that has not ended this long after SIGTERM is killed. */
const END_MS = 10_000;

/** A primary's handle of the process that replaces it. */
export class Successor {
  readonly #child: ChildProcess;
  readonly #prepared = Promise.withResolvers<boolean>();
  readonly #serving = Promise.withResolvers<boolean>();

  /**
   * Starts the program anew, with the arguments and the environment of this process. `lifeline` is passed on if
   * this process has one; otherwise a new one is created.
   */
  constructor({ generation, sockets: held }: Inheritance, lifeline: number | undefined) {
    const { descriptors, sockets } = renumber(held);
    const inheritance: Inheritance = { generation, sockets };
    this.#child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      env: { ...process.env, [INHERITANCE_VARIABLE]: JSON.stringify(inheritance) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', lifeline ?? 'pipe', ...descriptors],
      // Only the first process gets the signals of a terminal; it forwards them.
      detached: true,
    });
    this.#child.on('message', (message: FromSuccessor) => {
      if (message === 'prepared') this.#prepared.resolve(true);
      else this.#serving.resolve(true);
    });
    for (const event of ['exit', 'error']) {
      this.#child.on(event, () => {
        this.#prepared.resolve(false);
        this.#serving.resolve(false);
      });
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** This end of the lifeline, if it was created here. */
  get lifeline(): Socket | undefined {
    return (this.#child.stdio[LIFELINE] as Socket | null | undefined) ?? undefined; // a pipe is a socket of Node
  }

  /** True when it has read its settings and waits for `go`; false if it ended instead. */
  get prepared(): Promise<boolean> {
    return this.#prepared.promise;
  }

  /** True when its edge processes accept connections; false if it ended instead. */
  get serving(): Promise<boolean> {
    return this.#serving.promise;
  }

  send(message: ToSuccessor): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Lets this process exit while the successor runs. */
  release(): void {
    if (this.#child.connected) this.#child.disconnect();
    this.#child.unref();
  }

  /** Stops it gracefully, or kills it after `limitMs`, and resolves when it has ended. */
  async end(limitMs = END_MS): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timer = new AbortController();
    const late = wait(limitMs, 'late', { signal: timer.signal });
    if ((await Promise.race([exited, late])) === 'late') this.#child.kill('SIGKILL');
    timer.abort();
    await exited;
  }
}
