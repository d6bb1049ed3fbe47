import { ApiError } from '../../http/api-error.ts';
import { type TSchema, Type } from '../../kernel/schema.ts';

/** An item of a body, and the JSON pointer to it. */
export interface BodyItem<Value> {
  readonly pointer: string;
  readonly value: Value;
}

/** The schema of a body with several items. */
export function Several<T extends TSchema>(item: T, most: number) {
  return Type.Array(item, { minItems: 1, maxItems: most });
}

/** An array of items, or a single item without an array, which the official client sends. */
export function OneOrSeveral<T extends TSchema>(item: T, most: number) {
  return Type.Union([item, Several(item, most)]);
}

export function bodyItems<Value extends object>(
  body: Value | readonly Value[],
): readonly BodyItem<Value>[] {
  if (!isArray(body)) return [{ pointer: '', value: body }];
  return body.map((value, n) => ({ pointer: `/${n}`, value }));
}

/** The standard function does not recognise read-only arrays. */
function isArray<Value extends object>(body: Value | readonly Value[]): body is readonly Value[] {
  return Array.isArray(body);
}

/** Runs the check of an item, so that the pointers of its errors lead to the item. */
export async function inItem<T>(pointer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? error.within(pointer) : error;
  }
}
