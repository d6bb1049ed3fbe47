import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { ColumnReader } from './column-reader.ts';
import { ColumnWriter } from './column-writer.ts';

const table = {
  text: 'text',
  number: 'number',
  json: 'json',
  someText: 'text?',
  someNumber: 'number?',
  someJson: 'json?',
} as const;

type Row = {
  readonly text: string;
  readonly number: number;
  readonly json: unknown;
  readonly someText: string | undefined;
  readonly someNumber: number | undefined;
  readonly someJson: unknown;
};

const CAPACITY = 200;

function add(writer: ColumnWriter<typeof table>, row: Row): void {
  const { values, count } = writer;
  values.text[count] = row.text;
  values.number[count] = row.number;
  values.json[count] = row.json;
  values.someText[count] = row.someText;
  values.someNumber[count] = row.someNumber;
  values.someJson[count] = row.someJson;
  writer.count += 1;
}

function read(payload: string): Row[] {
  const reader = ColumnReader.open(table, JSON.parse(payload)) ?? assert.fail('no batch');
  for (const name of Object.keys(table) as (keyof typeof table)[]) checkCoded(reader, name);
  return Array.from({ length: reader.count }, (_, row) => ({
    text: reader.values('text')?.[row] ?? assert.fail(),
    number: reader.values('number')?.[row] ?? assert.fail(),
    json: reader.values('json')?.[row],
    someText: reader.values('someText')?.[row],
    someNumber: reader.values('someNumber')?.[row],
    someJson: reader.values('someJson')?.[row],
  }));
}

/** Checks that both forms of a column have the same values. */
function checkCoded(reader: ColumnReader<typeof table>, name: keyof typeof table): void {
  const values = reader.values(name);
  const coded = reader.coded(name);
  assert.equal(coded === undefined, values === undefined);
  if (!coded) return;
  const { distinct, indexes } = coded;
  const spelled = Array.from({ length: reader.count }, (_, row) => distinct[indexes?.[row] ?? row]);
  assert.deepEqual(spelled, Array.from(values ?? []));
}

const plainRow: Row = {
  text: '',
  number: 0,
  json: null,
  someText: undefined,
  someNumber: undefined,
  someJson: undefined,
};

/** The kinds of columns in logs: one value, few values, integers of a small range, anything. */
const text = fc.oneof(
  fc.constantFrom('', 'GET', '/', '"\\\n\0', 'ä€😀', '\ud83d', '\ude00'),
  fc.string({ unit: anyCharacter }),
  fc.string({ minLength: 3, maxLength: 3, unit: fc.constantFrom('a', '\ud83d', '\ude00', '"') }),
);
const number = fc.oneof(
  fc.integer({ min: 0, max: 70 }),
  fc.integer({ min: 1_763_000_000_000, max: 1_763_000_100_000 }),
  fc.maxSafeInteger(),
  fc.double().map((value) => value + 0),
);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));

/** Columns with few distinct values, or with any value in each row. */
const column = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .array(value, { minLength: 1, maxLength: 5 })
    .chain((few) => fc.constantFrom(fc.constantFrom(...few), value));

const rows = fc
  .tuple(column(text), column(number), column(json))
  .chain(([texts, numbers, jsons]) => {
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
    const row = fc.record(
      {
        text: texts,
        number: numbers,
        json: jsons,
        someText: maybe(texts),
        someNumber: maybe(numbers),
        someJson: maybe(jsons),
      },
      { noNullPrototype: true },
    );
    return fc.array(row, { maxLength: CAPACITY, size: 'max' });
  });

describe('batches by column', () => {
  it('are read as they were written, for any values', () => {
    const writer = new ColumnWriter(table, CAPACITY);
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 2, minLength: 1 }), (batches) => {
        for (const batch of batches) {
          for (const row of batch) add(writer, row);
          assert.deepEqual(read(writer.take()), batch);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('store a repeated value once', () => {
    const writer = new ColumnWriter(table, CAPACITY);
    for (let n = 0; n < CAPACITY; n++) {
      const number = 1_763_293_016_000 + n;
      const match = n % 100 === 0 ? { someText: 'block', someJson: ['rule'] } : {};
      add(writer, { ...plainRow, text: n % 3 ? 'GET' : 'POST', number, ...match });
    }
    const payload = writer.take();
    assert.equal(payload.split('POST').length, 2);
    assert.equal(payload.split('rule').length, 2);
    // One character for the method, two for the time.
    assert.ok(payload.length < 3 * CAPACITY + 400, `${payload.length}`);
    assert.deepEqual(read(payload)[100], {
      ...plainRow,
      text: 'GET',
      number: 1_763_293_016_100,
      someText: 'block',
      someJson: ['rule'],
    });
  });

  it('can be read by readers with other columns', () => {
    const writer = new ColumnWriter({ old: 'text', same: 'number' }, 2);
    writer.values.old[0] = 'a';
    writer.values.same[0] = 1;
    writer.count = 1;
    const reader = ColumnReader.open({ same: 'number', added: 'text' }, JSON.parse(writer.take()));
    assert.deepEqual([...Array.from(reader?.values('same') ?? [])], [1]);
    assert.equal(reader?.values('added'), undefined);
  });

  it('are told apart from other payloads and other versions', () => {
    const others = [null, 'text', ['zone', 'account'], {}, { version: 2, count: 1, columns: {} }];
    for (const other of others) assert.equal(ColumnReader.open(table, other), undefined);
  });

  it('keeps numbers that are far apart in a large batch', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => row * 13);
    const writer = new ColumnWriter({ number: 'number' }, rows.length);
    for (const number of rows) writer.values.number[writer.count++] = number;
    const reader = ColumnReader.open({ number: 'number' }, JSON.parse(writer.take()));
    const { distinct, indexes } = reader?.coded('number') ?? assert.fail();
    assert.deepEqual(
      rows.map((_, row) => distinct[indexes?.[row] ?? row]),
      rows,
    );
  });
});
