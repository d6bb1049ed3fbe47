import type { Framing } from './body-framing.ts';
import type { BodyReader, BodySink } from './body-reader.ts';
import { ChunkedReader } from './chunked-reader.ts';
import { WireError } from './wire-error.ts';

export function createBodyReader(framing: Framing, sink: BodySink): BodyReader {
  switch (framing.kind) {
    case 'none':
      return new LengthReader(0, sink);
    case 'length':
      return new LengthReader(framing.length, sink);
    case 'chunked':
      return new ChunkedReader(sink);
    case 'until-close':
      return new UntilCloseReader(sink);
  }
}

class LengthReader implements BodyReader {
  readonly #sink: BodySink;
  #left: number;
  isDone = false;

  constructor(length: number, sink: BodySink) {
    this.#left = length;
    this.#sink = sink;
    if (length === 0) this.#end();
  }

  feed(bytes: Buffer, at: number): number {
    if (this.isDone || at === bytes.length) return at;
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    this.#sink.onData(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    if (this.#left === 0) this.#end();
    return end;
  }

  finish(): void {
    if (!this.isDone) throw new WireError('truncated');
  }

  #end(): void {
    this.isDone = true;
    this.#sink.onEnd(undefined);
  }
}

class UntilCloseReader implements BodyReader {
  readonly #sink: BodySink;
  isDone = false;

  constructor(sink: BodySink) {
    this.#sink = sink;
  }

  feed(bytes: Buffer, at: number): number {
    if (at < bytes.length) this.#sink.onData(at === 0 ? bytes : bytes.subarray(at));
    return bytes.length;
  }

  finish(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.#sink.onEnd(undefined);
  }
}
