import { DestinationError } from './destination-error.ts';

/** `destination_conf` in its parts: `<scheme>://<address>[?options]`. */
export interface DestinationText {
  readonly scheme: string;
  /** Everything between `://` and the options: host and path, or bucket and path. */
  readonly address: string;
  readonly options: readonly DestinationOption[];
}

export interface DestinationOption {
  readonly name: string;
  /** Without percent-encoding. A `+` stays a plus sign: keys contain it. */
  readonly value: string;
  /** Verbatim, for kinds that forward options. */
  readonly raw: string;
}

const MAX_LENGTH = 4_096;
const MAX_OPTIONS = 64;

export function splitDestination(text: string): DestinationText {
  if (text.length > MAX_LENGTH) throw badText(`is longer than ${MAX_LENGTH} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is for control characters
  if (/[\u0000-\u0020\u007f\\#]/.test(text)) {
    throw badText('contains a blank, a control character, "\\" or "#"; write them percent-encoded');
  }
  const [, scheme = '', address = '', query] =
    /^([a-z0-9]+):\/\/([^?]*)(?:\?(.*))?$/i.exec(text) ?? [];
  if (scheme === '') throw badText('must have the form scheme://address?options');
  if (address.includes('@'))
    throw badText('must not contain a user name or password before the host');
  const parts = (query ?? '').split('&').filter((part) => part !== '');
  if (parts.length > MAX_OPTIONS) throw badText(`has more than ${MAX_OPTIONS} options`);
  return { scheme: scheme.toLowerCase(), address, options: parts.map(optionOf) };
}

/** Undefined if the percent-encoding is invalid. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function badText(problem: string): DestinationError {
  return new DestinationError(`the destination ${problem}`, { isPermanent: true });
}

function optionOf(part: string): DestinationOption {
  const at = part.indexOf('=');
  const [rawName, rawValue] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  const name = percentDecoded(rawName);
  if (name === undefined || name === '') throw badText('has an option without a readable name');
  const value = percentDecoded(rawValue);
  if (value === undefined)
    throw badText(`has an invalid percent-encoding in the option "${shown(name)}"`);
  return { name, value, raw: part };
}

/** Limits the length of user input in messages. */
export function shown(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
