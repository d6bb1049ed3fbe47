/**
 * Finds which of many words occur in a text in one pass (Aho and Corasick, 1975), without regard to the case of ASCII
 * letters. All states are computed when it is built, so a text costs one table lookup per byte.
 */
export class WordAutomaton {
  /** Of each byte. */
  readonly classes = new Uint8Array(256);
  /** At state + class: the next state, negative if words end there. A state is the offset of its row. */
  readonly table: Int32Array;
  readonly #width: number;
  /** By row. */
  readonly #words: readonly (readonly number[])[];

  /** Words are numbered by their position. */
  constructor(words: readonly string[]) {
    const texts = words.map((word) => [...Buffer.from(asciiLower(word), 'latin1')]);
    const distinct = [...new Set(texts.flat())].sort((a, b) => a - b);
    for (const [index, byte] of distinct.entries()) {
      this.classes[byte] = index + 1;
      const upper = byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
      this.classes[upper] = index + 1;
    }
    const width = distinct.length + 1;
    this.#width = width;
    const trie = linked(
      trieOf(texts.map((bytes) => bytes.map((byte) => this.classes[byte] as number))),
    );
    this.#words = trie.map(({ words: ended }) => ended);
    this.table = new Int32Array(trie.length * width);
    for (const [row, { next }] of trie.entries()) {
      for (let column = 0; column < width; column += 1) {
        const target = next[column] ?? 0;
        const sign = this.#words[target]?.length === 0 ? 1 : -1;
        this.table[row * width + column] = sign * target * width;
      }
    }
  }

  /** The numbers of the words that end in a state. */
  wordsAt(state: number): readonly number[] {
    return this.#words[state / this.#width] ?? [];
  }

  /** The numbers of the words in a text. For tests and rare uses; loops over the table are faster. */
  wordsIn(text: string): Set<number> {
    const found = new Set<number>();
    let state = 0;
    for (const byte of Buffer.from(text, 'latin1')) {
      state = Math.abs(this.table[state + (this.classes[byte] as number)] as number);
      for (const word of this.wordsAt(state)) found.add(word);
    }
    return found;
  }
}

const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

interface TrieNode {
  /** By class; rows of nodes. */
  readonly next: number[];
  readonly words: number[];
}

function trieOf(words: readonly (readonly number[])[]): TrieNode[] {
  const root: TrieNode = { next: [], words: [] };
  const nodes = [root];
  for (const [number, classes] of words.entries()) {
    if (classes.length === 0) throw new Error('an empty word would occur everywhere');
    let node = root;
    for (const each of classes) {
      node.next[each] ??= nodes.push({ next: [], words: [] }) - 1;
      node = nodes[node.next[each]] as TrieNode;
    }
    node.words.push(number);
  }
  return nodes;
}

/** Adds for each node the transitions and words of its longest proper suffix that is a node too. */
function linked(nodes: TrieNode[]): TrieNode[] {
  const suffixes = new Map<number, number>();
  // Breadth first, so that suffixes, which are shorter, are complete before they are used.
  const queue = [0];
  for (const row of queue) {
    const node = nodes[row] as TrieNode;
    const suffix = suffixes.get(row);
    const ofSuffix = suffix === undefined ? [] : (nodes[suffix] as TrieNode).next;
    for (const [column, child] of [...node.next].entries()) {
      if (child === undefined) continue;
      suffixes.set(child, ofSuffix[column] ?? 0);
      queue.push(child);
    }
    if (suffix === undefined) continue;
    node.words.push(...(nodes[suffix] as TrieNode).words);
    for (const [column, target] of ofSuffix.entries()) {
      if (target !== undefined) node.next[column] ??= target;
    }
  }
  return nodes;
}
