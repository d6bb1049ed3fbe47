import type {
  AnonymousFunctionDeclaration,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
} from 'acorn';

export type FunctionNode =
  | AnonymousFunctionDeclaration
  | ArrowFunctionExpression
  | FunctionDeclaration
  | FunctionExpression;

/** A value of a traced script. Objects of the browser are `Host`; what they return is not known. */
export type Value = undefined | null | boolean | number | string | Rope | TraceObject;

/** An object that the script creates. */
export class TraceObject {
  prototype: TraceObject | undefined;
  /** Made when it is used: scripts create many functions and lists without members. */
  #members: Map<string, Value> | undefined;

  constructor(prototype?: TraceObject) {
    this.prototype = prototype;
  }

  get members(): Map<string, Value> {
    this.#members ??= new Map();
    return this.#members;
  }

  find(name: string): Value | typeof missing {
    let depth = 0;
    for (let at: TraceObject | undefined = this; at && depth < MAX_PROTOTYPES; at = at.prototype) {
      const members = at.#members;
      if (members?.has(name)) return members.get(name);
      depth += 1;
    }
    return missing;
  }
}

/** A chain of prototypes may be a circle. */
const MAX_PROTOTYPES = 20;

/** There is no member of the name; it is not the same as a member that is undefined. */
export const missing: unique symbol = Symbol('missing');

export class TraceList extends TraceObject {
  items: Value[];

  constructor(items: Value[], prototype: TraceObject | undefined) {
    super(prototype);
    this.items = items;
  }
}

/** Variables of a function or block. */
export class Scope {
  readonly names = new Map<string, Value>();
  readonly outer: Scope | undefined;
  readonly isFunction: boolean;
  /** Scopes around this one. */
  readonly level: number;

  constructor(outer: Scope | undefined, isFunction: boolean) {
    this.outer = outer;
    this.isFunction = isFunction;
    this.level = outer ? outer.level + 1 : 0;
  }

  /** Steps of a search for a name: without this, code in many scopes would take more time than its steps. */
  get steps(): number {
    return this.level >> 5;
  }

  /** The scope that has the name; undefined if it is a global one. */
  find(name: string): Scope | undefined {
    for (let at: Scope | undefined = this; at; at = at.outer) {
      if (at.names.has(name)) return at;
    }
    return undefined;
  }

  /** Where `var` declares; undefined for the global object. */
  functionScope(): Scope | undefined {
    for (let at: Scope | undefined = this; at; at = at.outer) {
      if (at.isFunction) return at;
    }
    return undefined;
  }
}

/** A function of the script. */
export class TraceFunction extends TraceObject {
  readonly node: FunctionNode;
  readonly scope: Scope;
  /** `this` of an arrow function. */
  readonly self: Value;
  /** Its text: scripts read it as a key, so that changing the script breaks it. */
  readonly source: string;

  constructor(node: FunctionNode, scope: Scope, self: Value, source: string) {
    super();
    this.node = node;
    this.scope = scope;
    this.self = self;
    this.source = source;
  }
}

export type NativeCall = (self: Value, args: readonly Value[]) => Value;

/** A function of the language. */
export class TraceNative extends TraceObject {
  readonly name: string;
  readonly call: NativeCall;
  /** `new` returns this; the same as a call if it is undefined. */
  readonly construct: NativeCall | undefined;

  constructor(name: string, call: NativeCall, construct?: NativeCall) {
    super();
    this.name = name;
    this.call = call;
    this.construct = construct;
  }
}

export class TracePattern extends TraceObject {
  readonly pattern: string;
  readonly flags: string;

  constructor(pattern: string, flags: string, prototype: TraceObject | undefined) {
    super(prototype);
    this.pattern = pattern;
    this.flags = flags;
  }
}

/** An object of the browser or the operating system, or any value that is not known. */
export class Host extends TraceObject {
  /** Such as `document.body`; `?` if it has none. */
  readonly path: string;
  /** Members that were read, by their names. */
  readonly children = new Map<string, Host>();

  constructor(path: string) {
    super();
    this.path = path;
  }
}

/** An object of the operating system that the script created by its name; paths are in lower case. */
export class SystemObject extends Host {
  /** The object that this is a member of. */
  readonly owner: SystemObject | undefined;

  constructor(path: string, owner?: SystemObject) {
    super(path);
    this.owner = owner;
  }
}

/** A value of which nothing is known. */
export const unknown = new Host('?');

/**
 * A string that is built piece by piece. Appending to the newest rope shares its pieces, so that a loop takes linear
 * time, and a rope becomes a string once, when it is read.
 */
export class Rope {
  readonly #pieces: string[];
  readonly #count: number;
  readonly length: number;
  /** Some pieces were not known and are left out. */
  readonly isPartial: boolean;
  #text: string | undefined;

  constructor(pieces: string[], length: number, isPartial: boolean) {
    this.#pieces = pieces;
    this.#count = pieces.length;
    this.length = length;
    this.isPartial = isPartial;
  }

  /** Whether appending needs no copy. */
  get isNewest(): boolean {
    return this.#pieces.length === this.#count;
  }

  append(text: string, isPartial: boolean): Rope {
    const pieces = this.isNewest ? this.#pieces : [this.text()];
    pieces.push(text);
    return new Rope(pieces, this.length + text.length, this.isPartial || isPartial);
  }

  get isFlat(): boolean {
    return this.#text !== undefined;
  }

  text(): string {
    this.#text ??= (this.isNewest ? this.#pieces : this.#pieces.slice(0, this.#count)).join('');
    return this.#text;
  }
}

export const isUnknown = (value: Value): value is Host | Rope =>
  value instanceof Host || value instanceof Rope;

/** Undefined if it is not known. */
export function truthOf(value: Value): boolean | undefined {
  if (isUnknown(value)) return undefined;
  return typeof value === 'object' && value !== null ? true : Boolean(value);
}

/** Nested lists in a text, and items of all of them: the work is not counted. */
const MAX_NESTED = 2;
const MAX_ITEMS = 64;

/** Text of a value; undefined if it is not known. */
export function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof TraceList ? textOfList(value, 0, { items: MAX_ITEMS }) : textOfOne(value);
}

function textOfList(
  { items }: TraceList,
  depth: number,
  left: { items: number },
): string | undefined {
  left.items -= items.length;
  if (depth > MAX_NESTED || left.items < 0) return undefined;
  let text = '';
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const isNothing = item === undefined || item === null;
    const part =
      item instanceof TraceList
        ? textOfList(item, depth + 1, left)
        : textOfOne(isNothing ? '' : item);
    if (part === undefined || text.length > MAX_JOINED) return undefined;
    text += (at > 0 ? ',' : '') + part;
  }
  return text;
}

const MAX_JOINED = 4000;

/** Text of a value that is no list. */
function textOfOne(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isUnknown(value)) return undefined;
  if (value instanceof TraceFunction) return value.source;
  if (value instanceof TraceNative) return `function ${value.name}() { [native code] }`;
  if (value instanceof TracePattern) return `/${value.pattern}/${value.flags}`;
  return '[object Object]';
}

/** Number of a value; undefined if it is not known. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null) {
    const text = textOf(value);
    return text === undefined ? undefined : Number(text);
  }
  return Number(value);
}
