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
  ['fetch', '<response>'],
]);

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
