import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { JobProgress, Ledger, LedgerBatch } from '../contracts/shipping/shipping-channel.ts';
import { newHexId } from '../kernel/hex-id.ts';
import type { Cursor } from './cursor.ts';
import { LEDGER_FORMAT, ledgerSchema } from './ledger-schema.ts';
import type { BatchCounts, PlannedBatch, ProgramText, RunId } from './planned-batch.ts';

/** Delivered or dropped batches that are kept per job, for the first report after a start. */
const KEPT_BATCHES = 20;
/** How long the totals of a deleted job are kept. */
const KEPT_REMOVED_MS = 90 * 24 * 3_600_000;

export type Failure = NonNullable<JobProgress['failure']>;

/** The stored progress of a job, with its planned batches and without open ones. */
export interface JobTotals {
  readonly ledger: Ledger;
  readonly lastComplete: number | undefined;
  readonly failure: Failure | undefined;
  readonly replayed: readonly string[];
}

type Row = Record<string, SQLInputValue>;

/** The file was written by another version. */
export class OtherLedgerFormat extends Error {
  readonly format: number;

  constructor(format: number) {
    super(`the ledger file has format ${format}, not ${LEDGER_FORMAT}`);
    this.format = format;
  }
}

/**
 * Positions, planned batches and totals of the jobs of this node, in one file. Every change is one transaction, so that the
 * totals of a job are balanced after a crash at any moment. One process at a time has the file open.
 */
export class LedgerFile {
  /** Identifies this file: totals of different files are not comparable. */
  readonly id: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    // For its owner only: filters and templates may contain secrets.
    closeSync(openSync(path, 'a', 0o600));
    this.#database = new DatabaseSync(path, { timeout: 0 });
    try {
      // With a WAL, `synchronous = normal` keeps every commit if the process is killed.
      this.#database.exec(`
        pragma locking_mode = exclusive;
        pragma journal_mode = wal;
        pragma synchronous = normal;
        pragma journal_size_limit = 4194304;
      `);
      this.id = this.#prepare();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** To be called before a job runs. */
  begin(jobId: number): void {
    this.#run(
      `insert into jobs (job_id, since) values (?, 0)
       on conflict (job_id) do update set removed_at = null`,
      jobId,
    );
  }

  /** The start of the period that the live run reads, or the end of the last one that it has read. */
  period(jobId: number): number {
    return Number(this.#get('select since from jobs where job_id = ?', jobId)?.['since'] ?? 0);
  }

  /** Starts the live run of a period. Batches of earlier ones stay planned. */
  beginPeriod(jobId: number, from: number): void {
    this.#transaction(() => {
      this.#run('update jobs set since = ? where job_id = ?', from, jobId);
      this.#run(`update runs set place = null where job_id = ? and replay = ''`, jobId);
    });
  }

  /** Times are whole milliseconds, so the next period starts later than this value. */
  endPeriod(jobId: number): void {
    this.beginPeriod(jobId, this.period(jobId) + 0.5);
  }

  /** Deletes the cursors of a deleted job and drops its planned batches; the totals stay. */
  remove(jobId: number, at: number): void {
    this.#transaction(() => this.#end(jobId, at));
  }

  /** Jobs that were not removed. */
  jobs(): readonly number[] {
    return this.#all('select job_id from jobs where removed_at is null').map((row) =>
      Number(row['job_id']),
    );
  }

  /** Deletes replays that the job no longer has. */
  keepReplays(jobId: number, replays: readonly string[]): void {
    this.#transaction(() => {
      const known = this.#all(
        `select replay from runs where job_id = ? and replay <> ''`,
        jobId,
      ).map((row) => String(row['replay']));
      for (const replay of known.filter((each) => !replays.includes(each))) {
        this.#dropPlanned(jobId, replay);
        this.#run('delete from runs where job_id = ? and replay = ?', jobId, replay);
      }
    });
  }

  /** Undefined if the run has not started. */
  cursor({ jobId, replay }: RunId): Cursor | undefined {
    const row = this.#get(
      'select place from runs where job_id = ? and replay = ? and place is not null',
      jobId,
      replay,
    );
    return row && (JSON.parse(String(row['place'])) as Cursor);
  }

  isFinished({ jobId, replay }: RunId): boolean {
    const row = this.#get(
      'select is_finished from runs where job_id = ? and replay = ?',
      jobId,
      replay,
    );
    return row?.['is_finished'] === 1;
  }

  moveTo(run: RunId, cursor: Cursor): void {
    this.#transaction(() => this.#setCursor(run, cursor));
  }

  finish({ jobId, replay }: RunId): void {
    this.#run(
      'update runs set is_finished = 1, place = null where job_id = ? and replay = ?',
      jobId,
      replay,
    );
  }

  /** The first planned batch of a run, which is neither delivered nor dropped. There are several after one was cut. */
  planned(run: RunId): PlannedBatch | undefined {
    const row = this.#get(
      `select * from batches where job_id = ? and replay = ? and state = 'sending'
       order by first_time, number limit 1`,
      run.jobId,
      run.replay,
    );
    return row && plannedOf(row, run);
  }

  plan(batch: PlannedBatch): void {
    const { run, to } = batch;
    this.#transaction(() => {
      this.#setCursor(run, to);
      this.#count(run.jobId, batch);
      this.#insert(batch);
    });
  }

  /** Replaces a planned batch by two with the same lines, of which the first keeps its id. Corrects the counts like `amend`. */
  cut(batch: PlannedBatch, first: PlannedBatch, second: PlannedBatch): void {
    this.#transaction(() => {
      this.#correct(batch, {
        produced: first.produced + second.produced,
        filtered: first.filtered + second.filtered,
        sampledOut: first.sampledOut + second.sampledOut,
        records: 0,
        missed: 0,
      });
      this.#run('delete from batches where id = ?', batch.id);
      this.#insert(first);
      this.#insert(second);
    });
  }

  #correct(batch: PlannedBatch, counts: BatchCounts): void {
    const { jobId } = batch.run;
    const lost = Math.max(0, batch.produced - counts.produced);
    this.#count(jobId, {
      produced: counts.produced - batch.produced + lost,
      filtered: counts.filtered - batch.filtered,
      sampledOut: counts.sampledOut - batch.sampledOut,
      records: 0,
      missed: 0,
    });
    this.#run('update jobs set dropped = dropped + ? where job_id = ?', lost, jobId);
  }

  #insert(batch: PlannedBatch): void {
    const { run, from, to, program } = batch;
    this.#run(
      `insert into batches (id, job_id, replay, state, plan, filtered, sampled_out, records, bytes,
           first_time, last_time, complete_to, attempts, at)
         values (?, ?, ?, 'sending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      batch.id,
      run.jobId,
      run.replay,
      JSON.stringify({ from, to, program }),
      batch.filtered,
      batch.sampledOut,
      batch.records,
      batch.bytes,
      batch.firstTime,
      batch.lastTime,
      batch.completeTo,
      batch.attempts,
      batch.at,
    );
  }

  /** Advances the cursor over a range without lines to send. */
  skip(run: RunId, to: Cursor, counts: BatchCounts, completeTo: number): void {
    this.#transaction(() => {
      this.#setCursor(run, to);
      this.#count(run.jobId, counts);
      if (run.replay === '') this.#complete(run.jobId, completeTo);
    });
  }

  /**
   * Corrects the counts of a planned batch that was recreated with other lines, by another version of the program. Lines that it no longer
   * has count as dropped.
   */
  amend(batch: PlannedBatch, counts: BatchCounts): void {
    this.#transaction(() => {
      this.#correct(batch, counts);
      this.#run(
        'update batches set filtered = ?, sampled_out = ?, records = ? where id = ?',
        counts.filtered,
        counts.sampledOut,
        counts.records,
        batch.id,
      );
    });
  }

  deliver(batch: PlannedBatch, sent: { bytes: number; bytesSent: number; attempts: number }): void {
    const { jobId, replay } = batch.run;
    this.#transaction(() => {
      const row = this.#settle(batch.id, 'delivered', sent.attempts);
      this.#run(
        `update jobs set delivered = delivered + ?, batches = batches + 1, bytes = bytes + ?,
           bytes_sent = bytes_sent + ?, failure = null where job_id = ?`,
        row['records'] ?? 0,
        sent.bytes,
        sent.bytesSent,
        jobId,
      );
      this.#run(
        'update batches set bytes = ?, bytes_sent = ? where id = ?',
        sent.bytes,
        sent.bytesSent,
        batch.id,
      );
      if (replay === '') this.#complete(jobId, batch.completeTo);
      this.#trim(jobId);
    });
  }

  drop(batch: PlannedBatch, attempts: number): void {
    this.#transaction(() => {
      this.#drop(batch.run.jobId, batch.id, attempts);
      this.#trim(batch.run.jobId);
    });
  }

  /** Stores a failure; `batchId` is undefined if it is not that of an attempt. */
  fail(jobId: number, failure: Failure, batchId?: string, attempts = 0): void {
    this.#transaction(() => {
      this.#run('update jobs set failure = ? where job_id = ?', JSON.stringify(failure), jobId);
      if (batchId === undefined) return;
      this.#run('update batches set attempts = ? where id = ?', attempts, batchId);
    });
  }

  totals(jobId: number): JobTotals {
    const row = this.#get('select * from jobs where job_id = ?', jobId) ?? {};
    const value = (name: string) => Number(row[name] ?? 0);
    const settled =
      value('delivered') + value('filtered') + value('sampled_out') + value('dropped');
    const replays = this.#all(
      'select replay from runs where job_id = ? and is_finished = 1',
      jobId,
    );
    return {
      ledger: {
        produced: value('produced'),
        delivered: value('delivered'),
        filtered: value('filtered'),
        sampledOut: value('sampled_out'),
        pending: value('produced') - settled,
        dropped: value('dropped'),
        missed: value('missed'),
        batches: value('batches'),
        bytes: value('bytes'),
        bytesSent: value('bytes_sent'),
      },
      lastComplete: (row['last_complete'] as number | null | undefined) ?? undefined,
      failure: row['failure'] ? (JSON.parse(String(row['failure'])) as Failure) : undefined,
      replayed: replays.map((each) => String(each['replay'])),
    };
  }

  /** The last batches of a job, the oldest first. */
  batches(jobId: number): readonly LedgerBatch[] {
    return this.#all(
      'select * from batches where job_id = ? order by number desc limit ?',
      jobId,
      2 * KEPT_BATCHES,
    )
      .map(ledgerBatchOf)
      .reverse();
  }

  batch(id: string): LedgerBatch | undefined {
    const row = this.#get('select * from batches where id = ?', id);
    return row && ledgerBatchOf(row);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(): string {
    this.#transaction(() => {
      const found = this.#get('pragma user_version')?.['user_version'];
      if (found !== 0 && found !== LEDGER_FORMAT) throw new OtherLedgerFormat(Number(found));
      this.#database.exec(`${ledgerSchema} pragma user_version = ${LEDGER_FORMAT};`);
      this.#run('insert into ledger select ? where not exists (select 1 from ledger)', newHexId());
    });
    return String(this.#get('select id from ledger')?.['id']);
  }

  #end(jobId: number, at: number): void {
    this.#dropPlanned(jobId, '%');
    this.#run('delete from runs where job_id = ?', jobId);
    this.#run('update jobs set removed_at = ?, failure = null where job_id = ?', at, jobId);
    const old = at - KEPT_REMOVED_MS;
    this.#run(
      'delete from batches where job_id in (select job_id from jobs where removed_at < ?)',
      old,
    );
    this.#run('delete from jobs where removed_at < ?', old);
  }

  /** `replay` is a pattern: one id, or `%` for all runs. Ids contain no wildcards of `like`. */
  #dropPlanned(jobId: number, replay: string): void {
    const rows = this.#all(
      `select id, attempts from batches where job_id = ? and replay like ? and state = 'sending'`,
      jobId,
      replay,
    );
    for (const row of rows) this.#drop(jobId, String(row['id']), Number(row['attempts']));
  }

  #drop(jobId: number, id: string, attempts: number): void {
    const row = this.#settle(id, 'dropped', attempts);
    this.#run('update jobs set dropped = dropped + ? where job_id = ?', row['records'] ?? 0, jobId);
  }

  #settle(id: string, state: LedgerBatch['state'], attempts: number): Row {
    this.#run(
      'update batches set state = ?, attempts = ?, plan = null where id = ?',
      state,
      attempts,
      id,
    );
    return this.#get('select records from batches where id = ?', id) ?? {};
  }

  #setCursor({ jobId, replay }: RunId, cursor: Cursor): void {
    this.#run(
      `insert into runs (job_id, replay, place) values (?, ?, ?)
       on conflict (job_id, replay) do update set place = excluded.place`,
      jobId,
      replay,
      JSON.stringify(cursor),
    );
  }

  #count(jobId: number, { produced, filtered, sampledOut, missed }: BatchCounts): void {
    this.#run(
      `update jobs set produced = produced + ?, filtered = filtered + ?, sampled_out = sampled_out + ?,
         missed = missed + ? where job_id = ?`,
      produced,
      filtered,
      sampledOut,
      missed,
      jobId,
    );
  }

  #complete(jobId: number, completeTo: number): void {
    this.#run(
      'update jobs set last_complete = max(coalesce(last_complete, 0), ?) where job_id = ?',
      completeTo,
      jobId,
    );
  }

  #trim(jobId: number): void {
    this.#run(
      `delete from batches where job_id = ?1 and state <> 'sending' and number < (
         select number from batches where job_id = ?1 and state <> 'sending'
         order by number desc limit 1 offset ${KEPT_BATCHES - 1})`,
      jobId,
    );
  }

  #get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  #all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  /** Prepared statements are cached, because the totals of every job are read each second. The SQL texts are those of this file. */
  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #transaction(work: () => void): void {
    this.#database.exec('begin immediate');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      // After some errors, such as a full disk, SQLite has rolled back already.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }
}

function countsOf(row: Row) {
  const [filtered, sampledOut, records] = [
    Number(row['filtered']),
    Number(row['sampled_out']),
    Number(row['records']),
  ];
  return { produced: filtered + sampledOut + records, filtered, sampledOut, records };
}

function plannedOf(row: Row, run: RunId): PlannedBatch {
  const { from, to, program } = JSON.parse(String(row['plan'])) as {
    from: Cursor;
    to: Cursor;
    program: ProgramText;
  };
  return {
    ...countsOf(row),
    missed: 0,
    id: String(row['id']),
    run,
    from,
    to,
    program,
    bytes: Number(row['bytes']),
    firstTime: Number(row['first_time']),
    lastTime: Number(row['last_time']),
    completeTo: Number(row['complete_to']),
    attempts: Number(row['attempts']),
    at: Number(row['at']),
  };
}

function ledgerBatchOf(row: Row): LedgerBatch {
  return {
    ...countsOf(row),
    id: String(row['id']),
    state: row['state'] as LedgerBatch['state'],
    bytes: Number(row['bytes']),
    bytesSent: Number(row['bytes_sent']),
    firstTime: Number(row['first_time']),
    lastTime: Number(row['last_time']),
    attempts: Number(row['attempts']),
    at: Number(row['at']),
    replay: row['replay'] === '' ? undefined : String(row['replay']),
  };
}
