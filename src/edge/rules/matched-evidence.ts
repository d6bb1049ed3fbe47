import { isUtf8 } from 'node:buffer';
import type { KeyObject } from 'node:crypto';
import type { MatchedValue } from '../../contracts/events/matched-data.ts';
import { type FieldRead, printIp, type Value } from '../../expression/expression.ts';
import { observedValue } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';

/** A value as an expression sees it: texts are byte strings. */
export interface FoundValue extends Omit<MatchedValue, 'value'> {
  readonly value: Value;
}

/**
 * The data that a rule matched, in plain text, from the match until its event is created. The values are private and
 * can be taken once, so that code that prints, copies or stores matches cannot expose them.
 */
export class MatchedEvidence {
  readonly #recipient: KeyObject;
  #values: readonly FoundValue[];

  constructor(recipient: KeyObject, values: readonly FoundValue[]) {
    this.#recipient = recipient;
    this.#values = values;
  }

  take(): { readonly recipient: KeyObject; readonly values: readonly FoundValue[] } {
    const values = this.#values;
    this.#values = [];
    return { recipient: this.#recipient, values };
  }
}

/** The values of the fields that a condition reads; missing values are left out. */
export function readValues(
  reads: ReadonlyMap<string, FieldRead>,
  request: LiveRequest,
): readonly FoundValue[] {
  const found: FoundValue[] = [];
  for (const [field, read] of reads) {
    const whole = observedValue(read.field, request);
    const value = read.key === undefined ? whole : memberOf(whole, read.key);
    if (value !== undefined) found.push({ field, value });
  }
  return found;
}

/** The approximate number of characters of a value; counting stops above `most`. */
export function sizeOf(value: Value, most: number): number {
  if (typeof value === 'string') return value.length;
  if (!isContainer(value)) return 1;
  let size = 0;
  for (const [name, each] of value.entries()) {
    size += String(name).length + sizeOf(each, most - size);
    if (size > most) return size;
  }
  return size;
}

/** A value that JSON can represent. */
export function plainValue(value: Value): unknown {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object') return value;
  if (!isContainer(value)) return printIp(value);
  if (!(value instanceof Map)) return [...value.values()].map(plainValue);
  return Object.fromEntries([...value].map(([name, each]) => [textOf(name), plainValue(each)]));
}

type Container = readonly Value[] | ReadonlyMap<string, Value>;

const isContainer = (value: Value): value is Container =>
  Array.isArray(value) || value instanceof Map;

function memberOf(value: Value | undefined, key: string): Value | undefined {
  return value instanceof Map ? value.get(key) : undefined;
}

/** Bytes that are not UTF-8 are most likely Latin-1. */
function textOf(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : bytes;
}
