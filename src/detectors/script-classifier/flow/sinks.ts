export type SinkKind =
  | 'fetch'
  | 'request'
  | 'ajax'
  | 'beacon'
  | 'image'
  | 'socket'
  | 'script'
  | 'frame'
  | 'form'
  | 'location'
  | 'code'
  | 'markup'
  | 'wasm';

/** What sends something away, for those who read reasons. */
export const networkSinks: Readonly<Partial<Record<SinkKind, string>>> = {
  fetch: 'fetch',
  request: 'an XMLHttpRequest',
  ajax: 'an ajax call',
  beacon: 'a beacon',
  image: 'the address of an image',
  socket: 'a socket',
  script: 'the address of a script',
  frame: 'the address of a frame',
  form: 'the target of a form',
  location: 'a redirect',
};

/** Nobody reads the answer of these. */
export const forgetfulSinks: ReadonlySet<SinkKind> = new Set([
  'beacon',
  'image',
  'socket',
  'script',
  'frame',
]);

export const callSinks: ReadonlyMap<string, SinkKind> = new Map<string, SinkKind>([
  ['fetch', 'fetch'],
  ['navigator.sendBeacon', 'beacon'],
  ['<xhr>.send', 'request'],
  ['<xhr>.open', 'request'],
  ['?.send', 'request'],
  ['<websocket>.send', 'socket'],
  ['WebSocket', 'socket'],
  ['EventSource', 'socket'],
  ['$.ajax', 'ajax'],
  ['$.post', 'ajax'],
  ['$.get', 'ajax'],
  ['$.getJSON', 'ajax'],
  ['jQuery.ajax', 'ajax'],
  ['jQuery.post', 'ajax'],
  ['jQuery.get', 'ajax'],
  ['axios', 'ajax'],
  ['axios.post', 'ajax'],
  ['axios.get', 'ajax'],
  ['location.assign', 'location'],
  ['location.replace', 'location'],
  ['eval', 'code'],
  ['execScript', 'code'],
  ['Function', 'code'],
  ['setTimeout', 'code'],
  ['setInterval', 'code'],
  ['document.write', 'markup'],
  ['document.writeln', 'markup'],
  ['importScripts', 'script'],
  ['$.getScript', 'script'],
  ['jQuery.getScript', 'script'],
  ['$.globalEval', 'code'],
  ['WebAssembly.instantiate', 'wasm'],
  ['WebAssembly.compile', 'wasm'],
  ['WebAssembly.Module', 'wasm'],
]);

/** Methods of anything, by their last name. */
export const methodSinks: ReadonlyMap<string, SinkKind> = new Map<string, SinkKind>([
  ['insertAdjacentHTML', 'markup'],
  ['createContextualFragment', 'markup'],
]);

export const assignmentSinks: ReadonlyMap<string, SinkKind> = new Map<string, SinkKind>([
  ['<img>.src', 'image'],
  ['<audio>.src', 'image'],
  ['?.src', 'image'],
  ['<element>.src', 'image'],
  ['<node>.src', 'image'],
  ['<script>.src', 'script'],
  ['<script>.text', 'code'],
  ['<script>.textContent', 'code'],
  ['<script>.innerHTML', 'code'],
  ['<script>.innerText', 'code'],
  ['<iframe>.src', 'frame'],
  ['<iframe>.srcdoc', 'markup'],
  ['<form>.action', 'form'],
  ['<node>.action', 'form'],
  ['?.action', 'form'],
  ['location', 'location'],
  ['location.href', 'location'],
  ['document.location', 'location'],
  ['document.location.href', 'location'],
]);

/** Properties of anything that hold markup. */
export const markupProperties: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML']);
/** Attributes that `setAttribute` turns into an address. */
export const addressAttributes: ReadonlySet<string> = new Set(['src', 'href', 'action']);
