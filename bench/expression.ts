/** The expression engine compared with the same test written by hand, and inputs whose cost could explode. */
import { fields } from '../src/catalogs/fields/fields.ts';
import {
  type Accessors,
  compileExpression,
  createScheme,
  type IpValue,
  parseExpression,
  parseIp,
  type Value,
} from '../src/expression/expression.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';

interface BenchRequest {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly ip: IpValue;
  readonly port: number;
}

const getters: Record<string, (request: BenchRequest) => Value> = {
  'http.host': (request) => request.host,
  'http.request.method': (request) => request.method,
  'http.request.uri.path': (request) => request.path,
  'ip.src': (request) => request.ip,
  'cf.edge.server_port': (request) => request.port,
};

const accessors: Accessors<BenchRequest> = {
  field: (name) => getters[name],
  list: () => undefined,
};
const scheme = createScheme({ fields });

const FIVE_CLAUSES =
  'http.host eq "shop.example.com" and http.request.method in {"GET" "POST"} and ' +
  'http.request.uri.path contains "/admin" and ip.src in {203.0.113.0/24 198.51.100.0/24} and ' +
  'not cf.edge.server_port in {8000..8999}';

/** The same rule as hand-written code. */
function handWritten({ host, method, path, ip, port }: BenchRequest): boolean {
  return (
    host === 'shop.example.com' &&
    (method === 'GET' || method === 'POST') &&
    path.includes('/admin') &&
    ip.family === 4 &&
    ((ip.d >= 0xcb007100 && ip.d <= 0xcb0071ff) || (ip.d >= 0xc6336400 && ip.d <= 0xc63364ff)) &&
    !(port >= 8000 && port <= 8999)
  );
}

/** Most requests pass all clauses, which is the expensive case. */
function requests(): readonly BenchRequest[] {
  return Array.from({ length: 64 }, (_, index) => ({
    host: received(index % 16 === 0 ? 'other.example.com' : 'shop.example.com'),
    method: index % 3 === 0 ? 'POST' : 'GET',
    path: received(index % 8 === 1 ? `/public/${index}` : `/shop/admin/${index}`),
    ip: parseIp(`203.0.${index % 5 === 0 ? 114 : 113}.${index}`) ?? fail(),
    port: index % 7 === 0 ? 8443 : 443,
  }));
}

/** A string as a socket delivers it, not an interned one. */
function received(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function fail(): never {
  throw new Error('no address');
}

/** Evaluations per second of one thread. */
function rate(test: (request: BenchRequest) => boolean, over: readonly BenchRequest[]): number {
  const rounds = 20_000;
  let matched = 0;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    for (const request of over) if (test(request)) matched += 1;
  }
  const seconds = (performance.now() - start) / 1000;
  if (matched === 0) throw new Error('nothing matched');
  return (rounds * over.length) / seconds;
}

function fiveClauses(): readonly Figure[] {
  const over = requests();
  const compiled = compileExpression(parseExpression(FIVE_CLAUSES, scheme), accessors);
  if (over.some((request) => compiled(request) !== handWritten(request))) {
    throw new Error('the expression and the test written by hand differ');
  }
  const rounds = Array.from({ length: 13 }, () => {
    const theirs = rate(handWritten, over);
    return { theirs, ours: rate(compiled, over) };
  }).slice(2);
  const theirs = median(rounds.map((round) => round.theirs));
  const ours = median(rounds.map((round) => round.ours));
  const ratio = median(rounds.map((round) => round.ours / round.theirs));
  return [
    { what: 'written by hand', value: theirs, unit: '/s' },
    { what: 'five clauses', value: ours, unit: '/s', floor: 3_000_000 },
    { what: 'five clauses ÷ written by hand', value: ratio, unit: '×', floor: 0.5 },
  ];
}

/** Median milliseconds of 21 runs. */
function milliseconds(run: () => unknown): number {
  const times = Array.from({ length: 21 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

function compileLong(): Figure {
  const clause = (index: number) => `http.request.uri.path contains "/some/path/${index}"`;
  let text = clause(0);
  for (let index = 1; text.length + 60 < 4096; index++) text += ` or ${clause(index)}`;
  const time = milliseconds(() => compileExpression(parseExpression(text, scheme), accessors));
  return { what: `parse and compile ${text.length} characters`, value: time, unit: 'ms' };
}

/** With many rules V8 can no longer inline through the closures: the lower bound of the rate above. */
function thousandRules(): readonly Figure[] {
  const rules = Array.from({ length: 1000 }, (_, index) => {
    const text = `http.host eq "shop${index}.example.com" and http.request.uri.path contains "/p${index}" or ip.src in {192.0.2.${index % 256}}`;
    return compileExpression(parseExpression(text, scheme), accessors);
  });
  const over = requests();
  const time = milliseconds(() => {
    if (over.some((request) => rules.some((rule) => rule(request)))) throw new Error('matched');
  });
  const compiled = compileExpression(parseExpression(FIVE_CLAUSES, scheme), accessors);
  const among = median(Array.from({ length: 7 }, () => rate(compiled, over)));
  return [
    { what: '1,000 rules, none matching', value: (time / over.length) * 1000, unit: 'µs/request' },
    { what: 'five clauses, after those', value: among, unit: '/s', floor: 3_000_000 },
  ];
}

function regexGrowth(): readonly Figure[] {
  const tree = parseExpression('http.request.uri.path matches "(a+)+$"', scheme);
  const compiled = compileExpression(tree, accessors);
  const [base] = requests();
  const time = (kilobytes: number) => {
    const request = { ...(base ?? fail()), path: `${'a'.repeat(kilobytes * 1024)}b` };
    return milliseconds(() => compiled(request));
  };
  time(100);
  const times = [12.5, 25, 50, 100].map((size) => ({ size, value: time(size) }));
  const [, , half, whole] = times.map(({ value }) => value);
  return [
    ...times.map(({ size, value }) => ({ what: `(a+)+$ on ${size} KB`, value, unit: 'ms' })),
    { what: 'time of 100 KB ÷ 50 KB (linear: 2)', value: (whole ?? 0) / (half ?? 1), unit: '×' },
    {
      what: '3 × 50 KB ÷ 100 KB (linear: 1.5)',
      value: ((half ?? 0) * 3) / (whole ?? 1),
      unit: '×',
      floor: 1,
    },
  ];
}

export const expression: Benchmark = {
  name: 'expression',
  what: 'compiled expressions ÷ the same test written by hand',
  async run() {
    return [...fiveClauses(), compileLong(), ...thousandRules(), ...regexGrowth()];
  },
};
