import type { Tracer } from './trace-context.ts';
import { elementMember, hostCalls, setElementMember } from './trace-document.ts';
import { callLater, isCallable } from './trace-functions.ts';
import { callSystem } from './trace-system.ts';
import { Host, missing, SystemObject, unknown, type Value } from './trace-values.ts';

/** Longer paths are not followed. */
const MAX_PATH = 120;
/** Other names of the window. */
const windows: ReadonlySet<string> = new Set([
  ...['window', 'self', 'globalThis', 'top', 'parent', 'frames', 'document.defaultView'],
]);

/** A member of an object of the browser: the same object each time it is read. */
export function hostMember(tracer: Tracer, host: Host, key: string): Value {
  if (host === unknown) return unknown;
  const own = host.find(key);
  if (own !== missing) return own;
  const isWindow = host === tracer.global;
  if (isWindow && windows.has(key)) return host;
  const special = elementMember(tracer, host, key);
  if (special !== undefined) return special;
  const child = host.children.get(key);
  if (child) return child;
  const isSystem = host instanceof SystemObject;
  const name = isSystem ? key.toLowerCase() : key;
  const path = isWindow ? name : `${host.path}.${name}`;
  if (host.path === '?' || path.length > MAX_PATH) return unknown;
  if (windows.has(path)) return tracer.global;
  tracer.budget.step(2);
  const made = isSystem ? new SystemObject(path, host) : new Host(path);
  host.children.set(key, made);
  return made;
}

export function setHostMember(tracer: Tracer, host: Host, key: string, value: Value): void {
  if (isCallable(value) && host !== tracer.global) tracer.later(value, host, []);
  if (host === unknown || host.path === '?') return;
  host.members.set(key, value);
  setElementMember(tracer, host, key, value);
}

/** Calls an object of the browser. */
export function callHost(tracer: Tracer, host: Host, self: Value, args: readonly Value[]): Value {
  if (host instanceof SystemObject) return callSystem(tracer, host, args);
  const known = hostCalls.get(host.path.replace(/^document\.defaultView\./, ''));
  if (known) return known(tracer, self, args);
  const method = host.path.slice(host.path.lastIndexOf('.') + 1);
  const ofAny = hostCalls.get(`*.${method}`);
  if (ofAny && self instanceof Host) return ofAny(tracer, self, args);
  callLater(tracer, args, unknown);
  const path = `${host.path}()`;
  return host.path === '?' || path.length > MAX_PATH ? unknown : new Host(path);
}

export function constructHost(tracer: Tracer, host: Host, args: readonly Value[]): Value {
  const known = hostCalls.get(`new ${host.path}`);
  if (known) return known(tracer, undefined, args);
  callLater(tracer, args, unknown);
  return host.path === '?' ? unknown : new Host(`${host.path}()`);
}
