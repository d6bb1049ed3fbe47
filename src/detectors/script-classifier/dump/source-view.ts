import type { AnyNode } from 'acorn';
import type { ReadLayer } from '../script-layers.ts';

/** Longer code and texts are cut. */
const MAX_CODE = 48;
const MAX_TEXT = 120;

/** Shows nodes of a layer as people find them in the source. */
export class SourceView {
  readonly #layer: ReadLayer;

  constructor(layer: ReadLayer) {
    this.#layer = layer;
  }

  /** `3:14`: line and column. */
  position(number: number): string {
    const { facts, positions } = this.#layer;
    const { line, column } = positions.of(facts.reading.tree.node(number)?.start ?? 0);
    return `${line}:${column}`;
  }

  /** The code of a node on one line. */
  code(node: AnyNode | number | undefined): string {
    const { source, tree } = this.#layer.facts.reading;
    const { start = 0, end = 0 } = (typeof node === 'number' ? tree.node(node) : node) ?? {};
    const text = source.slice(start, Math.min(end, start + 10 * MAX_CODE));
    const line = text.replaceAll(/\s+/g, ' ');
    return line.length > MAX_CODE ? `${line.slice(0, MAX_CODE)}…` : line;
  }
}

/** A text in quotes; what cannot be printed is escaped. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
