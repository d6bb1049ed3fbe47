import type { Random } from '../../../detection/random.ts';
import type { Message } from '../message.ts';

/** A kind of request that honest people or programs send. */
export interface BenignKind {
  /** A noun phrase. */
  readonly means: string;
  readonly message: (random: Random) => Message;
}

export type BenignKinds = Readonly<Record<string, BenignKind>>;
