/** A request target of the gateway, without the access key that it contained. */
export interface KeylessTarget {
  readonly target: string;
  readonly key: string | undefined;
}

const KEY_IN_PATH = /^(\/v1\/[^/]+)\/([^/]+)\/?$/;

/**
 * Takes the access key out of a path and query: `/v1/sepolia/KEY` or `/v1/sepolia?key=KEY`. Wallets and WebSockets of browsers cannot send
 * it in a header. What logs, rules and the gateway see must not contain it. The key in the path wins.
 */
export function withoutKey(target: string): KeylessTarget {
  const mark = target.indexOf('?');
  const whole = mark === -1 ? target : target.slice(0, mark);
  const inPath = KEY_IN_PATH.exec(whole);
  const path = inPath?.[1] ?? whole;
  if (mark === -1) return { target: path, key: decoded(inPath?.[2]) };
  const pairs = target.slice(mark + 1).split('&');
  const others = pairs.filter((pair) => nameOf(pair) !== 'key');
  const inQuery = pairs.find((pair) => nameOf(pair) === 'key');
  return {
    target: others.length === 0 ? path : `${path}?${others.join('&')}`,
    key: decoded(inPath?.[2] ?? inQuery?.slice(inQuery.indexOf('=') + 1)),
  };
}

function nameOf(pair: string): string | undefined {
  const end = pair.indexOf('=');
  return decoded(end === -1 ? pair : pair.slice(0, end));
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
