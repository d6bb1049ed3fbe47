/** Texts of which each line of a batch has one. */
export interface Choice {
  readonly size: number;
  /** For each line, which of them it has. */
  readonly indexes: Uint16Array;
  textOf(index: number): string;
}

/** Adds something to the records of these lines. */
type Append = (records: string[], lines: Uint32Array) => void;

/** Pairs of texts are put together if there are so many times as many lines. */
const LINES_PER_PAIR = 8;
/** Lines that are written at a time: what their records are put together of should fit into the cache of the processor. */
const BLOCK = 64;

/**
 * How the records of a batch are put together, from left to right. Each text that is added to a record takes time, however short it
 * is. So texts that stand side by side are put together first, once for all lines that have the same ones.
 */
export class RecordPlan {
  readonly #appends: Append[] = [];
  /** What all records get next: one of a few texts, and then one that is the same in all of them. */
  #choice: Choice | undefined;
  readonly #texts: string[] = [];

  /** Adds the same text to all records. */
  addText(text: string): void {
    this.#texts.push(text);
  }

  /** Adds one of a few texts to each record. */
  addChoice(choice: Choice): void {
    const next = behind(this.#takeText(), choice);
    const left = this.#choice;
    if (left && left.size * next.size <= choice.indexes.length / LINES_PER_PAIR) {
      this.#choice = pairsOf(left, next);
    } else {
      this.#flush();
      this.#choice = next;
    }
  }

  /** Adds a text of its own to each record. */
  addEach(textOf: (line: number) => string): void {
    this.#flush();
    this.#appends.push((records, lines) => {
      for (let at = 0; at < lines.length; at++) records[at] += textOf(lines[at] as number);
    });
  }

  /** Writes the records of these lines. Nothing can be added any more. */
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

  /** In one piece of memory: a text that was put together of many takes longer to read. */
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

function behind(text: string, { size, indexes, textOf }: Choice): Choice {
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

/** The same texts in one piece of memory. Records wait until their batch is full, and refer to much more than their text otherwise. */
function flattened(records: readonly string[]): string[] {
  const all = records.join('');
  let end = 0;
  return records.map(({ length }) => {
    const start = end;
    end += length;
    return all.slice(start, end);
  });
}
