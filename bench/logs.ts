/** The processing of lines by log push, from the stored batch to the compressed body, compared with `jq` and the same selection. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compressPayload, decodePayload } from '../src/bus/embedded/stored-payload.ts';
import { httpRequests } from '../src/catalogs/datasets/http-requests.ts';
import { parseLogFilter } from '../src/expression/log-filter/parse-log-filter.ts';
import { openLogBatch } from '../src/logs/batches/open-log-batch.ts';
import { compileProgram } from '../src/logs/compile-program.ts';
import { schemeOf } from '../src/logs/dataset-scheme.ts';
import { compileFilter } from '../src/logs/filter/compile-filter.ts';
import { requestPayloads, ZONE } from '../src/logs/fixtures/request-lines.ts';
import type { LogBatch } from '../src/logs/log-batch.ts';
import type { LogProgram } from '../src/logs/log-program.ts';
import { resolveOutput } from '../src/logs/output/resolve-output.ts';
import { GZIP_LEVEL } from '../src/shipping/gzip-parts.ts';
import { tempFolder } from '../test/support/temp-folder.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { ensureDebianPackage } from './support/wrk.ts';

const BATCHES = 20;
const RUNS = 45;
const WARM_UP = 10;
const LINES = 1_024;

const leaf = (key: string, operator: string, value: unknown) => ({ key, operator, value });

/** Tests columns with few distinct values, and columns with a different text in each line. */
const SELECTION = {
  and: [
    leaf('EdgeResponseStatus', 'geq', 400),
    leaf('ClientRequestHost', 'in', ['www.shop.test', 'api.shop.test']),
    {
      or: [
        leaf('ClientRequestPath', 'startsWith', '/s1'),
        leaf('ClientRequestUserAgent', 'contains', 'curl'),
      ],
    },
  ],
};
const JQ_SELECTION = `select(.EdgeResponseStatus >= 400
  and (.ClientRequestHost == "www.shop.test" or .ClientRequestHost == "api.shop.test")
  and ((.ClientRequestURI | startswith("/s1")) or (.ClientRequestUserAgent | contains("curl"))))`;

const output = resolveOutput(httpRequests, {});

function programOf(where: object): LogProgram {
  return compileProgram({
    dataset: httpRequests.name,
    scope: { kind: 'zone', id: ZONE },
    filter: JSON.stringify({ where }),
    output,
    seed: 'job',
  });
}

/** Fifty filters of different kinds; each selects about a fiftieth of the lines. */
function fiftyPrograms(): readonly LogProgram[] {
  return Array.from({ length: 50 }, (_, at) => {
    const kinds = [
      leaf('ClientRequestPath', 'startsWith', `/s${at}/`),
      leaf('ClientASN', 'eq', 64_500 + (at % 40)),
      {
        and: [
          leaf('EdgeResponseStatus', 'eq', 500),
          leaf('ClientRequestHost', 'eq', 'api.shop.test'),
        ],
      },
      {
        and: [
          leaf('ClientRequestURI', 'contains', `item-${at}`),
          leaf('ClientCountry', 'in', ['us', 'de']),
        ],
      },
    ];
    return programOf(kinds[at % kinds.length] ?? SELECTION);
  });
}

type Stored = readonly Uint8Array[];

function open(payload: unknown): LogBatch {
  const batch = openLogBatch(httpRequests, { stream: 's', first: 1, payload: () => payload });
  if (!batch) throw new Error('not a batch');
  return batch;
}

/** Milliseconds of processor time. */
function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The results of each round, after some rounds to warm up. Candidates are compared within a round, because the speed of the machine
 * changes from minute to minute.
 */
function inTurns<Round>(round: () => Round): readonly Round[] {
  return Array.from({ length: RUNS + WARM_UP }, round).slice(-RUNS);
}

const processorTime = (run: () => void) => median(inTurns(() => timeOf(run)));

const perSecond = (ms: number) => (BATCHES * LINES * 1000) / ms;

function filterAlone(stored: Stored): Figure {
  const { root } = parseLogFilter(JSON.stringify({ where: SELECTION }), schemeOf(httpRequests));
  const filter = compileFilter(root);
  const payloads = stored.map(decodePayload);
  const time = processorTime(() => {
    for (const payload of payloads) {
      filter.narrow(open(payload), new Uint8Array(LINES).fill(1), LINES);
    }
  });
  const what = 'filter of six operators, with decoding its columns';
  return { what, value: perSecond(time), unit: 'lines/s', floor: 2_000_000 };
}

function wholeWay(stored: Stored): readonly Figure[] {
  const program = programOf(leaf('EdgeResponseStatus', 'lt', 600));
  const texts = stored.map((each) => program.run(open(decodePayload(each))).records.join(''));
  const compress = (text: string) => gzipSync(text, { level: GZIP_LEVEL });
  const ours = () => {
    for (const each of stored) compress(program.run(open(decodePayload(each))).records.join(''));
  };
  const theirs = () => {
    for (const text of texts) compress(objectByObject(text));
  };
  const rounds = inTurns(() => ({ ours: timeOf(ours), theirs: timeOf(theirs) }));
  const times = rounds.map((round) => round.ours);
  return [
    {
      what: `decode, filter, encode and compress all lines, median of ${RUNS} runs`,
      value: perSecond(median(times)),
      unit: 'lines/s',
    },
    // Slower runs have shared the processor with other programs.
    {
      what: 'the same in the fastest run',
      value: perSecond(Math.min(...times)),
      unit: 'lines/s',
      floor: 150_000,
    },
    {
      what: 'the same with JSON.parse and JSON.stringify for each line',
      value: perSecond(median(rounds.map((round) => round.theirs))),
      unit: 'lines/s',
    },
    {
      what: 'ours ÷ line by line, median of rounds',
      value: median(rounds.map((round) => round.theirs / round.ours)),
      unit: '×',
    },
  ];
}

function objectByObject(text: string): string {
  let selected = '';
  for (const line of text.trimEnd().split('\n')) {
    const request = JSON.parse(line);
    if (request.EdgeResponseStatus < 600) selected += `${JSON.stringify(request)}\n`;
  }
  return selected;
}

function manyPrograms(stored: Stored): readonly Figure[] {
  const programs = fiftyPrograms();
  let records = 0;
  const run = (some: readonly LogProgram[]) => () => {
    records = 0;
    for (const each of stored) {
      const batch = open(decodePayload(each));
      for (const program of some) records += program.run(batch).records.length;
    }
  };
  const [some, all] = [programs.slice(0, 4).map((program) => run([program])), run(programs)];
  const rounds = inTurns(() => {
    const four = some.reduce((sum, each) => sum + timeOf(each), 0);
    return { one: four / some.length, fifty: timeOf(all) };
  });
  const one = median(rounds.map((round) => round.one));
  const fifty = median(rounds.map((round) => round.fifty));
  const ratio = median(rounds.map((round) => round.fifty / round.one));
  return [
    { what: 'one program', value: perSecond(one), unit: 'lines/s' },
    {
      what: 'lines that fifty programs select, of all',
      value: records / (BATCHES * LINES),
      unit: '×',
    },
    { what: 'fifty programs ÷ one, median of both', value: fifty / one, unit: '×' },
    { what: 'fifty programs ÷ one, median of rounds', value: ratio, unit: '×' },
    { what: '4 × one ÷ fifty, median of rounds', value: 4 / ratio, unit: '×', floor: 1 },
  ];
}

/** Both read lines and write those that match: jq reads a file, ours reads batches of the spool. */
function besideJq(stored: Stored): readonly Figure[] {
  ensureDebianPackage('jq');
  const folder = tempFolder();
  try {
    const all = programOf(leaf('EdgeResponseStatus', 'lt', 600));
    const file = join(folder.path, 'lines.ndjson');
    writeFileSync(
      file,
      stored.flatMap((each) => all.run(open(decodePayload(each))).records).join(''),
    );
    const options = { encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
    const start = performance.now();
    const selected = execFileSync('jq', ['-c', JQ_SELECTION, file], options);
    const theirs = performance.now() - start;
    const program = programOf(SELECTION);
    let records = 0;
    const ours = processorTime(() => {
      records = 0;
      for (const each of stored) records += program.run(open(decodePayload(each))).records.length;
    });
    if (records !== selected.split('\n').length - 1) throw new Error('jq selects other lines');
    return [
      { what: 'jq', value: perSecond(theirs), unit: 'lines/s' },
      { what: 'the same selection here', value: perSecond(ours), unit: 'lines/s' },
      { what: 'ours ÷ jq', value: theirs / ours, unit: '×', floor: 5 },
    ];
  } finally {
    folder.remove();
  }
}

export const logs: Benchmark = {
  name: 'logs',
  what: 'processing of lines by log push: filter, encode, compress',
  async run() {
    const stored = requestPayloads(BATCHES, LINES).map(compressPayload);
    return [filterAlone(stored), ...wholeWay(stored), ...manyPrograms(stored), ...besideJq(stored)];
  },
};
