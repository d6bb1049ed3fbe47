/** A dictionary of texts, and the text that each line of a batch has. */
export interface Choice {
  readonly size: number;
  /** By line: the index of its text. */
  readonly indexes: Uint16Array;
  textOf(index: number): string;
}

/** Appends a text to the record of each of these lines. */
type Append = (records: string[], lines: Uint32Array) => void;

/** Two adjacent dictionaries are combined if there are at least this many lines per pair of texts. */
const LINES_PER_PAIR = 8;
/** Lines that are written at a time. The parts of their records should fit into the processor cache. */
const BLOCK = 64;

/**
 * The steps that build the records of a batch, from left to right. Each append to a record takes time, however short the text is. So
 * adjacent texts are joined first, once for all lines that share them.
 */
export class RecordPlan {
  readonly #appends: Append[] = [];
  /** Pending appends: one of a few texts per record, and then texts that all records share. */
  #choice: Choice | undefined;
  readonly #texts: string[] = [];

  /** Adds the same text to all records. */
  addText(text: string): void {
    this.#texts.push(text);
  }

  /** Adds one of a few texts to each record. */
  addChoice(choice: Choice): void {
    const next = prefixed(this.#takeText(), choice);
    const left = this.#choice;
    if (left && left.size * next.size <= choice.indexes.length / LINES_PER_PAIR) {
      this.#choice = pairsOf(left, next);
    } else {
      this.#flush();
      this.#choice = next;
    }
  }

  /** Adds an individual text to each record. */
  addEach(textOf: (line: number) => string): void {
    this.#flush();
    this.#appends.push((records, lines) => {
      for (let at = 0; at < lines.length; at++) records[at] += textOf(lines[at] as number);
    });
  }

  /** Builds the records of these lines. No text may be added afterwards. */
  write(lines: Uint32Array): string[] {
    this.#flush();
    const records: string[] = [];
    for (let from = 0; from < lines.length; from += BLOCK) {
      records.push(...this.#block(lines.subarray(from, from + BLOCK)));
    }
    return records;
  }

  #block(lines: Uint32Array): string[] {
    const records = new Array<string>(lines.length).fill('');
    for (const append of this.#appends) append(records, lines);
    return flattened(records);
  }

  #flush(): void {
    const text = this.#takeText();
    if (this.#choice) this.#appends.push(appendChoice(this.#choice, text));
    else if (text !== '') this.#appends.push(appendText(text));
    this.#choice = undefined;
  }

  /** Joined to a flat string: V8 reads concatenated strings (ropes) more slowly. */
  #takeText(): string {
    return this.#texts.splice(0).join('');
  }
}

function appendText(text: string): Append {
  return (records) => {
    for (let at = 0; at < records.length; at++) records[at] += text;
  };
}

function appendChoice({ size, indexes, textOf }: Choice, after: string): Append {
  const texts = new Array<string | undefined>(size).fill(undefined);
  return (records, lines) => {
    for (let at = 0; at < lines.length; at++) {
      const index = indexes[lines[at] as number] as number;
      records[at] += texts[index] ??= [textOf(index), after].join('');
    }
  };
}

function prefixed(text: string, { size, indexes, textOf }: Choice): Choice {
  return { size, indexes, textOf: (index) => text + textOf(index) };
}

function pairsOf(left: Choice, right: Choice): Choice {
  const { size } = right;
  const indexes = new Uint16Array(left.indexes.length);
  for (let line = 0; line < indexes.length; line++) {
    indexes[line] = (left.indexes[line] as number) * size + (right.indexes[line] as number);
  }
  const textOf = (index: number) =>
    left.textOf(Math.floor(index / size)) + right.textOf(index % size);
  return { size: left.size * size, indexes, textOf };
}

/** The same records as slices of one flat string. They are kept until their batch is full, and as ropes they would take much more memory. */
function flattened(records: readonly string[]): string[] {
  const all = records.join('');
  let end = 0;
  return records.map(({ length }) => {
    const start = end;
    end += length;
    return all.slice(start, end);
  });
}
