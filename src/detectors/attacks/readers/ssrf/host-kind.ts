import {
  aliasSuffixes,
  loopbackNames,
  metadataAddresses,
  metadataNames,
  privateNames,
} from '../../../../catalogs/attacks/words/internal-hosts.ts';
import { cidrContains, parseAddress, parseCidr } from '../../../../kernel/ip.ts';
import { ipv4Address } from './ipv4-notations.ts';

export type HostKind = 'metadata' | 'loopback' | 'private' | 'public';

export interface Host {
  readonly kind: HostKind;
  /** Whether it is written so that filters do not recognise it. */
  readonly isDisguised: boolean;
  /** Whether it is a public name that leads to an internal address. */
  readonly isAlias: boolean;
  /** Whether it is an address and no name. */
  readonly isAddress: boolean;
}

const ranges = (
  [
    ['loopback', ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']],
    [
      'private',
      [
        '10.0.0.0/8',
        '172.16.0.0/12',
        '192.168.0.0/16',
        '169.254.0.0/16',
        '100.64.0.0/10',
        'fc00::/7',
        'fe80::/10',
      ],
    ],
  ] as const
).flatMap(([kind, texts]) => texts.map((text) => ({ kind, cidr: parseCidr(text) })));

const services: ReadonlySet<string> = new Set(metadataAddresses);
const serviceNames: ReadonlySet<string> = new Set(metadataNames);
const loopback: ReadonlySet<string> = new Set(loopbackNames);
/** Carry an IPv4 address in their last 32 bits. */
const EMBEDDING = /^(?:::ffff:(?:0:)?|64:ff9b::|::)([\da-f]{1,4}):([\da-f]{1,4})$/;

/** What a host in a URL is; `text` is a byte string without port and user. */
export function hostKind(text: string): Host {
  const ascii = normalised(text);
  const isOdd = ascii !== text.toLowerCase();
  const name = ascii.replace(/\.$/, '');
  if (name.startsWith('[')) return ipv6Host(name.replace(/^\[|\](?:.*)$/g, ''), isOdd);
  const address = ipv4Address(name);
  if (address) {
    const isDisguised = address.isDisguised || isOdd;
    return {
      kind: addressKind(dotted(address.bits)),
      isDisguised,
      isAlias: false,
      isAddress: true,
    };
  }
  return { ...namedHost(name), isDisguised: isOdd, isAddress: false };
}

/** The name that resolvers look up (UTS 46): other scripts of digits, letters and dots become ASCII. */
function normalised(text: string): string {
  const lower = text.toLowerCase();
  if (!/[\x80-\xff]/.test(lower)) return lower;
  const unicode = Buffer.from(text, 'latin1')
    .toString()
    .normalize('NFKC')
    .replace(/\u3002/g, '.');
  return Buffer.from(unicode.toLowerCase()).toString('latin1');
}

function ipv6Host(written: string, isOdd: boolean): Host {
  const [text = ''] = written.split('%', 1);
  const [, high, low] = EMBEDDING.exec(text) ?? [];
  const mapped =
    high === undefined
      ? undefined
      : Number.parseInt(high, 16) * 65536 + Number.parseInt(low ?? '', 16);
  const kind = addressKind(mapped === undefined || mapped < 65536 ? text : dotted(mapped));
  const isMapped = mapped !== undefined || (text.includes('.') && text.includes(':'));
  return { kind, isDisguised: isOdd || isMapped, isAlias: false, isAddress: true };
}

function addressKind(text: string): HostKind {
  if (services.has(text)) return 'metadata';
  const address = parseAddress(text);
  if (address === undefined) return 'public';
  if (services.has(address.toString())) return 'metadata';
  return ranges.find(({ cidr }) => cidr && cidrContains(cidr, address))?.kind ?? 'public';
}

function namedHost(name: string): Pick<Host, 'kind' | 'isAlias'> {
  if (serviceNames.has(name)) return { kind: 'metadata', isAlias: false };
  if (loopback.has(name) || name.endsWith('.localhost'))
    return { kind: 'loopback', isAlias: false };
  const isPrivate = privateNames.some((known) =>
    known.startsWith('.') ? name.endsWith(known) : name === known,
  );
  if (isPrivate) return { kind: 'private', isAlias: false };
  const alias = aliasSuffixes.find((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  if (alias === undefined) return { kind: 'public', isAlias: false };
  return { kind: aliasKind(name.slice(0, -alias.length)), isAlias: true };
}

/** The address in a name such as `10.0.0.1.nip.io`, `app-127-0-0-1.sslip.io` or `7f000001.nip.io`. */
function aliasKind(name: string): HostKind {
  const [, dashed] = /(?:^|[.-])(\d{1,3}(?:[.-]\d{1,3}){3})\.?$/.exec(name) ?? [];
  if (dashed !== undefined) return addressKind(dashed.replaceAll('-', '.'));
  const [, hex] = /(?:^|[.-])([\da-f]{8})\.$/.exec(name) ?? [];
  if (hex !== undefined) return addressKind(dotted(Number.parseInt(hex, 16)));
  return 'loopback';
}

const dotted = (bits: number): string =>
  [bits / 16777216, bits / 65536, bits / 256, bits].map((part) => Math.floor(part) % 256).join('.');
