import type { Tracer } from './trace-context.ts';
import { callLater } from './trace-functions.ts';
import { missing, Rope, SystemObject, textOf, unknown, type Value } from './trace-values.ts';

/** Longer paths are not followed. */
const MAX_PATH = 120;

/** Methods of system objects that return a text that starts with their argument. */
const passingOn: ReadonlySet<string> = new Set([
  ...['expandenvironmentstrings', 'buildpath', 'getspecialfolder', 'specialfolders'],
]);

export function callSystem(tracer: Tracer, host: SystemObject, args: readonly Value[]): Value {
  tracer.effect('call', host.path, args);
  callLater(tracer, args, unknown);
  const method = host.path.slice(host.path.lastIndexOf('.') + 1);
  if (passingOn.has(method)) return args.map((it) => textOf(it) ?? '').join('\\');
  const stored = dictionaryCall(host, method, args);
  if (stored !== missing) return stored;
  const path = `${host.path}()`;
  return path.length > MAX_PATH ? unknown : new SystemObject(path);
}

/** A `Scripting.Dictionary`: scripts put the parts of their code into one. */
function dictionaryCall(
  host: SystemObject,
  method: string,
  [key, value]: readonly Value[],
): Value | typeof missing {
  const name = `item ${textOf(key) ?? '?'}`;
  if (method === 'add') host.owner?.members.set(name, value);
  else if (method === 'exists') return host.owner?.members.has(name) ?? unknown;
  else if (method === 'item' && host.owner?.members.has(name)) return host.owner.members.get(name);
  return missing;
}

/** `new ActiveXObject(name)` and similar. */
export function makeSystemObject(tracer: Tracer, name: Value): Value {
  const text = name instanceof Rope ? tracer.budget.text(name) : textOf(name);
  tracer.effect('object', (text ?? '').toLowerCase());
  return new SystemObject((text ?? 'unnamed').toLowerCase().slice(0, 60));
}
