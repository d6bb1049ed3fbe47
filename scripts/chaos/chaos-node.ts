import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { s3Keys, startS3Server } from '../../src/outbound/destinations/s3-server.fixture.ts';
import { testCertificate } from '../../src/outbound/loopback-server.fixture.ts';
import { type BatchReceiver, startBatchReceiver } from '../../test/support/batch-receiver.ts';
import {
  createLoggedSite,
  type LoggedSite,
  shippingPid,
  visitAll,
} from '../../test/support/logged-site.ts';
import { api } from '../../test/support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../../test/support/node-process.ts';
import { whyNoSmallDisk } from '../../test/support/small-disk.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import type { ChaosRow } from './chaos-table.ts';
import { compareLines } from './compare-lines.ts';
import type { Trouble } from './troubles.ts';

const ROUND_MS = 240_000;
/** Requests of a round are sent in this many parts, unless its fault wants more. */
const STEPS = 20;
const DISK_SIZE = '400m';
/** The process itself, a batch of each job, and garbage that is not collected yet. */
const MOST_MEMORY_MB = 400;

const filter = JSON.stringify({
  where: { key: 'ClientRequestURI', operator: 'contains', value: 'keep' },
});

type Figures = Readonly<Record<string, number>>;
type Jobs = Readonly<Record<'https' | 's3', number>>;

/** A node with two jobs that send the same lines to different destinations. */
export class ChaosNode {
  readonly receiver: BatchReceiver;
  readonly #home: NodeHome;
  readonly #s3: Awaited<ReturnType<typeof startS3Server>>;
  readonly #folder: ReturnType<typeof tempFolder>;
  readonly #site: LoggedSite;
  readonly #jobs: Jobs;
  #node: NodeProcess;
  #requested = 0;
  #served = 0;
  #lost = 0;
  /** Requests wait for it. */
  #gate: Promise<void> | undefined;
  #sending: Promise<readonly string[]> | undefined;

  static async start(): Promise<ChaosNode> {
    const folder = tempFolder();
    const certificate = join(folder.path, 'ca.pem');
    writeFileSync(certificate, testCertificate);
    const hasDisk = whyNoSmallDisk() === undefined;
    const home = await nodeHome(
      {
        PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: certificate,
        // Two, because each has its own stream in the spool.
        PALISADE_EDGE_WORKERS: '2',
      },
      hasDisk ? { diskSize: DISK_SIZE } : {},
    );
    const receiver = await startBatchReceiver();
    const s3 = await startS3Server('logs');
    const node = await home.start();
    const site = await createLoggedSite(node);
    const create = async (destination: string): Promise<number> => {
      const job = await api(node, 'POST', `/zones/${site.zoneId}/logpush/jobs`, {
        destination_conf: destination,
        filter,
        enabled: true,
        max_upload_records: 1_000,
        output_options: { field_names: ['ClientRequestURI', 'EdgeStartTimestamp'] },
      });
      return job.id;
    };
    const keys = `access-key-id=${s3Keys.accessKeyId}&secret-access-key=${s3Keys.secretAccessKey}`;
    const jobs = {
      https: await create(`https://127.0.0.1:${receiver.port}/`),
      s3: await create(`s3://logs/edge?region=eu-west-1&${keys}&endpoint=127.0.0.1:${s3.port}`),
    };
    return new ChaosNode({ folder, home, receiver, s3, node, site, jobs });
  }

  private constructor(parts: {
    folder: ReturnType<typeof tempFolder>;
    home: NodeHome;
    receiver: BatchReceiver;
    s3: Awaited<ReturnType<typeof startS3Server>>;
    node: NodeProcess;
    site: LoggedSite;
    jobs: Jobs;
  }) {
    this.#folder = parts.folder;
    this.#home = parts.home;
    this.receiver = parts.receiver;
    this.#s3 = parts.s3;
    this.#node = parts.node;
    this.#site = parts.site;
    this.#jobs = parts.jobs;
  }

  /** Sends requests during a fault, and waits until all lines of the spool are delivered. */
  async round(trouble: Trouble, count: number): Promise<ChaosRow> {
    const start = performance.now();
    const first = this.#requested;
    this.#requested += count;
    const lost = this.#lost;
    const batches = { https: this.receiver.batches.length, s3: new Set(await this.#s3.keys()) };
    const memory = this.#watchMemory();
    const [served] = await Promise.all([this.#visit(first, count, trouble), trouble.happen(this)]);
    this.#served += served.length;
    const problems = await this.#untilDelivered(start);
    const expected = {
      wanted: new Set(served.filter(passes)),
      mayArrive: (path: string) => passes(path) && numberOf(path) >= first,
      mayLose: trouble.mayLose ? this.#lost - lost : 0,
    };
    const https = compareLines(this.receiver.batches.slice(batches.https), expected);
    const objects = (await this.#s3.stored()).filter(({ id }) => !batches.s3.has(id));
    const s3 = compareLines(objects, expected);
    const most = memory.stop();
    if (most > MOST_MEMORY_MB) problems.push(`the shipping process took ${Math.round(most)} MB`);
    return {
      name: trouble.name,
      requests: served.length,
      lost: this.#lost - lost,
      https,
      s3,
      memory: most,
      seconds: (performance.now() - start) / 1_000,
      problems: [
        ...problems,
        ...https.problems.map((text) => `https: ${text}`),
        ...s3.problems.map((text) => `s3: ${text}`),
      ],
    };
  }

  async killShipping(): Promise<void> {
    const pid = shippingPid(this.#node);
    if (pid === undefined) throw new Error('there is no shipping process');
    process.kill(pid, 'SIGKILL');
  }

  /** Disables the jobs, does something, and enables them again. No requests are sent in between: all lines must arrive. */
  async whileJobsAreDisabled(work: () => Promise<void>): Promise<void> {
    const gate = Promise.withResolvers<void>();
    this.#gate = gate.promise;
    await this.#sending;
    await this.#enable(false);
    await work();
    await this.#enable(true);
    gate.resolve();
  }

  async #enable(enabled: boolean): Promise<void> {
    for (const id of Object.values(this.#jobs)) {
      await api(this.#node, 'PUT', `/zones/${this.#site.zoneId}/logpush/jobs/${id}`, { enabled });
    }
  }

  async killPrimary(): Promise<void> {
    await this.#node.end('SIGKILL');
    // The processes of the previous node drain and end while those of the next one start.
    this.#node = await this.#home.start();
  }

  async whileDiskIsFull(wait: () => Promise<void>): Promise<void> {
    const why = whyNoSmallDisk();
    if (why !== undefined) throw new Error(why);
    const file = join(this.#home.dataDir, 'filler');
    for (const size of [1_048_576, 65_536, 4_096, 1]) {
      try {
        for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // A smaller piece may fit.
      }
    }
    await wait();
    rmSync(file);
  }

  async stop(): Promise<void> {
    await this.#home.remove();
    this.#site.origin.close();
    await this.receiver.stop();
    await this.#s3.stop();
    this.#folder.remove();
  }

  /** Sends requests over some seconds; returns the paths that were served. While the primary is down, no request is served. */
  async #visit(
    first: number,
    count: number,
    { seconds, steps = STEPS }: Trouble,
  ): Promise<string[]> {
    const size = Math.ceil(count / steps);
    const start = performance.now();
    const served: string[] = [];
    for (let at = 0; at < count; at += size) {
      const paths = Array.from({ length: Math.min(size, count - at) }, (_, n) => {
        const number = first + at + n;
        return `/${number}?${number % 2 ? 'keep' : 'leave'}`;
      });
      await this.#gate;
      this.#sending = visitAll(this.#node, paths);
      for (const path of await this.#sending) served.push(path);
      progress(`${at} of ${count} requests`);
      const due = start + (seconds * 1_000 * at) / count;
      await delay(Math.max(0, due - performance.now()));
    }
    return served;
  }

  /** Waits until the jobs have read and delivered the lines of all served requests; returns the problems. */
  async #untilDelivered(start: number): Promise<string[]> {
    for (;;) {
      const ledgers = [await this.#ledger('https'), await this.#ledger('s3')];
      const problems = ledgers.some((ledger) => !isBalanced(ledger))
        ? ['the ledger is not balanced']
        : [];
      this.#lost = await this.#lostByBus();
      const wanted = this.#served - this.#lost;
      const isDone = ledgers.every(
        ({ produced = 0, pending }) => produced >= wanted && pending === 0,
      );
      if (isDone) return problems;
      const [https, s3] = ledgers.map(
        ({ produced, pending }) => `${produced} (${pending} pending)`,
      );
      progress(`${wanted} lines are expected, https has ${https}, s3 has ${s3}`);
      if (performance.now() - start > ROUND_MS) return [...problems, 'it took too long'];
      await delay(1_000);
    }
  }

  async #ledger(job: keyof Jobs): Promise<Figures> {
    const path = `/zones/${this.#site.zoneId}/logpush/jobs/${this.#jobs[job]}/ledger`;
    return (await api(this.#node, 'GET', path)).total;
  }

  async #lostByBus(): Promise<number> {
    const text = await (await fetch(`${this.#node.origin}/metrics`)).text();
    return Number(/^palisade_bus_dropped\{topic="http-requests"\} (\d+)/m.exec(text)?.[1] ?? 0);
  }

  /** Records the peak memory of the shipping process. */
  #watchMemory(): { stop(): number } {
    let most = 0;
    const timer = setInterval(async () => {
      const pid = shippingPid(this.#node);
      if (pid !== undefined) most = Math.max(most, residentMb(pid));
    }, 500);
    return {
      stop() {
        clearInterval(timer);
        return most;
      },
    };
  }
}

const passes = (path: string) => path.endsWith('keep');
const numberOf = (path: string) => Number(/\d+/.exec(path)?.[0]);

function isBalanced(figures: Figures): boolean {
  const {
    produced,
    delivered = 0,
    filtered = 0,
    sampled_out = 0,
    pending = 0,
    dropped = 0,
  } = figures;
  return produced === delivered + filtered + sampled_out + pending + dropped;
}

function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    // The process has just ended.
    return 0;
  }
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
