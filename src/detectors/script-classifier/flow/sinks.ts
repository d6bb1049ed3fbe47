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
  | 'link'
  | 'style'
  | 'message'
  | 'peer'
  | 'code'
  | 'markup'
  | 'wasm';

/** Sinks that send data to a host, with a description. */
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
  link: 'the address of a link element',
  style: 'an address in a style',
  message: 'a message to a frame or window',
  peer: 'a connection between browsers',
};

/** Sinks without a response that a script could read. */
export const fireAndForgetSinks: ReadonlySet<SinkKind> = new Set([
  'beacon',
  'image',
  'socket',
  'script',
  'frame',
  'link',
  'style',
  'message',
  'peer',
]);

export const callSinks: ReadonlyMap<string, SinkKind> = new Map<string, SinkKind>([
  ['fetch', 'fetch'],
  ['navigator.sendBeacon', 'beacon'],
  ['<xhr>.send', 'request'],
  ['<xhr>.open', 'request'],
  ['?.send', 'request'],
  ['<websocket>.send', 'socket'],
  ['<channel>.send', 'peer'],
  ['<window>.postMessage', 'message'],
  ['opener.postMessage', 'message'],
  ['open', 'location'],
  ['WebSocket', 'socket'],
  ['WebSocketStream', 'socket'],
  ['EventSource', 'socket'],
  ['$.ajax', 'ajax'],
  ['$.post', 'ajax'],
  ['$.get', 'ajax'],
  ['$.getJSON', 'ajax'],
  ['jQuery.ajax', 'ajax'],
  ['jQuery.post', 'ajax'],
  ['jQuery.get', 'ajax'],
  ['jQuery.getJSON', 'ajax'],
  ['axios', 'ajax'],
  ['axios.post', 'ajax'],
  ['axios.get', 'ajax'],
  ['axios.request', 'ajax'],
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

/** Methods that send their object: a form with its fields. */
export const ownSinks: ReadonlyMap<string, SinkKind> = new Map<string, SinkKind>([
  ['<form>.submit', 'form'],
  ['<form>.requestSubmit', 'form'],
  ['<clone>.submit', 'form'],
  ['<clone>.requestSubmit', 'form'],
]);

/** Methods of any object, by name. */
export const methodSinks: ReadonlyMap<string, SinkKind> = new Map<string, SinkKind>([
  ['insertAdjacentHTML', 'markup'],
  ['insertRule', 'style'],
  ['setProperty', 'style'],
  ['css', 'style'],
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
  ['<link>.href', 'link'],
  ['<a>.ping', 'link'],
  ['<area>.ping', 'link'],
  ['<embed>.src', 'frame'],
  ['<object>.data', 'frame'],
  ['<video>.src', 'image'],
  ['<video>.poster', 'image'],
  ['<source>.src', 'image'],
  ['<style>.textContent', 'style'],
  ['<style>.innerHTML', 'style'],
  ['<img>.srcset', 'image'],
  ['<form>.action', 'form'],
  ['<clone>.action', 'form'],
  ['<node>.action', 'form'],
  ['?.action', 'form'],
  ['location', 'location'],
  ['location.href', 'location'],
  ['document.location', 'location'],
  ['document.location.href', 'location'],
]);

/** Properties of any object that hold markup. */
export const markupProperties: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
/** Attributes that hold a URL. */
export const addressAttributes: ReadonlySet<string> = new Set([
  ...['src', 'href', 'action', 'srcset', 'poster', 'data', 'ping'],
]);
