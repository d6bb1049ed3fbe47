import type { Tracer } from './trace-context.ts';
import { runText } from './trace-expressions.ts';
import { callLater, isCallable } from './trace-functions.ts';
import { makeSystemObject } from './trace-system.ts';
import { Host, Rope, textOf, unknown, type Value } from './trace-values.ts';

type HostCall = (tracer: Tracer, self: Value, args: readonly Value[]) => Value;

const write: HostCall = (tracer, _, args) => {
  for (const arg of args) tracer.markup(arg);
  return undefined;
};

const timer: HostCall = (tracer, _, [code]) => {
  if (isCallable(code)) tracer.later(code, tracer.global, []);
  else runText(tracer, code, undefined);
  return 1;
};

const makeSystem: HostCall = (tracer, _, [name]) => makeSystemObject(tracer, name);

const makeElement: HostCall = (_, _self, [tag]) =>
  new Host(`<${(textOf(tag) ?? 'element').toLowerCase().slice(0, 20)}>`);

const byId: HostCall = (tracer, _, [id]) => tracer.element(textOf(id) ?? '?');

const byTag: HostCall = (tracer, _, [tag]) =>
  tracer.list(tracer.elements((textOf(tag) ?? '?').toLowerCase()));

const bySelector: HostCall = (tracer, _, [selector]) => {
  const [, mark, name] = /^([#.]?)([\w-]+)$/.exec(textOf(selector) ?? '') ?? [];
  if (mark === '#' && name) return tracer.element(name);
  const [first] = mark === '' && name ? tracer.elements(name.toLowerCase()) : [];
  return first ?? new Host('<node>');
};

const run: HostCall = (tracer, _, [code, language]) => {
  if (!isBasic(language)) return runText(tracer, code, undefined);
  tracer.effect('code', textIn(tracer, code));
  return undefined;
};

/** VBScript is not run, only kept. */
const isBasic = (language: Value): boolean => /^vbs/i.test(textOf(language) ?? '');

const textIn = (tracer: Tracer, value: Value): string =>
  value instanceof Rope ? tracer.budget.text(value) : (textOf(value) ?? '');

const setAttribute: HostCall = (tracer, self, [name, value]) => {
  const key = textOf(name)?.toLowerCase();
  if (key !== undefined) tracer.set(self, key, value);
  return undefined;
};

const readAttribute: HostCall = (tracer, self, [name]) => tracer.get(self, textOf(name) ?? '?');

const append: HostCall = (tracer, self, [child]) => {
  // The text of a script may be a node of its own.
  if (self instanceof Host && self.path === '<script>' && child instanceof Host) {
    if (child.path === '<text>') runText(tracer, child.members.get('data'), undefined);
  }
  return child ?? unknown;
};

const makeText: HostCall = (_, _self, [text]) => {
  const node = new Host('<text>');
  node.members.set('data', text);
  return node;
};

/** Redirects and the address bar: only the address matters. */
const goTo =
  (path: string): HostCall =>
  (tracer, _, args) => {
    tracer.effect('address', path, args);
    return unknown;
  };

/** Calls of the browser and the script host by the path of the function; `*` is any object. */
export const hostCalls: ReadonlyMap<string, HostCall> = new Map<string, HostCall>([
  ['document.write', write],
  ['document.writeln', write],
  ['document.createElement', makeElement],
  ['document.createElementNS', (tracer, self, [, tag]) => makeElement(tracer, self, [tag])],
  ['document.createTextNode', makeText],
  ['document.getElementById', byId],
  ['*.getElementsByTagName', byTag],
  ['*.querySelector', bySelector],
  ['*.querySelectorAll', (tracer, self, args) => tracer.list([bySelector(tracer, self, args)])],
  ['*.setAttribute', setAttribute],
  ['*.getAttribute', readAttribute],
  ['*.appendChild', append],
  ['*.insertBefore', append],
  ['setTimeout', timer],
  ['setInterval', timer],
  ['execScript', run],
  ['*.execScript', run],
  ['new ActiveXObject', makeSystem],
  ['ActiveXObject', makeSystem],
  ['WScript.CreateObject', makeSystem],
  ['WScript.createObject', makeSystem],
  ['WSH.CreateObject', makeSystem],
  ['GetObject', makeSystem],
  ['new Image', () => new Host('<img>')],
  ['new XMLHttpRequest', () => new Host('<xhr>')],
  ['location.replace', goTo('location')],
  ['location.assign', goTo('location')],
  ['open', goTo('open')],
  [
    '*.addEventListener',
    (tracer, self, args) => {
      callLater(tracer, args, self instanceof Host ? self : unknown);
      return undefined;
    },
  ],
]);

/** Members of elements whose value is an address. */
const addresses: ReadonlySet<string> = new Set(['src', 'href', 'action', 'data', 'location']);
/** Members that hold the code of a script element. */
const codes: ReadonlySet<string> = new Set(['text', 'textContent', 'innerHTML', 'innerText']);
const markups: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML', 'srcdoc']);

/** Effects of setting a member of an element. */
export function setElementMember(tracer: Tracer, host: Host, key: string, value: Value): void {
  if (host.path === '<script>' && codes.has(key)) {
    if (isBasic(host.members.get('language'))) tracer.effect('code', textIn(tracer, value));
    else runText(tracer, value, undefined);
  } else if (markups.has(key)) tracer.markup(value);
  else if (addresses.has(key)) {
    const name = host === tracer.global || host.path === 'document' ? key : `${host.path}.${key}`;
    tracer.effect('address', name, [value instanceof Rope ? tracer.budget.text(value) : value]);
  }
}

/** Members of elements that are texts of the page or elements themselves. */
export function elementMember(tracer: Tracer, host: Host, key: string): Value {
  if (host.path === 'document.body' || host.path === 'document.documentElement') {
    if (!/^(?:inner|outer)HTML$/.test(key) || tracer.html === '') return undefined;
    tracer.effect('element', 'body');
    return tracer.html;
  }
  if (host.path !== '<node>') return undefined;
  switch (key) {
    case 'firstChild':
    case 'lastChild': {
      const text = host.members.get('textContent');
      return text === undefined ? undefined : makeText(tracer, undefined, [text]);
    }
    case 'childNodes':
      return tracer.list([elementMember(tracer, host, 'firstChild') ?? unknown]);
    default:
      return undefined;
  }
}
