import { isIP } from 'node:net';
import { parseAddress } from '../kernel/ip.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { OutboundRules } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';

const MAX_URL_LENGTH = 8_192;

/** Ports of public web servers: the defaults and the usual alternatives. */
const usualPorts: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443']);

const defaultPorts: ReadonlySet<string> = new Set(['', '80', '443']);

/** Why a target is accepted only if the operator lists its address. */
export type ListedOnlyReason = 'tls_required' | 'port_refused' | 'downgrade_refused';

const explanations: Record<ListedOnlyReason, string> = {
  tls_required: 'plain http:// is',
  port_refused: 'an unusual port is',
  downgrade_refused: 'a redirect from https:// to http:// is',
};

/**
 * Parses a URL of a user. Stricter than browsers, which repair blanks, control characters, backslashes and a
 * missing `//`. These are refused here, since two parsers may repair them differently.
 */
export function parseUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw invalidUrl(`is longer than ${MAX_URL_LENGTH} characters`);
  if (!/^https?:\/\/[^/]/i.test(text)) throw invalidUrl('must start with http:// or https://');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is for control characters
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    throw invalidUrl('contains blanks or control characters');
  if (!URL.canParse(text)) throw invalidUrl('cannot be parsed');
  return checkShape(new URL(text));
}

/** Rules for every URL, also for targets of redirects. */
export function checkShape(url: URL): URL {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidUrl('must start with http:// or https://');
  }
  // `https://bank.test@evil.test/` misleads people, and user info would appear in logs.
  if (url.username || url.password) throw invalidUrl('must not contain a user name or password');
  if (url.port === '0') throw invalidUrl('has no usable port');
  if (/(^|\.)\.|^\.?$/.test(url.hostname)) throw invalidUrl('has an empty label in its host name');
  return url;
}

/** The checks that need no DNS: of literal addresses and `localhost`. */
export function checkLiteral(
  url: URL,
  policy: AddressPolicy,
  reason: ListedOnlyReason | undefined,
): void {
  const address = literalAddress(url);
  if (address === undefined) {
    if (reason && !policy.hasList) throw listedOnly(url, reason);
    return;
  }
  const verdict = policy.judge(address);
  if (verdict === 'refused') throw addressRefused(url);
  if (reason && verdict !== 'listed') throw listedOnly(url, reason);
}

export function listedOnlyReason(
  url: URL,
  rules: OutboundRules,
  cameFromTls = false,
): ListedOnlyReason | undefined {
  const plain = url.protocol === 'http:';
  if (plain && rules.requireTls) return 'tls_required';
  if (plain && cameFromTls) return 'downgrade_refused';
  if (rules.defaultPortsOnly && !defaultPorts.has(url.port)) return 'port_refused';
  return rules.usualPortsOnly && !isUsualPort(url, rules) ? 'port_refused' : undefined;
}

function isUsualPort({ port }: URL, { furtherPorts = [] }: OutboundRules): boolean {
  return usualPorts.has(port) || furtherPorts.includes(Number(port));
}

/** The literal address in a URL, or loopback for `localhost` and names below it (RFC 6761). */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return parseAddress(host)?.toString() ?? host;
  return /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : undefined;
}

export function addressRefused(url: URL): OutboundError {
  const what = literalAddress(url) === undefined ? 'resolves to' : 'is';
  const hint = 'the operator can permit it with PALISADE_OUTBOUND_ALLOW';
  return new OutboundError('address_refused', `${url.host} ${what} a private address; ${hint}`);
}

export function listedOnly(url: URL, reason: ListedOnlyReason): OutboundError {
  const where = 'only allowed to addresses in PALISADE_OUTBOUND_ALLOW';
  return new OutboundError(reason, `${url.origin}: ${explanations[reason]} ${where}`);
}

function invalidUrl(problem: string): OutboundError {
  return new OutboundError('invalid_url', `the URL ${problem}`);
}
