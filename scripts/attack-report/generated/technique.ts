import type { Random } from '../../detection/random.ts';
import type { Message } from './message.ts';
import type { PlaceName } from './places.ts';

/** A way to attack: a piece of a language that stands in a value, or whole requests. */
export interface Technique {
  /** A sentence without its full stop. */
  readonly does: string;
  /** The product or language that the technique needs. */
  readonly needs: string;
  /** Attacks as the application reads them. */
  readonly values?: (random: Random) => readonly string[];
  readonly requests?: (random: Random) => readonly Message[];
  /** Where the values work; by default where those of the family do. */
  readonly places?: readonly PlaceName[];
  /** Names of fields that take such values. */
  readonly fields?: readonly string[];
  /** Names of encodings that would change what the values do. */
  readonly unless?: readonly string[];
}

export interface TechniqueFamily {
  /** What applications write the values into. */
  readonly about: string;
  readonly places: readonly PlaceName[];
  readonly fields: readonly string[];
  readonly techniques: Readonly<Record<string, Technique>>;
}

/** A host of the attacker. */
export const attackerHost = (random: Random): string =>
  `${random.text('abcdefghkmnprstuvwxyz', 6)}.${random.pick(['attacker.test', 'evil.example', 'collab.example.net', 'oob.example.org'])}`;

/** An address of the documentation networks. */
export const attackerAddress = (random: Random): string =>
  random.pick([
    `203.0.113.${1 + random.below(250)}`,
    `198.51.100.${1 + random.below(250)}`,
    `192.0.2.${1 + random.below(250)}`,
  ]);
