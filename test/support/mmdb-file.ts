import { writeFileSync } from 'node:fs';
import { parseCidr } from '../../src/kernel/ip.ts';

/** Networks with their data in an MMDB file. Later networks must not contain earlier ones. */
export type MmdbNetworks = Readonly<Record<string, object>>;

/** Writes a file in the MaxMind DB format, version 2.0: a search tree, the data, and metadata. */
export function writeMmdb(path: string, type: string, networks: MmdbNetworks): void {
  writeFileSync(path, mmdbOf(type, networks));
}

type Node = [Branch, Branch];
type Branch = Node | { readonly data: number } | undefined;

export function mmdbOf(type: string, networks: MmdbNetworks): Buffer {
  const root: Node = [undefined, undefined];
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, record] of Object.entries(networks)) {
    insert(root, bitsOf(network), { data: size });
    const encoded = encode(record);
    data.push(encoded);
    size += encoded.length;
  }
  const nodes: Node[] = [];
  const number = (node: Node) => {
    nodes.push(node);
    for (const branch of node) if (Array.isArray(branch)) number(branch);
  };
  number(root);
  const positions = new Map(nodes.map((node, n) => [node, n]));
  const pointer = (branch: Branch): number => {
    if (branch === undefined) return nodes.length;
    return Array.isArray(branch) ? (positions.get(branch) ?? 0) : nodes.length + 16 + branch.data;
  };
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_760_000_000,
    database_type: type,
    description: { en: 'For tests' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 32,
  };
  return Buffer.concat([
    ...nodes.flat().map((branch) => uint32(pointer(branch))),
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ]);
}

/** IPv4 networks are below `::/96`. */
function bitsOf(network: string): number[] {
  const cidr = parseCidr(network);
  if (!cidr) throw new Error(`${network} is not a network`);
  const [address, bits] = cidr;
  const all = address.toByteArray().flatMap((byte) => [...byte.toString(2).padStart(8, '0')]);
  const prefix = address.kind() === 'ipv4' ? Array<number>(96).fill(0) : [];
  return [...prefix, ...all.slice(0, bits).map(Number)];
}

function insert(root: Node, bits: readonly number[], leaf: { readonly data: number }): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit as 0 | 1];
    const child: Node = Array.isArray(next) ? next : [next, next];
    node[bit as 0 | 1] = child;
    node = child;
  }
  node[bits.at(-1) as 0 | 1] = leaf;
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Text, doubles, integers, booleans, arrays and maps. */
function encode(value: unknown): Buffer {
  if (typeof value === 'string') return sized(2, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === 'boolean') return sized(14, Number(value), Buffer.alloc(0));
  if (typeof value === 'number' && Number.isInteger(value)) return sized(6, 4, uint32(value));
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return sized(3, 8, bytes);
  }
  if (Array.isArray(value)) return sized(11, value.length, Buffer.concat(value.map(encode)));
  const entries = Object.entries(value as object);
  return sized(7, entries.length, Buffer.concat(entries.flat().map(encode)));
}

/** The control byte; types above 7 have a second byte, sizes from 29 on a further one. */
function sized(type: number, size: number, content: Buffer): Buffer {
  if (size >= 29 + 256) throw new Error('too long for a test');
  const kind = type > 7 ? 0 : type;
  const more = size >= 29 ? [size - 29] : [];
  const extended = type > 7 ? [type - 7] : [];
  return Buffer.concat([
    Buffer.from([(kind << 5) | Math.min(size, 29), ...extended, ...more]),
    content,
  ]);
}
