/** Adds something to the records of these lines. */
type Append = (records: string[], lines: Uint32Array) => void;

/** Texts of which each line has one; undefined where no line has it. */
interface Choice {
  readonly texts: readonly (string | undefined)[];
  /** For each line of the batch, which of them it has. */
  readonly places: Uint16Array;
}

/** Lines that are written at a time: what their records are put together of should fit into the cache of the processor. */
const BLOCK = 64;

/**
 * Puts the records of some lines of a batch together, from left to right. Each text that is added to a record takes time, however
 * short it is. So texts that stand side by side are put together before, once for all records that have the same ones.
 */
export class RecordBuilder {
  readonly #lines: Uint32Array;
  readonly #appends: Append[] = [];
  /** What all records get next: one of a few texts, and then one that is the same in all of them. */
  #choice: Choice | undefined;
  #text = '';

  constructor(lines: Uint32Array) {
    this.#lines = lines;
  }

  /** Adds the same text to all records. */
  addText(text: string): void {
    this.#text += text;
  }

  /** Adds one of a few texts to each record. */
  addFew(texts: Choice['texts'], places: Uint16Array): void {
    const before = this.#text;
    const choice = {
      texts: texts.map((text) => (text === undefined ? text : before + text)),
      places,
    };
    this.#text = '';
    if (this.#choice && this.#choice.texts.length * texts.length <= this.#lines.length / 2) {
      this.#choice = bothOf(this.#choice, choice, this.#lines);
    } else {
      this.#flush();
      this.#choice = choice;
    }
  }

  /** Adds a text of its own to each record. */
  addEach(textOf: (line: number) => string): void {
    this.#flush();
    this.#appends.push((records, lines) => {
      for (let at = 0; at < lines.length; at++) records[at] += textOf(lines[at] as number);
    });
  }

  build(): string[] {
    this.#flush();
    const records: string[] = [];
    for (let from = 0; from < this.#lines.length; from += BLOCK) {
      records.push(...this.#block(this.#lines.subarray(from, from + BLOCK)));
    }
    return records;
  }

  #block(lines: Uint32Array): string[] {
    const records = new Array<string>(lines.length).fill('');
    for (const append of this.#appends) append(records, lines);
    return flattened(records);
  }

  #flush(): void {
    const text = flat(this.#text);
    if (this.#choice) this.#appends.push(appendChoice(this.#choice, text));
    else if (text !== '') this.#appends.push(appendText(text));
    this.#choice = undefined;
    this.#text = '';
  }
}

function appendText(text: string): Append {
  return (records) => {
    for (let at = 0; at < records.length; at++) records[at] += text;
  };
}

function appendChoice({ texts, places }: Choice, after: string): Append {
  const whole = flattened(texts.map((text) => (text === undefined ? '' : text + after)));
  return (records, lines) => {
    for (let at = 0; at < lines.length; at++) {
      records[at] += whole[places[lines[at] as number] as number] as string;
    }
  };
}

/** The pairs of texts that lines have. */
function bothOf(left: Choice, right: Choice, lines: Uint32Array): Choice {
  const width = right.texts.length;
  const texts = new Array<string | undefined>(left.texts.length * width).fill(undefined);
  const places = new Uint16Array(left.places.length);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    const [a, b] = [left.places[line] as number, right.places[line] as number];
    const place = a * width + b;
    places[line] = place;
    texts[place] ??= `${left.texts[a]}${right.texts[b]}`;
  }
  return { texts, places };
}

const flat = (text: string): string => [text, ''].join('');

/**
 * The same texts in one piece of memory. A text that was put together of many refers to all of them, which takes more memory than the
 * text itself, and records wait until their batch is full.
 */
function flattened(records: readonly string[]): string[] {
  const all = records.join('');
  let end = 0;
  return records.map(({ length }) => {
    const start = end;
    end += length;
    return all.slice(start, end);
  });
}
