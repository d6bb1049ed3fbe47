import { isPlaceholder, redacted } from '../kernel/redact.ts';

const FUNCTION = 'is_timed_hmac_valid_v0';
const CALL = new RegExp(FUNCTION, 'g');
/** A call up to its key, and the key: quoted, raw, or hexadecimal bytes. */
const KEY = new RegExp(
  String.raw`(${FUNCTION}\s*\(\s*)(r(#*)"[^]*?"\3|"(?:[^"\\]|\\[^])*"|[0-9a-fA-F]{2}(?:[:.-][0-9a-fA-F]{2})+)(?=\s*,)`,
  'g',
);

/**
 * Hides the signature keys in the expressions of a resource, for the audit log. `before` is the previous version, if
 * there is one: a key that is not in it is marked as changed.
 */
export function hideKeys<T>(shown: T, before?: unknown): T {
  const known = before === undefined ? undefined : keysIn(before);
  const mark = (key: string) => redacted(key, known === undefined || known.has(key) ? key : null);
  return replaceTexts(shown, (text) => hideInText(text, mark)) as T;
}

/** Whether a key in an expression is the placeholder that hides it. */
export function hasHiddenKey(text: string): boolean {
  return text.matchAll(KEY).some(([, , key = '']) => isPlaceholder(key.slice(1, -1)));
}

function hideInText(text: string, mark: (key: string) => string): string {
  let found = 0;
  const result = text.replace(KEY, (_match, call: string, key: string) => {
    found += 1;
    return `${call}"${mark(key)}"`;
  });
  // If a key is computed, or a string only looks like a call, the whole text is hidden.
  return found === (text.match(CALL)?.length ?? 0) ? result : mark(text);
}

function keysIn(value: unknown): Set<string> {
  const keys = new Set<string>();
  replaceTexts(value, (text) =>
    hideInText(text, (key) => {
      keys.add(key);
      return '';
    }),
  );
  return keys;
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceTexts(each, replace)]),
  );
}
