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

/** How long a process that should end may take, before it is killed. */
const END_MS = 10_000;

/** A primary's side of the process that takes its place. */
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
      // Signals of a terminal reach the first process only, which passes them on.
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

  /** Whether it has read its settings and waits; false if it ended instead. */
  get prepared(): Promise<boolean> {
    return this.#prepared.promise;
  }

  /** Whether its edge processes accept connections; false if it ended instead. */
  get serving(): Promise<boolean> {
    return this.#serving.promise;
  }

  tell(message: ToSuccessor): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Lets this process end before the successor does. */
  release(): void {
    if (this.#child.connected) this.#child.disconnect();
    this.#child.unref();
  }

  /** Ends it in order, or kills it if that takes too long, and waits for that. */
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
