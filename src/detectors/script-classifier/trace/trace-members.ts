import type { Tracer } from './trace-context.ts';
import { bindCall } from './trace-functions.ts';
import { hostMember, setHostMember } from './trace-host.ts';
import {
  Host,
  missing,
  Rope,
  TraceFunction,
  TraceList,
  TraceNative,
  TraceObject,
  TracePattern,
  unknown,
  type Value,
} from './trace-values.ts';

const INDEX = /^(?:0|[1-9]\d{0,6})$/;
/** Items of a list that is assigned to at an index. */
const MAX_ITEMS = 200_000;

/** Reads a member. Reading one of nothing fails in a browser; here its value is not known. */
export function getMember(tracer: Tracer, object: Value, key: string): Value {
  tracer.budget.step();
  tracer.budget.read(key);
  if (typeof object === 'string') return ofText(tracer, object, key);
  if (object === undefined || object === null) {
    tracer.isRaised = true;
    return unknown;
  }
  if (typeof object === 'number' || typeof object === 'boolean') {
    return known(tracer.prototypes.number.find(key), unknown);
  }
  if (object instanceof Rope) return unknown;
  if (object instanceof Host) return hostMember(tracer, object, key);
  if (object instanceof TraceList) {
    if (key === 'length') return object.items.length;
    if (INDEX.test(key)) return object.items[Number(key)];
    return known(object.find(key), known(tracer.prototypes.list.find(key), undefined));
  }
  if (object instanceof TraceFunction || object instanceof TraceNative) {
    const found = object.find(key);
    if (found !== missing) return found;
    return ofFunction(tracer, object, key);
  }
  if (object instanceof TracePattern && key === 'source') return object.pattern;
  return known(object.find(key), undefined);
}

const known = (found: Value | typeof missing, other: Value): Value =>
  found === missing ? other : found;

function ofText(tracer: Tracer, text: string, key: string): Value {
  if (key === 'length') return text.length;
  if (INDEX.test(key)) return text[Number(key)];
  return known(tracer.prototypes.text.find(key), undefined);
}

function ofFunction(tracer: Tracer, object: TraceFunction | TraceNative, key: string): Value {
  if (key === 'prototype' && object instanceof TraceFunction) {
    const prototype = new TraceObject(tracer.prototypes.object);
    object.members.set('prototype', prototype);
    return prototype;
  }
  if (key === 'length') return object instanceof TraceFunction ? object.node.params.length : 0;
  if (key === 'name')
    return object instanceof TraceFunction ? (object.node.id?.name ?? '') : object.name;
  if (key === 'call' || key === 'apply' || key === 'bind') return bindCall(tracer, object, key);
  return known(tracer.prototypes.code.find(key), undefined);
}

export function setMember(tracer: Tracer, object: Value, key: string, value: Value): void {
  tracer.budget.step();
  tracer.budget.read(key);
  if (!(object instanceof TraceObject)) {
    if (object === undefined || object === null) tracer.isRaised = true;
    return;
  }
  if (object instanceof Host) {
    setHostMember(tracer, object, key, value);
    return;
  }
  if (!(object instanceof TraceList)) {
    object.members.set(key, value);
    return;
  }
  if (key === 'length' && typeof value === 'number') {
    if (value >= 0 && value < object.items.length) object.items.length = value;
    return;
  }
  const at = INDEX.test(key) ? Number(key) : -1;
  if (at < 0) object.members.set(key, value);
  else if (at < MAX_ITEMS) {
    if (at > object.items.length) tracer.budget.step(at - object.items.length);
    while (object.items.length < at) object.items.push(undefined);
    object.items[at] = value;
  }
}
