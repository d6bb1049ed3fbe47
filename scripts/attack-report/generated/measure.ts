import type { AttackFamily } from '../../../src/catalogs/attacks/attack-families.ts';
import { readRequest } from '../../../src/request/read-request.ts';
import {
  type Decision,
  type Judgement,
  judgeRequest,
} from '../../../src/tools/waf/judge-request.ts';
import { generatedAttacks } from './attacks.ts';
import { generatedBenign } from './benign.ts';
import { paddedAttacks } from './padding.ts';

/** Numbers of requests. Arrays are by paranoia level. */
export interface Counts {
  total: number;
  readonly flagged: number[];
  readonly blocked: number[];
}

/** A request with an unexpected judgement. */
export interface Surprise {
  readonly label: string;
  readonly bytes: Buffer;
  readonly judgement: Judgement | undefined;
}

export interface Measurement {
  readonly families: ReadonlyMap<string, Counts>;
  readonly encodings: ReadonlyMap<string, Counts>;
  readonly places: ReadonlyMap<string, Counts>;
  /** By family and technique, joined by a slash. */
  readonly techniques: ReadonlyMap<string, Counts>;
  readonly kinds: ReadonlyMap<string, Counts>;
  readonly shapes: ReadonlyMap<string, PaddedCounts>;
  readonly missed: readonly Surprise[];
  readonly wrong: readonly Surprise[];
}

export interface PaddedCounts {
  found: number;
  /** Not found, but a gap is reported. */
  reported: number;
  silent: number;
}

const LEVELS = 4;

export async function measureGenerated(): Promise<Measurement> {
  const [families, encodings, places, techniques, kinds] = [
    new Table(),
    new Table(),
    new Table(),
    new Table(),
    new Table(),
  ] as const;
  const [missed, wrong]: [Surprise[], Surprise[]] = [[], []];
  for (const { family, technique, encoding, place, bytes } of generatedAttacks()) {
    const judgement = await judgementOf(bytes);
    families.count(family, judgement);
    techniques.count(`${family}/${technique}`, judgement);
    encodings.count(encoding, judgement);
    if (place !== '') places.count(place, judgement);
    if (!isFlagged(judgement, 0)) {
      missed.push({ label: `${family}/${technique}, ${encoding}, ${place}`, bytes, judgement });
    }
  }
  for (const { kind, bytes } of generatedBenign()) {
    const judgement = await judgementOf(bytes);
    kinds.count(kind, judgement);
    if (isFlagged(judgement, 0)) wrong.push({ label: kind, bytes, judgement });
  }
  const shapes = await measurePadded(missed);
  return {
    families: families.rows,
    encodings: encodings.rows,
    places: places.rows,
    techniques: techniques.rows,
    kinds: kinds.rows,
    shapes,
    missed,
    wrong,
  };
}

async function measurePadded(missed: Surprise[]): Promise<ReadonlyMap<string, PaddedCounts>> {
  const shapes = new Map<string, PaddedCounts>();
  for (const { shape, family, bytes } of paddedAttacks()) {
    const judgement = await judgementOf(bytes);
    const counts = shapes.get(shape) ?? { found: 0, reported: 0, silent: 0 };
    const result = paddedResult(judgement, family);
    counts[result] += 1;
    shapes.set(shape, counts);
    if (result === 'silent')
      missed.push({ label: `padding/${shape}, ${family}`, bytes, judgement });
  }
  return shapes;
}

/** Weak findings and gaps without a finding do not count as found. */
function paddedResult(judgement: Judgement | undefined, family: AttackFamily): keyof PaddedCounts {
  if (judgement === undefined) return 'found';
  const { findings, gaps } = judgement.report;
  const isFound = findings.some(
    ({ sign, strength }) => sign.startsWith(family) && strength !== 'weak',
  );
  if (isFound) return 'found';
  return gaps.length > 0 || isFlagged(judgement, 0) ? 'reported' : 'silent';
}

/** Undefined if the head is not valid, which the edge refuses. */
export async function judgementOf(bytes: Buffer): Promise<Judgement | undefined> {
  const read = await readRequest(bytes, { receivedAt: 0 }).catch(() => undefined);
  return read && judgeRequest(read);
}

const decisionAt = (judgement: Judgement | undefined, level: number): Decision =>
  judgement?.levels[level]?.decision ?? 'refuse';

export const isFlagged = (judgement: Judgement | undefined, level: number): boolean =>
  decisionAt(judgement, level) !== 'pass';

export const isBlocked = (judgement: Judgement | undefined, level: number): boolean =>
  ['block', 'refuse'].includes(decisionAt(judgement, level));

class Table {
  readonly rows = new Map<string, Counts>();

  count(name: string, judgement: Judgement | undefined): void {
    const counts = this.rows.get(name) ?? newCounts();
    counts.total += 1;
    for (let level = 0; level < LEVELS; level += 1) {
      if (isFlagged(judgement, level)) counts.flagged[level] = (counts.flagged[level] ?? 0) + 1;
      if (isBlocked(judgement, level)) counts.blocked[level] = (counts.blocked[level] ?? 0) + 1;
    }
    this.rows.set(name, counts);
  }
}

export function newCounts(): Counts {
  const none = (): number[] => Array.from({ length: LEVELS }, () => 0);
  return { total: 0, flagged: none(), blocked: none() };
}

export function sumOf(rows: Iterable<Counts>): Counts {
  const sum = newCounts();
  for (const { total, flagged, blocked } of rows) {
    sum.total += total;
    for (let level = 0; level < LEVELS; level += 1) {
      sum.flagged[level] = (sum.flagged[level] ?? 0) + (flagged[level] ?? 0);
      sum.blocked[level] = (sum.blocked[level] ?? 0) + (blocked[level] ?? 0);
    }
  }
  return sum;
}
