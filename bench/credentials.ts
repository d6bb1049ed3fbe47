/** The credential store with ten million pairs: cost of an import and of a lookup, and the false positive rate. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openCredentialStores } from '../src/detectors/credentials/credential-folder.ts';
import type { CredentialStore, Login } from '../src/detectors/credentials/credential-store.ts';
import type { ImportFormat, ImportReport } from '../src/tools/credentials/credentials-import.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';

const PAIRS = 10_000_000;
const SET_PAIRS = 1_000_000;
const LOOKUPS = 200_000;
const MOST_NANOSECONDS = 2_000;
const MOST_BYTES = 16;

const CHILD = fileURLToPath(
  new URL('../src/tools/credentials/fixtures/import-child.ts', import.meta.url),
);

/** Different for every number. */
const loginOf = (number: number): Login => ({
  username: `user${number}@mail${number % 997}.example`,
  password: `${(Math.imul(number, 0x9e3779b1) >>> 0).toString(36)}-${number % 89}`,
});

/** Strings as a socket delivers them: flat, not slices or concatenations of others. */
function received({ username, password }: Login): Login {
  const flat = (text: string) => Buffer.from(text).toString('latin1');
  return { username: flat(username), password: flat(password) };
}

const loginsAt = (number: (index: number) => number): Login[] =>
  Array.from({ length: LOOKUPS }, (_, index) => received(loginOf(number(index))));

function writeList(path: string, pairs: number): void {
  const descriptor = openSync(path, 'w');
  const lines: string[] = [];
  for (let number = 0; number < pairs; number++) {
    const { username, password } = loginOf(number);
    lines.push(`${username}:${password}\n`);
    if (lines.length === 50_000) writeSync(descriptor, lines.splice(0).join(''));
  }
  writeSync(descriptor, lines.join(''));
  closeSync(descriptor);
}

/** In a separate process, so that its memory is only that of the import. */
function runImport(folder: string, name: string, file: string, format?: ImportFormat) {
  const start = performance.now();
  const options = JSON.stringify({ folder, name, files: [file], format });
  const output = execFileSync(process.execPath, [CHILD, options], { encoding: 'utf8' });
  const report = JSON.parse(output) as ImportReport & { peakBytes: number };
  return { ...report, seconds: (performance.now() - start) / 1000 };
}

/** Nanoseconds per lookup. */
function timeOf(has: (login: Login) => boolean, logins: readonly Login[], expected: boolean) {
  let found = 0;
  const start = performance.now();
  for (const login of logins) if (has(login)) found += 1;
  const time = ((performance.now() - start) * 1e6) / logins.length;
  if (found !== (expected ? logins.length : 0)) throw new Error(`${found} were found`);
  return time;
}

/** Medians of nine interleaved rounds, so that other load on the machine affects all measurements alike. */
function inTurns(measurements: readonly (() => number)[]): number[] {
  usedHeap();
  const rounds = Array.from({ length: 11 }, () => measurements.map((measure) => measure()));
  return measurements.map((_, index) => median(rounds.slice(2).map((round) => round[index] ?? 0)));
}

function countFalse(store: CredentialStore): number {
  let found = 0;
  for (let number = PAIRS; number < 2 * PAIRS; number++) {
    const { username, password } = loginOf(number);
    if (store.hasPair(username, password)) found += 1;
  }
  return found;
}

const anywhere = () => Math.floor(Math.random() * PAIRS);
const pairOf = (store: CredentialStore) => (login: Login) =>
  store.hasPair(login.username, login.password);

async function measureStore(folder: string, name: string): Promise<readonly Figure[]> {
  const start = performance.now();
  const memory = await openCredentialStores(folder);
  const opening = performance.now() - start;
  if (memory.opened[0]?.name !== name) throw new Error('the store did not open');
  const hits = loginsAt(anywhere);
  const misses = loginsAt((index) => PAIRS + index);
  const [hit = 0, miss = 0] = inTurns([
    () => timeOf(pairOf(memory.store), hits, true),
    () => timeOf(pairOf(memory.store), misses, false),
  ]);
  const wrong = countFalse(memory.store);
  memory.close();
  const pages = await openCredentialStores(folder, { memoryBytes: 0 });
  const few = hits.slice(0, 20_000);
  const [paged = 0] = inTurns([() => timeOf(pairOf(pages.store), few, true)]);
  pages.close();
  return [
    { what: 'open into memory', value: opening, unit: 'ms' },
    { what: 'lookup, hit', value: hit, unit: 'ns' },
    { what: 'lookup, miss', value: miss, unit: 'ns' },
    {
      what: '2 µs ÷ the slower one',
      value: MOST_NANOSECONDS / Math.max(hit, miss),
      unit: '×',
      floor: 1,
    },
    { what: 'lookup in pages of the system cache, hit', value: paged, unit: 'ns' },
    { what: `false positives in ${PAIRS.toLocaleString('en')} misses`, value: wrong, unit: '' },
    {
      what: 'false positives left until 1 in a million',
      value: PAIRS / 1e6 - wrong,
      unit: '',
      floor: 1,
    },
  ];
}

/** Lists of password hashes need one more hash per lookup. The whole line serves as a password here. */
async function measurePasswords(folder: string, file: string): Promise<readonly Figure[]> {
  runImport(folder, 'passwords', file, 'passwords');
  const stores = await openCredentialStores(folder);
  const { store } = stores;
  const line = ({ username, password }: Login) => ({
    username,
    password: `${username}:${password}`,
  });
  const hits = loginsAt(anywhere).map((login) => received(line(login)));
  const misses = loginsAt((index) => PAIRS + index);
  const [hit = 0, miss = 0] = inTurns([
    () => timeOf(({ password }) => store.hasPassword(password), hits, true),
    () => timeOf(({ password }) => store.hasPassword(password), misses, false),
  ]);
  stores.close();
  return [
    { what: 'lookup of a password, hit', value: hit, unit: 'ns' },
    { what: 'lookup of a password, miss', value: miss, unit: 'ns' },
    {
      what: '2 µs ÷ the slower one',
      value: MOST_NANOSECONDS / Math.max(hit, miss),
      unit: '×',
      floor: 1,
    },
  ];
}

/** Heap in use after a garbage collection. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** Compares with a plain Set of strings, which needs more memory. */
async function compareWithSet(folder: string, file: string): Promise<readonly Figure[]> {
  writeList(file, SET_PAIRS);
  runImport(folder, 'small', file);
  const stores = await openCredentialStores(folder);
  const bytes = (stores.opened[0]?.bytes ?? 0) / SET_PAIRS;
  const before = usedHeap();
  const set = new Set<string>();
  for (let number = 0; number < SET_PAIRS; number++) {
    const { username, password } = received(loginOf(number));
    set.add(Buffer.from(`${username}\0${password}`).toString('latin1'));
  }
  const setBytes = (usedHeap() - before) / SET_PAIRS;
  const logins = loginsAt(() => Math.floor(Math.random() * SET_PAIRS));
  const [theirs = 1, ours = 0] = inTurns([
    () => timeOf(({ username, password }) => set.has(`${username}\0${password}`), logins, true),
    () => timeOf(pairOf(stores.store), logins, true),
  ]);
  stores.close();
  return [
    { what: 'Set of 1 M strings: bytes per entry', value: setBytes, unit: 'bytes' },
    { what: 'the same ÷ store', value: setBytes / bytes, unit: '×' },
    { what: 'Set of 1 M strings: hit, clear text', value: theirs, unit: 'ns' },
    { what: 'store of 1 M ÷ Set, time of a hit', value: ours / theirs, unit: '×' },
  ];
}

export const credentials: Benchmark = {
  name: 'credentials',
  what: 'import of 10 M pairs, lookups and false positives; compared with a Set of strings',
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'palisade-bench-'));
    try {
      const file = join(home, 'list');
      const folder = join(home, 'large');
      writeList(file, PAIRS);
      const { seconds, entries, bytes, peakBytes } = runImport(folder, 'large', file);
      if (entries !== PAIRS) throw new Error(`${entries} entries were imported`);
      const figures = [
        { what: 'import of 10 M pairs', value: seconds, unit: 's' },
        { what: 'lines', value: PAIRS / seconds, unit: '/s' },
        { what: 'peak memory', value: peakBytes / 1024 ** 2, unit: 'MiB' },
        { what: 'size of the file', value: bytes / PAIRS, unit: 'bytes/entry' },
        { what: '16 bytes ÷ size', value: (MOST_BYTES * PAIRS) / bytes, unit: '×', floor: 1 },
        ...(await measureStore(folder, 'large')),
        ...(await measurePasswords(join(home, 'passwords'), file)),
      ];
      return [...figures, ...(await compareWithSet(join(home, 'small'), file))];
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};
