import { fieldNames, sensitiveData, taint, textOnly, wholeOnly } from './taint.ts';

/**
 * How much of a value propagates: all of it; all of it as a string; a part; nothing. A sealed value propagates
 * as a whole, in an encoding from which no part can be picked. A quoted one is sealed as a string literal within other text, so it is
 * data also if the text is code.
 */
export type Passage = 'sealed' | 'quoted' | 'whole' | 'text' | 'part' | 'none';

const stopped: Readonly<Record<Passage, number>> = {
  sealed: 0,
  quoted: textOnly,
  whole: 0,
  text: wholeOnly,
  part: wholeOnly | textOnly,
  none: -1,
};

/** An expression that introduces tainted data. */
export interface FlowSource {
  /** Number of the node. */
  readonly node: number;
  /** Bits of `taint`. */
  readonly bits: number;
}

interface EdgeInto {
  readonly from: number;
  readonly edge: number;
}

/** A script is divided into at most this many parts, each with at least so many nodes. */
const MAX_PARTS = 30;
const MIN_PART_NODES = 3000;
/** Parts between the name and the value of a field or a decoder and what runs the text, and between what is taken and where it leaves. */
const NAME_REACH = 1;
const SINK_REACH = 4;

/**
 * A data-flow graph. Taint bits spread along its edges until nothing changes, together with the parts of the script that they come
 * from: in a large bundle everything is connected somehow, but what belongs together is close together.
 */
export class FlowGraph {
  readonly #partNodes: number;
  readonly #bits: number[] = [];
  /** Sets of parts, as bits: where the data of a vertex comes from, and the names of fields. */
  readonly #dataParts: number[] = [];
  readonly #nameParts: number[] = [];
  /** Where decoded text and text from the network comes from. */
  readonly #textParts: number[] = [];
  /** Edges are kept in arrays of numbers: most scripts have thousands along which no bit ever spreads. */
  readonly #lastEdge: number[] = [];
  readonly #edgeBefore: number[] = [];
  readonly #ends: number[] = [];
  readonly #passages: Passage[] = [];
  readonly #sources: (FlowSource & { readonly vertex: number })[] = [];
  /** Edges by the vertex where they end, and sources by their vertex; only traces need them. */
  #edgesInto: ReadonlyMap<number, readonly EdgeInto[]> | undefined;
  #sourcesInto: ReadonlyMap<number, readonly FlowSource[]> | undefined;

  /** The number of nodes of the script. */
  constructor(nodes: number) {
    this.#partNodes = Math.max(MIN_PART_NODES, Math.ceil(nodes / MAX_PARTS));
  }

  addVertex(): number {
    this.#lastEdge.push(-1);
    this.#dataParts.push(0);
    this.#nameParts.push(0);
    this.#textParts.push(0);
    return this.#bits.push(0) - 1;
  }

  addEdge(from: number, to: number, passage: Passage): void {
    if (passage === 'none') return;
    this.#edgeBefore.push(this.#lastEdge[from] ?? -1);
    this.#ends.push(to);
    this.#lastEdge[from] = this.#passages.push(passage) - 1;
  }

  /** Adds the bits of a source to a vertex. */
  addSource(vertex: number, { node, bits }: FlowSource, passage: Passage = 'whole'): void {
    const kept = passed(bits, passage);
    this.#sources.push({ vertex, node, bits: kept });
    this.#bits[vertex] = this.bits(vertex) | kept;
    const part = this.#partOf(node);
    if ((kept & sensitiveData) !== 0) this.#dataParts[vertex] = this.#dataOf(vertex) | part;
    if ((kept & fieldNames) !== 0) this.#nameParts[vertex] = this.#namesOf(vertex) | part;
    if ((kept & textOnly) !== 0) this.#textParts[vertex] = this.#textsOf(vertex) | part;
  }

  /** Whether some name of a field is close to some data of a vertex. */
  areNamesNear(vertex: number): boolean {
    return (around(this.#namesOf(vertex), NAME_REACH) & this.#dataOf(vertex)) !== 0;
  }

  /** Whether some data of a vertex comes from close to a node. */
  isDataNear(vertex: number, node: number): boolean {
    return (around(this.#partOf(node), SINK_REACH) & this.#dataOf(vertex)) !== 0;
  }

  /** Whether some decoded text of a vertex, or text from the network, comes from close to a node. */
  isTextNear(vertex: number, node: number): boolean {
    return (around(this.#partOf(node), NAME_REACH) & this.#textsOf(vertex)) !== 0;
  }

  /** The set with the part of a node. */
  #partOf(node: number): number {
    return 1 << Math.min(Math.floor(node / this.#partNodes), MAX_PARTS - 1);
  }

  #dataOf(vertex: number): number {
    return this.#dataParts[vertex] ?? 0;
  }

  #namesOf(vertex: number): number {
    return this.#nameParts[vertex] ?? 0;
  }

  #textsOf(vertex: number): number {
    return this.#textParts[vertex] ?? 0;
  }

  bits(vertex: number): number {
    return this.#bits[vertex] ?? 0;
  }

  /** A vertex is visited again only if it got a new bit or part, so at most as often as there are bits and parts. */
  spread(): void {
    const waiting: number[] = [];
    for (let vertex = 0; vertex < this.#bits.length; vertex += 1) {
      if (this.bits(vertex) !== 0) waiting.push(vertex);
    }
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      let edge = this.#lastEdge[from] ?? -1;
      for (; edge >= 0; edge = this.#edgeBefore[edge] ?? -1) {
        const to = this.#ends[edge] ?? 0;
        const before = this.bits(to);
        const passing = passed(this.bits(from), this.#passages[edge] ?? 'none');
        const after = before | passing;
        const hasNewParts = this.#spreadParts(from, to, (passing & textOnly) !== 0);
        if (after === before && !hasNewParts) continue;
        this.#bits[to] = after;
        waiting.push(to);
      }
    }
  }

  /** Returns whether a vertex got a new part. */
  #spreadParts(from: number, to: number, hasText: boolean): boolean {
    const data = this.#dataOf(to) | this.#dataOf(from);
    const names = this.#namesOf(to) | this.#namesOf(from);
    const texts = hasText ? this.#textsOf(to) | this.#textsOf(from) : this.#textsOf(to);
    if (data === this.#dataOf(to) && names === this.#namesOf(to) && texts === this.#textsOf(to)) {
      return false;
    }
    this.#dataParts[to] = data;
    this.#nameParts[to] = names;
    this.#textParts[to] = texts;
    return true;
  }

  /** Sources whose bits reach a vertex, each with those of its bits that do: `spread` backwards. */
  sourcesOf(vertex: number): FlowSource[] {
    /** For each vertex the bits that would reach the given one. */
    const wanted = new Map([[vertex, this.bits(vertex)]]);
    const waiting = [vertex];
    for (let to = waiting.pop(); to !== undefined; to = waiting.pop()) {
      for (const { from, edge } of this.#allEdgesInto(to)) {
        const before = wanted.get(from) ?? 0;
        const after =
          before | passable(wanted.get(to) ?? 0, this.#passages[edge] ?? 'none', this.bits(from));
        if (after === before) continue;
        wanted.set(from, after);
        waiting.push(from);
      }
    }
    const found = [...wanted].flatMap(([at, bits]) =>
      this.#allSourcesOf(at).map((source) => ({ node: source.node, bits: source.bits & bits })),
    );
    return found.filter(({ bits }) => bits !== 0).sort((a, b) => a.node - b.node);
  }

  #allSourcesOf(vertex: number): readonly FlowSource[] {
    this.#sourcesInto ??= Map.groupBy(this.#sources, (source) => source.vertex);
    return this.#sourcesInto.get(vertex) ?? [];
  }

  #allEdgesInto(vertex: number): readonly EdgeInto[] {
    this.#edgesInto ??= this.#turnEdges();
    return this.#edgesInto.get(vertex) ?? [];
  }

  #turnEdges(): ReadonlyMap<number, readonly EdgeInto[]> {
    const found = new Map<number, EdgeInto[]>();
    for (const [from, last] of this.#lastEdge.entries()) {
      for (let edge = last; edge >= 0; edge = this.#edgeBefore[edge] ?? -1) {
        const to = this.#ends[edge] ?? 0;
        const known = found.get(to);
        if (known) known.push({ from, edge });
        else found.set(to, [{ from, edge }]);
      }
    }
    return found;
  }
}

/** A set of parts with the parts before and after each of them. */
function around(parts: number, reach: number): number {
  let wide = parts;
  for (let step = 0; step < reach; step += 1) wide |= (wide << 1) | (wide >>> 1);
  return wide;
}

/** The bits that remain after a passage. */
function passed(bits: number, passage: Passage): number {
  const kept = bits & ~stopped[passage];
  if (passage !== 'sealed' && passage !== 'quoted') return kept;
  return (
    kept |
    ((kept & taint.wholeCookie) === 0 ? 0 : taint.cookieDump) |
    ((kept & taint.wholeStorage) === 0 ? 0 : taint.storageDump)
  );
}

/** Those of `bits` that produce some of the wanted bits after a passage: `passed` backwards. */
function passable(wanted: number, passage: Passage, bits: number): number {
  const kept = wanted & ~stopped[passage];
  if (passage !== 'sealed' && passage !== 'quoted') return kept & bits;
  const whole =
    ((wanted & taint.cookieDump) === 0 ? 0 : taint.wholeCookie) |
    ((wanted & taint.storageDump) === 0 ? 0 : taint.wholeStorage);
  return (kept | whole) & bits;
}
