/** Incremented with every incompatible change. */
export const LEDGER_FORMAT = 1;

/**
 * The totals of a job include its planned batches: lines that are produced and neither delivered, dropped, filtered nor sampled out are in
 * a batch with the state `sending`.
 */
export const ledgerSchema = `
  create table if not exists ledger (id text not null) strict;
  create table if not exists jobs (
    job_id integer primary key,
    -- The start of the period that the live run reads.
    since real not null,
    removed_at real,
    produced integer not null default 0,
    delivered integer not null default 0,
    filtered integer not null default 0,
    sampled_out integer not null default 0,
    dropped integer not null default 0,
    missed integer not null default 0,
    batches integer not null default 0,
    bytes integer not null default 0,
    bytes_sent integer not null default 0,
    last_complete real,
    failure text
  ) strict;
  create table if not exists runs (
    job_id integer not null,
    replay text not null,
    place text,
    is_finished integer not null default 0,
    primary key (job_id, replay)
  ) strict, without rowid;
  create table if not exists batches (
    number integer primary key,
    id text not null unique,
    job_id integer not null,
    replay text not null,
    state text not null,
    plan text,
    filtered integer not null,
    sampled_out integer not null,
    records integer not null,
    bytes integer not null,
    bytes_sent integer not null default 0,
    first_time real not null,
    last_time real not null,
    complete_to real not null,
    attempts integer not null default 0,
    at real not null
  ) strict;
  create index if not exists batches_of_job on batches (job_id, state, number);
`;
