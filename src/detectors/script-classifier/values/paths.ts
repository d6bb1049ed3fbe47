/** An unknown part of a path. */
export const UNKNOWN = '?';

/** Members of these objects are global variables. */
export const globalObjects: ReadonlySet<string> = new Set([
  'window',
  'self',
  'globalThis',
  'top',
  'parent',
  'frames',
  'document.defaultView',
]);

/** Paths of created objects, by the function or class that creates them. */
export const madeBy: ReadonlyMap<string, string> = new Map([
  ['Image', '<img>'],
  ['Audio', '<audio>'],
  ['XMLHttpRequest', '<xhr>'],
  ['ActiveXObject', '<activex>'],
  ['WebSocket', '<websocket>'],
  ['EventSource', '<eventsource>'],
  ['FormData', '<formdata>'],
  ['Worker', '<worker>'],
  ['SharedWorker', '<worker>'],
  ['RTCPeerConnection', '<peer>'],
  ['webkitRTCPeerConnection', '<peer>'],
  ['open', '<window>'],
  ['fetch', '<response>'],
]);

/** Listeners of these objects receive the events of all elements of the page. */
export const pageObjects: ReadonlySet<string> = new Set([
  ...['document', 'window', 'self', 'globalThis', 'document.body', 'document.documentElement'],
]);

/** `<node>` is a specific element of the page; `<anynode>` may be any element, such as the target of a page event. */
export const isElement = (path: string): boolean => path === '<node>' || path === '<anynode>';

const eventTargets: ReadonlySet<string> = new Set([
  ...['target', 'currentTarget', 'srcElement', 'delegateTarget'],
]);
/** Members of elements that are elements. */
const elementMembers: ReadonlySet<string> = new Set([
  ...['elements', 'form', 'children', 'childNodes', 'parentNode', 'parentElement'],
  ...['firstElementChild', 'nextElementSibling', 'previousElementSibling', 'activeElement'],
]);
/** Methods of elements, and of lists of elements, that return elements. */
export const elementMethods: ReadonlySet<string> = new Set([
  ...['closest', 'item', 'eq', 'first', 'last', 'parent', 'find', 'filter', 'children', 'get'],
  ...['toArray', 'slice', 'concat', 'values', 'siblings', 'next', 'prev'],
]);
/** Functions that turn their argument into a list. */
export const listMakers: ReadonlySet<string> = new Set([
  ...['Array.from', 'Object.values', '$.makeArray', 'jQuery.makeArray', '?.slice.call'],
  'Array.prototype.slice.call',
]);

/** Path of a member; `property` is undefined if its name is computed and unknown. */
export function memberPath(object: string, property: string | undefined): string {
  if (globalObjects.has(object) && property !== undefined) return property;
  if (object === '<forms>') return '<node>';
  // An item of a list of elements is an element.
  if (property === undefined || /^\d+$/.test(property)) return isElement(object) ? object : UNKNOWN;
  if (eventTargets.has(property)) {
    if (object === '<pageevent>') return '<anynode>';
    if (object === '<event>' || object === UNKNOWN || object === 'event') return '<node>';
  }
  if (isElement(object) && elementMembers.has(property)) return object;
  if (object === 'document' && property === 'forms') return '<forms>';
  if (object === 'document' && property === 'activeElement') return '<anynode>';
  return `${object}.${property}`;
}

/** Functions that find elements of the page, by the last part of their path. */
export const elementFinders: ReadonlySet<string> = new Set([
  '$',
  'jQuery',
  'querySelector',
  'querySelectorAll',
  'getElementById',
  'getElementsByName',
  'getElementsByTagName',
  'getElementsByClassName',
  'namedItem',
]);
