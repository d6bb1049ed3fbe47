/** What a feature proves about a script. */
export type Evidence =
  /** What is taken: the data that leaves the page. */
  | 'taken'
  /** Where it goes: a host that is not that of the page. */
  | 'destination'
  /** What is run: code, a program or a page that is not part of the script. */
  | 'run'
  /** How it was hidden or got there. */
  | 'hidden'
  /** The script as a whole is hard to read; so are the hosts in it. */
  | 'obfuscated'
  /** A shape that honest software never has; it needs no second reason. */
  | 'decisive';

/** A reason with what it proves. */
export interface Proof {
  readonly shows: readonly Evidence[];
  /** Where the script shows it: numbers of nodes, by the number of the layer. */
  readonly places: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Nodes between what is hidden and what it hides; large bundles contain unrelated libraries. */
const REACH = 20_000;

/** Two reasons that complete each other. */
const pairs: readonly {
  readonly both: readonly [Evidence, Evidence];
  /** They must be of the same place: what is taken there goes there. */
  readonly isOfOnePlace?: boolean;
}[] = [
  { both: ['taken', 'destination'], isOfOnePlace: true },
  { both: ['taken', 'obfuscated'] },
  { both: ['run', 'hidden'] },
];

/**
 * Whether reasons suffice for a malicious verdict: a decisive one, or two different ones that complete each other. A script
 * with many points from a single observation is suspicious, not malicious.
 */
export function isSufficient(proofs: readonly Proof[]): boolean {
  if (proofs.some(({ shows }) => shows.includes('decisive'))) return true;
  return pairs.some(({ both: [first, second], isOfOnePlace = false }) =>
    proofs.some(
      (proof) =>
        proof.shows.includes(first) &&
        proofs.some(
          (other) =>
            other !== proof &&
            other.shows.includes(second) &&
            (isOfOnePlace ? areOfOnePlace(proof, other) : areClose(proof, other)),
        ),
    ),
  );
}

const areOfOnePlace = ({ places }: Proof, other: Proof): boolean =>
  [...places].some(([layer, nodes]) => {
    const others = other.places.get(layer);
    return others !== undefined && !nodes.isDisjointFrom(others);
  });

/** Whether two proofs are close to each other, or in different layers: one hides the other. */
const areClose = ({ places }: Proof, other: Proof): boolean =>
  [...places].some(([layer, nodes]) =>
    [...other.places].some(
      ([otherLayer, others]) => layer !== otherLayer || areNear(sorted(nodes), sorted(others)),
    ),
  );

const sorted = (nodes: ReadonlySet<number>): number[] => [...nodes].sort((a, b) => a - b);

/** Whether two ascending lists have numbers that are within reach of each other. */
function areNear(first: readonly number[], second: readonly number[]): boolean {
  for (let [one, two] = [0, 0]; one < first.length && two < second.length; ) {
    const distance = (first[one] ?? 0) - (second[two] ?? 0);
    if (Math.abs(distance) <= REACH) return true;
    if (distance < 0) one += 1;
    else two += 1;
  }
  return false;
}
