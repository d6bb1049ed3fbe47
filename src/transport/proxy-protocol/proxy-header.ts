import { parseAddress } from '../../kernel/ip.ts';
import type { Prefix } from '../prefix-reader.ts';

/** Addresses of the client's connection to the load balancer. */
export interface ProxyAddresses {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
}

export interface ProxyHeader {
  /** Bytes of the header. */
  readonly length: number;
  /** Undefined for connections of the load balancer itself, such as health checks, and if the header has no addresses. */
  readonly addresses: ProxyAddresses | undefined;
}

/** The connection does not begin with a valid PROXY header. */
export class ProxyHeaderError extends Error {}

const TEXT_PREFIX = Buffer.from('PROXY ');
/** The longest line that the specification allows: `PROXY UNKNOWN` with two IPv6 addresses and their ports. */
const MAX_TEXT_BYTES = 107;

const BINARY_PREFIX = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const BINARY_HEAD_BYTES = 16;
/** Far more than addresses and the usual extensions need. */
const MAX_BINARY_BYTES = 2_048;

const LOCAL = 0x20;
const PROXY = 0x21;

/** Bytes of one address, by family and transport protocol; 0 if the addresses are ignored. */
const addressBytes: Readonly<Record<number, number>> = {
  0: 0, // unspecified
  17: 4, // TCP over IPv4
  33: 16, // TCP over IPv6
  49: 0, // stream over a Unix socket
};

/** Parses a header of the PROXY protocol, version 1 or 2. Undefined while it is incomplete. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  if (startsWith(bytes, TEXT_PREFIX)) return parseText(bytes);
  if (startsWith(bytes, BINARY_PREFIX)) return parseBinary(bytes);
  throw new ProxyHeaderError('not a PROXY header of version 1 or 2');
}

/** The same as a parser for `PrefixReader`. */
export function readProxyHeader(
  bytes: Buffer,
): Prefix<ProxyAddresses | undefined> | 'refused' | undefined {
  try {
    const header = parseProxyHeader(bytes);
    return header && { value: header.addresses, length: header.length };
  } catch (error) {
    if (!(error instanceof ProxyHeaderError)) throw error;
    return 'refused';
  }
}

/** Whether the bytes received so far match the prefix. */
function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  const length = Math.min(bytes.length, prefix.length);
  return bytes.compare(prefix, 0, length, 0, length) === 0;
}

/** Version 1: `PROXY TCP4 192.0.2.1 192.0.2.2 56324 443` and a line end. */
function parseText(bytes: Buffer): ProxyHeader | undefined {
  const text = bytes.toString('latin1', 0, MAX_TEXT_BYTES);
  const end = text.indexOf('\r\n');
  if (end === -1) {
    if (text.length === MAX_TEXT_BYTES) throw new ProxyHeaderError('the line is too long');
    return undefined;
  }
  const line = text.slice(0, end);
  return { length: end + 2, addresses: addressesOfLine(line) };
}

function addressesOfLine(line: string): ProxyAddresses | undefined {
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return undefined;
  const match = /^PROXY (TCP4|TCP6) ([\da-fA-F.:]+) ([\da-fA-F.:]+) (\d{1,5}) (\d{1,5})$/.exec(
    line,
  );
  if (!match) throw new ProxyHeaderError('malformed line');
  const [, family, remote = '', local = '', remotePort = '', localPort = ''] = match;
  return {
    remoteAddress: addressOf(remote, family === 'TCP6'),
    remotePort: portOf(remotePort),
    localAddress: addressOf(local, family === 'TCP6'),
    localPort: portOf(localPort),
  };
}

function addressOf(text: string, isVersion6: boolean): string {
  const address = text.includes(':') === isVersion6 ? parseAddress(text) : undefined;
  if (!address) throw new ProxyHeaderError('invalid address');
  return address.toString();
}

function portOf(text: string): number {
  const port = Number(text);
  if (port > 0xffff || String(port) !== text) throw new ProxyHeaderError('invalid port');
  return port;
}

/** Version 2: a fixed head, two addresses with their ports, and extensions, which are ignored. */
function parseBinary(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length < BINARY_HEAD_BYTES) return undefined;
  const command = bytes.readUInt8(12);
  const size = addressBytes[bytes.readUInt8(13)];
  const rest = bytes.readUInt16BE(14);
  const length = BINARY_HEAD_BYTES + rest;
  if (command !== LOCAL && command !== PROXY) throw new ProxyHeaderError('unknown command');
  if (length > MAX_BINARY_BYTES) throw new ProxyHeaderError('the header is too long');
  // LOCAL: a connection of the load balancer itself. Its addresses are ignored.
  if (command === LOCAL || size === 0) {
    return bytes.length < length ? undefined : { length, addresses: undefined };
  }
  if (size === undefined) throw new ProxyHeaderError('unknown address family');
  if (rest < 2 * size + 4) throw new ProxyHeaderError('the addresses are truncated');
  return bytes.length < length ? undefined : { length, addresses: binaryAddresses(bytes, size) };
}

function binaryAddresses(bytes: Buffer, size: number): ProxyAddresses {
  const local = BINARY_HEAD_BYTES + size;
  const ports = local + size;
  return {
    remoteAddress: binaryAddress(bytes.subarray(BINARY_HEAD_BYTES, local)),
    remotePort: bytes.readUInt16BE(ports),
    localAddress: binaryAddress(bytes.subarray(local, ports)),
    localPort: bytes.readUInt16BE(ports + 2),
  };
}

function binaryAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = bytes.toString('hex').replace(/(.{4})(?!$)/g, '$1:');
  return addressOf(groups, true);
}
