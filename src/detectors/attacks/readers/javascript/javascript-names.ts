import { effects } from './javascript-effects.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

function effectsOf(table: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(table).flatMap(([effect, names]) =>
      names.split(' ').map((name) => [name, Number(effect)] as const),
    ),
  );
}

/** Functions of the global object. `MsgBox` is the `alert` of VBScript. */
export const globalFunctions = effectsOf({
  [effects.dialog]: 'alert confirm prompt MsgBox',
  [effects.print]: 'print',
  [effects.evaluate]: 'eval Function execScript importScripts import',
  [effects.send]: 'fetch XMLHttpRequest WebSocket EventSource',
  [effects.markup]: 'write writeln',
  [effects.decode]: 'atob unescape',
});

/** Functions of any object. */
export const memberFunctions = effectsOf({
  [effects.send]: 'sendBeacon',
  [effects.markup]: 'insertAdjacentHTML parseHTML write writeln',
  [effects.decode]: 'fromCharCode fromCodePoint',
  [effects.evaluate]: 'execScript generateCRMFRequest',
});

export const assignedMembers = effectsOf({
  [effects.navigate]: 'location',
  [effects.markup]: 'innerHTML outerHTML srcdoc',
});

/** Functions that take text to run later. */
export const timers = setOf('setTimeout setInterval setImmediate');

/** Names of the global object, and of objects that hold it. */
export const globalObjects = setOf('window self top parent frames globalThis this document opener');

export const storages = setOf('localStorage sessionStorage');

/** Members of functions that call them. */
export const callers = setOf('call apply bind');

/** Members of texts and lists that change nothing of interest. */
export const transparentMembers = setOf('toString valueOf join trim normalize slice concat');

/** Members that honest code accesses by name; a computed access hides them. */
export const sensitiveMembers = setOf(
  'alert confirm prompt print eval Function constructor location cookie domain document execScript setTimeout setInterval fetch XMLHttpRequest import innerHTML outerHTML write writeln __proto__ atob localStorage sessionStorage onerror defaultView',
);

/** Words of statements and operators; they are no operands. */
export const keywords = setOf(
  'new throw return typeof delete void in of instanceof var let const function if while for else try catch finally with do await async yield case switch export class extends default',
);
