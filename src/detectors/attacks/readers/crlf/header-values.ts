/** Headers that change what a browser, proxy or server does, and what their values look like. */
const headers: ReadonlyMap<string, RegExp> = new Map([
  ['set-cookie', /^[^\s=;]{1,100}=/],
  ['cookie', /^[^\s=;]{1,100}=/],
  ['location', /^(?:https?:|javascript:|data:|\/|%)/i],
  ['content-location', /^(?:https?:|\/)/i],
  ['refresh', /^\d+\s*;/],
  ['content-type', /^[\w*+.-]+\/[\w*+.-]+/],
  ['content-length', /^\d+$/],
  ['content-encoding', /^[\w-]+$/],
  ['content-disposition', /^\w+/],
  ['content-security-policy', /./],
  ['transfer-encoding', /^(?:chunked|identity|gzip)/i],
  ['connection', /^(?:close|keep-alive|upgrade)/i],
  ['host', /^[\w.-]+\.[\w.-]+(?::\d+)?$|^localhost/i],
  ['link', /^</],
  ['last-modified', /\d{4}/],
  ['expires', /\d/],
  ['cache-control', /^[\w-]+/],
  ['pragma', /^no-cache/i],
  ['authorization', /^(?:basic|bearer|digest) /i],
  ['x-forwarded-for', /^[\da-f.:]+/i],
  ['x-forwarded-host', /./],
  ['x-original-url', /^\//],
  ['x-rewrite-url', /^\//],
  ['x-http-method-override', /^[A-Z]+$/],
  ['x-xss-protection', /^[01]/],
  ['x-frame-options', /^\w+/],
  ['access-control-allow-origin', /./],
  ['access-control-allow-credentials', /^(?:true|false)/],
  ['strict-transport-security', /^max-age/],
  ['user-agent', /./],
  ['referer', /^https?:/i],
]);

export const headerNames: readonly string[] = [...headers.keys()];

/** Whether a line is a header line that does something. */
export const isActingHeader = (name: string, value: string): boolean =>
  headers.get(name)?.test(value) ?? false;
