import { once } from 'node:events';
import { Socket } from 'node:net';
import {
  type FromSuccessor,
  INHERITANCE_VARIABLE,
  type Inheritance,
  LIFELINE,
  type ToSuccessor,
} from './inheritance.ts';

/** A successor's connections to the primary that started it, and to the stand-in: the first primary of the node. */
export class Predecessor {
  readonly inheritance: Inheritance;
  readonly #lifeline: Socket;
  readonly #drained = Promise.withResolvers<void>();
  #hasServed = false;

  private constructor(inheritance: Inheritance) {
    this.inheritance = inheritance;
    this.#lifeline = new Socket({ fd: LIFELINE, readable: true, writable: true }).unref();
    this.#lifeline.on('error', () => {});
    process.on('message', (message: ToSuccessor) => {
      if (message === 'drained') this.#drained.resolve();
    });
    process.once('disconnect', () => this.#drained.resolve());
    // The channel must not keep a process alive whose start fails.
    process.channel?.unref();
  }

  /** Undefined if this process is not a successor. */
  static find(): Predecessor | undefined {
    const text = process.env[INHERITANCE_VARIABLE];
    if (text === undefined) return undefined;
    delete process.env[INHERITANCE_VARIABLE];
    return new Predecessor(JSON.parse(text));
  }

  /** Resolves when the edge and gateway processes of the predecessor have ended. */
  get drained(): Promise<void> {
    return this.#drained.promise;
  }

  /** Resolves when the predecessor has released API, database and bus; false if it has ended instead. */
  async takeOver(): Promise<boolean> {
    const released = once(process, 'message').then(() => true);
    const gone = once(process, 'disconnect').then(() => false);
    this.#send('prepared');
    process.channel?.ref();
    const isReleased = await Promise.race([released, gone]);
    process.channel?.unref();
    return isReleased;
  }

  /** Lets the predecessor drain its edge processes, and the stand-in forward signals to this process. */
  serving(): void {
    if (this.#hasServed) return;
    this.#hasServed = true;
    this.#send('serving');
    this.#lifeline.write(`primary ${process.pid}\n`);
    void this.drained.then(() => process.disconnect?.());
  }

  /** Calls back when the stand-in has ended. */
  onStandInLost(callback: () => void): void {
    this.#lifeline.once('close', callback).resume();
  }

  /** Sends the exit code of this process to the stand-in. */
  exiting(code: number): void {
    this.#lifeline.write(`exit ${code}\n`);
  }

  #send(message: FromSuccessor): void {
    if (process.connected) process.send?.(message);
  }
}
