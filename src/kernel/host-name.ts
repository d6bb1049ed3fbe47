import { parseAddress } from './ip.ts';

const LABEL = '[a-z0-9_](?:[-a-z0-9_]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`, 'i');
/** The last label of a name is never a number: `256.1.1.1` is a mistyped address, `0x7f` an obfuscated one. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;

/** Names of one label and underscores are common inside private networks. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && HOST_NAME.test(text) && !ENDS_IN_NUMBER.test(text);
}

/** A valid host name or address of an origin. */
export function isHost(text: string): boolean {
  return isHostName(text) || isAddress(text);
}

/** An address with a zone id (`fe80::1%eth0`) is valid only on one machine and cannot be used in a URL. */
function isAddress(text: string): boolean {
  return !text.includes('%') && parseAddress(text) !== undefined;
}

/** A value of a Host header: a host with an optional port. */
export function isHostHeader(text: string): boolean {
  const [, bracketed, plain = '', port] =
    /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isKnownHost =
    bracketed === undefined ? isHost(plain) : bracketed.includes(':') && isHost(bracketed);
  return isKnownHost && (port === undefined || (Number(port) > 0 && Number(port) <= 65_535));
}

const TOKEN = /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/;

/** A header name, RFC 9110 section 5.1. */
export function isHeaderName(text: string): boolean {
  return TOKEN.test(text);
}

/** A header value, RFC 9110 section 5.5, without characters that could end the line. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** The host that an authority (`Host`, `:authority`) names, in one spelling: lower case, no port, no trailing dot. */
export function normalHost(authority: string): string {
  const colon = authority.endsWith(']') ? -1 : authority.lastIndexOf(':');
  const name = colon === -1 ? authority : authority.slice(0, colon);
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

/** Whether a host is a domain itself or below it. Both are in lower case. */
export function isHostOf(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
