/** The types of the language, and the two ways messages spell them. */
export type ValueType =
  | { readonly kind: 'String' | 'Int' | 'IP' | 'Bool' }
  | { readonly kind: 'Array' | 'Map'; readonly of: ValueType };

export type ScalarKind = 'String' | 'Int' | 'IP' | 'Bool';

export const STRING: ValueType = { kind: 'String' };
export const INT: ValueType = { kind: 'Int' };
export const IP: ValueType = { kind: 'IP' };
export const BOOL: ValueType = { kind: 'Bool' };

export function arrayOf(of: ValueType): ValueType {
  return { kind: 'Array', of };
}

/** Reads `String`, `Map<Array<String>>` and so on. Catalogs write types as text. */
export function parseType(text: string): ValueType {
  const container = /^(Array|Map)<(.+)>$/.exec(text);
  if (container) {
    const kind = container[1] === 'Map' ? 'Map' : 'Array';
    return { kind, of: parseType(container[2] ?? '') };
  }
  if (text === 'String' || text === 'Int' || text === 'IP' || text === 'Bool') {
    return { kind: text };
  }
  throw new TypeError(`unknown type ${JSON.stringify(text)}`);
}

/** `Array<Bool>`: how types are declared and compared. */
export function typeText(type: ValueType): string {
  return 'of' in type ? `${type.kind}<${typeText(type.of)}>` : type.kind;
}

/** `Array of Bool`: how "cannot perform this operation on type …" spells it. */
export function typeWords(type: ValueType): string {
  return 'of' in type ? `${type.kind} of ${typeWords(type.of)}` : type.kind;
}

export function sameType(left: ValueType, right: ValueType): boolean {
  return typeText(left) === typeText(right);
}

export function isBoolArray(type: ValueType): boolean {
  return type.kind === 'Array' && type.of.kind === 'Bool';
}
