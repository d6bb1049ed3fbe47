import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { redacted } from '../kernel/redact.ts';
import type { TextSealer } from '../kernel/sealed-text.ts';

const PLACEHOLDER = redacted(undefined, undefined);

type Path = readonly (string | number)[];
type Part = readonly [path: Path, value: unknown];

/** A value as it is stored: with placeholders, and what they stand for, encrypted. */
export interface SealedValue<T> {
  readonly hidden: T;
  /** Null if the value has no secrets. */
  readonly secrets: string | null;
}

/**
 * Keeps the secret parts of stored values encrypted. `hide` returns a value with placeholders in place of its secrets:
 * the form in which people see it who may not write it.
 */
export class SecretParts<T> {
  readonly #sealer: TextSealer;
  readonly #noun: string;
  readonly hide: (value: T) => T;

  constructor(sealer: TextSealer, noun: string, hide: (value: T) => T) {
    this.#sealer = sealer;
    this.#noun = noun;
    this.hide = hide;
  }

  /** `id` names the row, so that secrets copied to another row cannot be read there. */
  seal(value: T, id: string): SealedValue<T> {
    const hidden = this.hide(value);
    const parts = differences(value, hidden, []);
    if (parts.length === 0) return { hidden: value, secrets: null };
    return { hidden, secrets: this.#sealer.seal(JSON.stringify(parts), this.#contextOf(id)) };
  }

  /** For what runs. Throws if the secrets were encrypted with another key. */
  open(sealed: SealedValue<T>, id: string): T {
    const value = this.#opened(sealed, id);
    if (value !== undefined) return value;
    throw new PalisadeError(
      'secrets_unreadable',
      `the secrets of the ${this.#noun} ${id} were encrypted with another key. Set PALISADE_EDGE_KEY to the key of the node that stored them, or write the ${this.#noun} anew`,
    );
  }

  /**
   * For what people read and change. Secrets that were encrypted with another key appear as a text that nobody can guess,
   * because it may be stored again and run.
   */
  read(sealed: SealedValue<T>, id: string): T {
    const value = this.#opened(sealed, id);
    if (value !== undefined) return value;
    const marker = `(unreadable ${randomBytes(16).toString('hex')})`;
    return JSON.parse(JSON.stringify(sealed.hidden).replaceAll(PLACEHOLDER, marker));
  }

  #opened({ hidden, secrets }: SealedValue<T>, id: string): T | undefined {
    if (secrets === null) return hidden;
    const text = this.#sealer.open(secrets, this.#contextOf(id));
    if (text === undefined) return undefined;
    const parts: readonly Part[] = JSON.parse(text);
    return parts.reduce<unknown>((all, [path, value]) => replaced(all, path, value), hidden) as T;
  }

  #contextOf(id: string): string {
    return `${this.#noun} ${id}`;
  }
}

/** The smallest parts of `value` that differ from `hidden`. */
function differences(value: unknown, hidden: unknown, path: Path): Part[] {
  if (isDeepStrictEqual(value, hidden)) return [];
  const names = Object.keys(asObject(value));
  const isSameShape =
    names.length > 0 &&
    Array.isArray(value) === Array.isArray(hidden) &&
    isDeepStrictEqual(names, Object.keys(asObject(hidden)));
  if (!isSameShape) return [[path, value]];
  return names.flatMap((name) =>
    differences(asObject(value)[name], asObject(hidden)[name], [...path, name]),
  );
}

function replaced(target: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const part = replaced(asObject(target)[name], rest, value);
  if (Array.isArray(target)) return target.with(Number(name), part);
  return { ...asObject(target), [name]: part };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
