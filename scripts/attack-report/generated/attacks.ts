import {
  type AttackFamily,
  attackFamilies,
} from '../../../src/catalogs/attacks/attack-families.ts';
import { Random } from '../../detection/random.ts';
import { type Encoding, encodings } from './encodings.ts';
import { techniquesByFamily } from './families/families.ts';
import { byteString, bytesOf, type Message } from './message.ts';
import { canHold, type Place, placeNamed } from './places.ts';
import type { Technique, TechniqueFamily } from './technique.ts';

export interface GeneratedAttack {
  readonly family: AttackFamily;
  readonly technique: string;
  /** Names; of whole requests, `none` and the empty text. */
  readonly encoding: string;
  readonly place: string;
  readonly bytes: Buffer;
}

/**
 * Every technique, in each of its variants, places and encodings at least once; with `every`, a sample of that fraction.
 */
export function* generatedAttacks(every = 1): Generator<GeneratedAttack> {
  let count = 0;
  const isChosen = (): boolean => count++ % every === 0;
  for (const family of Object.keys(attackFamilies) as AttackFamily[]) {
    const entry = techniquesByFamily[family];
    for (const [position, [name, technique]] of Object.entries(entry.techniques).entries()) {
      const random = new Random(seedOf(family) + position);
      const label = { family, technique: name };
      for (const message of technique.requests?.(random) ?? []) {
        if (!isChosen()) continue;
        yield { ...label, encoding: 'none', place: '', bytes: bytesOf(message, random) };
      }
      for (const combination of combinations(family, entry, technique, random)) {
        if (!isChosen()) continue;
        const message = messageOf(combination, random);
        const { place, encoding } = combination;
        yield { ...label, encoding, place: place.name, bytes: bytesOf(message, random) };
      }
    }
  }
}

const seedOf = (family: AttackFamily): number => 1000 * Object.keys(attackFamilies).indexOf(family);

interface Combination {
  readonly value: string;
  readonly encoding: string;
  readonly place: Place;
  readonly field: string;
}

/**
 * Variants, places and encodings are long lists, so each of them is gone through once, and the other two are chosen at
 * random.
 */
function* combinations(
  family: AttackFamily,
  entry: TechniqueFamily,
  technique: Technique,
  random: Random,
): Generator<Combination> {
  const values = technique.values?.(random).map(byteString) ?? [];
  if (values.length === 0) return;
  const places = (technique.places ?? entry.places).map(placeNamed);
  const fields = technique.fields ?? entry.fields;
  const complete = (value: string, encoding: string, place: Place): Combination[] => {
    const rewritten = encodings[encoding]?.rewrite?.(value) ?? value;
    const isMeant = rewritten !== value || encodings[encoding]?.rewrite === undefined;
    if (!isMeant || !canHold(place, rewritten)) return [];
    return [{ value: rewritten, encoding, place, field: random.pick(fields) }];
  };
  for (const value of values) yield* complete(value, 'none', random.pick(places));
  for (const place of places) yield* complete(random.pick(values), 'none', place);
  for (const [name, encoding] of Object.entries(encodings)) {
    if (name === 'none' || technique.unless?.includes(name)) continue;
    const fitting = places.filter((place) => fits(encoding, family, place));
    if (fitting.length > 0) yield* complete(random.pick(values), name, random.pick(fitting));
  }
}

function fits({ families, kinds }: Encoding, family: AttackFamily, { kind }: Place): boolean {
  return (families?.includes(family) ?? true) && (kinds?.includes(kind) ?? true);
}

function messageOf({ value, encoding, place, field }: Combination, random: Random): Message {
  const { write, wrap } = encodings[encoding] ?? {};
  const message = place.message(
    (write ?? place.write)(place.prepare?.(value) ?? value),
    field,
    random,
  );
  return wrap?.(message) ?? message;
}
