/** Stands in a path for what is not known. */
export const UNKNOWN = '?';

/** Members of these are global names. */
export const globalObjects: ReadonlySet<string> = new Set([
  'window',
  'self',
  'globalThis',
  'top',
  'parent',
  'frames',
  'document.defaultView',
]);

/** Objects that matter later, by the function or class that makes them. */
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

/** Events of these are events of everything in the page. */
export const pageObjects: ReadonlySet<string> = new Set([
  ...['document', 'window', 'self', 'globalThis', 'document.body', 'document.documentElement'],
]);

/** `<anynode>` is whatever element of the page an event happened to, `<forms>` all of its forms. */
export const isElement = (path: string): boolean => path === '<node>' || path === '<anynode>';

const eventTargets: ReadonlySet<string> = new Set([
  ...['target', 'currentTarget', 'srcElement', 'delegateTarget'],
]);
/** Members of an element that are elements too. */
const elementMembers: ReadonlySet<string> = new Set([
  ...['elements', 'form', 'children', 'childNodes', 'parentNode', 'parentElement'],
  ...['firstElementChild', 'nextElementSibling', 'previousElementSibling', 'activeElement'],
]);
/** Methods of elements and lists of them that give elements. */
export const elementMethods: ReadonlySet<string> = new Set([
  ...['closest', 'item', 'eq', 'first', 'last', 'parent', 'find', 'filter', 'children', 'get'],
  ...['toArray', 'slice', 'concat', 'values', 'siblings', 'next', 'prev'],
]);
/** Functions that make a list of their argument. */
export const listMakers: ReadonlySet<string> = new Set([
  ...['Array.from', 'Object.values', '$.makeArray', 'jQuery.makeArray', '?.slice.call'],
  'Array.prototype.slice.call',
]);

/** Path of a member; the name is not known of those that are looked up. */
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

/** Functions that find elements of the page, by their last name. */
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
