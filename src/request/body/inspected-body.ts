export const DEFAULT_INSPECTED_BYTES = 131_072;

/** The maximum length of the prefix of a body that rules inspect, and the timeout for its arrival. */
export interface InspectionLimits {
  readonly inspectedBytes: number;
  readonly inspectedSeconds: number;
}

/** One of the ways in which servers read a body. */
export interface BodyReading {
  /** A byte string. */
  readonly content: string;
  /** Whether the parts of a form are decoded as their headers declare. */
  readonly decodesParts: boolean;
}

/** The inspected part of a body. */
export interface BodyText {
  /** As it was sent, and in the other ways in which servers read it. */
  readonly readings: readonly [sent: BodyReading, ...others: BodyReading[]];
  /** Without its content encoding: in the format that the content type names. */
  readonly decoded: string;
  /** Whether it cannot be decoded as `Content-Encoding` declares. */
  readonly isDamaged: boolean;
  /** Whether lenient servers read other names of fields. */
  readonly hasOddNames: boolean;
  readonly isTruncated: boolean;
  /** Length of the whole body in bytes; undefined without a body. */
  readonly size?: number | undefined;
}

/** Undefined if the body did not arrive in time or the visitor left. */
type Load = (limits: InspectionLimits) => Promise<BodyText | undefined>;

/**
 * Thrown when a condition needs a body that was not read yet. Conditions run synchronously, because almost
 * none of them waits for anything; the edge catches this, reads the body, and evaluates the condition
 * again. One instance for all requests, because capturing a stack trace would take longer than the rule.
 */
export const bodyNotRead = new Error('a rule needs the request body, which was not read yet');

/** `read()` rejects with this error. */
export const bodyTimedOut = new Error('the request body did not arrive in time');

/** A body with a single reading. */
export function plainBody(content: string): Omit<BodyText, 'isTruncated' | 'size'> {
  const readings = [{ content, decodesParts: false }] as const;
  return { readings, decoded: content, isDamaged: false, hasOddNames: false };
}

const EMPTY: BodyText = { ...plainBody(''), isTruncated: false };

/** The body of a request as rules see it. It is read lazily, when the first condition needs it. */
export class InspectedBody {
  static readonly none = new InspectedBody(undefined);

  readonly #load: Load | undefined;
  readonly #declaredSize: number | undefined;
  #text: BodyText | undefined;
  #isSealed = false;

  /** `declaredSize` is the `Content-Length`, where there is one. A request without a body has no `load`. */
  constructor(load: Load | undefined, declaredSize?: number) {
    this.#load = load;
    this.#declaredSize = declaredSize;
    if (!load) this.#text = EMPTY;
  }

  get wasRead(): boolean {
    return this.#text !== undefined;
  }

  /** Whether rules that need the body have to wait for it. */
  get isPending(): boolean {
    return this.#text === undefined && !this.#isSealed;
  }

  /** Whether the body was read and has several readings. */
  get hasReadings(): boolean {
    return this.#text !== undefined && this.#text.readings.length > 1;
  }

  /** Whether the body was read and lenient servers read other names of its fields. */
  get hasOddNames(): boolean {
    return this.#text?.hasOddNames ?? false;
  }

  /** Throws `bodyNotRead` until the body was read; empty if it was sealed unread. */
  get text(): BodyText {
    if (this.#text) return this.#text;
    if (this.#isSealed) return EMPTY;
    throw bodyNotRead;
  }

  /** Throws `bodyNotRead` if the body was not read. For code that needs the body later and cannot wait then. */
  require(): void {
    void this.text;
  }

  /** Without a `Content-Length`, throws `bodyNotRead` until the body was read. */
  get size(): number | undefined {
    return this.#declaredSize ?? this.text.size;
  }

  async read(limits: InspectionLimits): Promise<void> {
    const text = await this.#load?.(limits);
    if (!text) throw bodyTimedOut;
    this.#text = text;
  }

  /** From now on nothing waits for the body. A body that was not read counts as empty. */
  seal(): void {
    this.#isSealed = true;
  }
}

/** Whether one of the fields depends on the body. */
export function needBody(fields: Iterable<string>): boolean {
  for (const name of fields) if (isBodyField(name)) return true;
  return false;
}

/** The media type is in the head of the request, not in the body. */
export function isBodyField(name: string): boolean {
  if (name.startsWith('cf.waf.score')) return true;
  return name.startsWith('http.request.body.') && name !== 'http.request.body.mime';
}
