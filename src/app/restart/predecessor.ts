import { once } from 'node:events';
import { Socket } from 'node:net';
import {
  type FromSuccessor,
  INHERITANCE_VARIABLE,
  type Inheritance,
  LIFELINE,
  type ToSuccessor,
} from './inheritance.ts';

/** A successor's side of the primary that started it, and of the process that stands in for all of them. */
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
    // A start that fails ends the process.
    process.channel?.unref();
  }

  /** Undefined if this process is not a successor. */
  static find(): Predecessor | undefined {
    const text = process.env[INHERITANCE_VARIABLE];
    if (text === undefined) return undefined;
    delete process.env[INHERITANCE_VARIABLE];
    return new Predecessor(JSON.parse(text));
  }

  /** The predecessor has ended, or has nothing but itself left to end. */
  get drained(): Promise<void> {
    return this.#drained.promise;
  }

  /** Resolves when this process may open what the predecessor had open; false if the predecessor is gone. */
  async takeOver(): Promise<boolean> {
    const told = once(process, 'message').then(() => true);
    const gone = once(process, 'disconnect').then(() => false);
    this.#tell('prepared');
    process.channel?.ref();
    const isTold = await Promise.race([told, gone]);
    process.channel?.unref();
    return isTold;
  }

  /** Tells the predecessor that its edge processes may end, and the stand-in who gets its signals now. */
  serving(): void {
    if (this.#hasServed) return;
    this.#hasServed = true;
    this.#tell('serving');
    this.#lifeline.write(`primary ${process.pid}\n`);
    void this.drained.then(() => process.disconnect?.());
  }

  /** Calls back when the process that stands in for this one is gone. */
  onStandInLost(callback: () => void): void {
    this.#lifeline.once('close', callback).resume();
  }

  /** Tells the stand-in how this process ends. */
  exiting(code: number): void {
    this.#lifeline.write(`exit ${code}\n`);
  }

  #tell(message: FromSuccessor): void {
    if (process.connected) process.send?.(message);
  }
}
