import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import { parseMetadata } from 'mmdb-lib/lib/metadata.js';
import type { GeoipGroup } from '../../catalogs/fields/field-entry.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { readRecord } from './geoip-record.ts';

/** An MMDB file in memory. */
export interface GeoipFile {
  /** Differs if the file was replaced or written to. */
  readonly identity: string;
  /** As the file names itself, such as `GeoLite2-Country`. */
  readonly type: string;
  readonly builtAt: Date;
  readonly bytes: number;
  readonly groups: ReadonlySet<GeoipGroup>;
  /** What it says about an address; undefined if nothing. */
  find(address: string): Partial<GeoLocation> | undefined;
}

/** The format needs the whole file in memory, in every edge process. */
const MOST_BYTES = 1024 ** 3;

/** The metadata is within the last 128 KiB and begins with this (MaxMind DB format, version 2.0). */
const METADATA_BYTES = 128 * 1024;
const METADATA_START = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** How many decoded values of a file are kept: records, and parts that they share. */
const DECODED = 8_192;

/** The groups of fields of a file, by its type. Files of other types may have any. */
const groupsByType: readonly (readonly [type: RegExp, groups: readonly GeoipGroup[]])[] = [
  [/enterprise/i, ['country', 'city', 'network']],
  [/city|location|precision|insights/i, ['country', 'city']],
  [/country/i, ['country']],
  [/asn|isp|autonomous/i, ['network']],
  [/anonymous|proxy|tor\b|domain|connection/i, []],
];

function groupsOfType(type: string): ReadonlySet<GeoipGroup> {
  const known = groupsByType.filter(([pattern]) => pattern.test(type));
  if (known.length === 0) return new Set(['country', 'city', 'network']);
  return new Set(known.flatMap(([, groups]) => groups));
}

/** Other files are refused, because opening a named pipe would wait for a writer. */
function regular(stats: Stats): Stats {
  if (!stats.isFile()) throw unusable('it is not a regular file');
  return stats;
}

export async function identityOf(path: string): Promise<string> {
  const { ino, size, mtimeMs } = regular(await stat(path));
  return `${ino}:${size}:${mtimeMs}`;
}

export async function openGeoipFile(path: string): Promise<GeoipFile> {
  const identity = await identityOf(path);
  const content = await readContent(path);
  try {
    const reader = new Reader<Response>(content, { cache: new BoundedMap(DECODED) });
    const { metadata } = reader;
    if (metadata.searchTreeSize + 16 > content.length) throw new Error('it is truncated');
    for (const address of samples) reader.get(address);
    return {
      identity,
      type: metadata.databaseType,
      builtAt: metadata.buildEpoch,
      bytes: content.length,
      groups: groupsOfType(metadata.databaseType),
      find: finder(reader),
    };
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The end of the file is checked first: without metadata there, as in a file that is still being copied, the reader
 * would search the whole file, and block visitors meanwhile.
 */
async function readContent(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw unusable(`it has ${size} bytes, more than ${MOST_BYTES}`);
    checkMetadata(await readEnd(file, size));
    const content = await file.readFile();
    // The file may have been truncated in the meantime.
    checkMetadata(content.subarray(-METADATA_BYTES));
    return content;
  } finally {
    await file.close();
  }
}

async function readEnd(file: FileHandle, size: number): Promise<Buffer> {
  const end = Buffer.alloc(Math.min(size, METADATA_BYTES));
  const { bytesRead } = await file.read(end, 0, end.length, size - end.length);
  return end.subarray(0, bytesRead);
}

function checkMetadata(end: Buffer): void {
  if (!end.includes(METADATA_START)) throw unusable('it ends without metadata');
}

/** The groups of fields of a file, from its end only. */
export function readGeoipGroups(path: string): ReadonlySet<GeoipGroup> {
  const { size } = regular(statSync(path));
  const file = openSync(path, 'r');
  try {
    const tail = Buffer.alloc(Math.min(size, METADATA_BYTES));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return groupsOfType(parseMetadata(tail).databaseType);
  } finally {
    closeSync(file);
  }
}

/** Networks share records, so that most of them are decoded and read already. */
function finder(reader: Reader<Response>): GeoipFile['find'] {
  const locations = new WeakMap<object, Partial<GeoLocation>>();
  const isOnlyForIpv4 = reader.metadata.ipVersion === 4;
  return (address) => {
    if (isOnlyForIpv4 && address.includes(':')) return undefined;
    const record = reader.get(address);
    if (!record) return undefined;
    const known = locations.get(record);
    if (known) return known;
    const location = readRecord(record);
    locations.set(record, location);
    return location;
  };
}

/** Addresses in all parts of the tree: a damaged file fails for some of them. */
const samples: readonly string[] = Array.from({ length: 256 }, (_, n) => `${n}.${255 - n}.1.1`);

const unusable = (problem: string) =>
  new PalisadeError('geoip_file', `the file is not a usable MMDB file: ${problem}`);
