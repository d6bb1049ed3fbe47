import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Clock } from '../kernel/clock.ts';
import { describeError } from '../kernel/palisade-error.ts';

export interface CertificatesOptions {
  readonly folder: string;
  /** A file cannot be used. Its previous certificate, if there is one, stays in use. */
  onRefused(file: string, problem: string): void;
  onRead(count: number): void;
  /** A certificate expires soon, or has expired: called once a day. */
  onExpiring(expiry: Expiry): void;
  readonly clock: Clock;
}

/** How long a certificate is still valid. */
export interface Expiry {
  readonly name: string;
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Negative if it has expired. */
  readonly daysLeft: number;
}

const DAY_MS = 24 * 3_600_000;
/** Programs that renew certificates do so earlier, so a warning means that the renewal fails. */
const WARN_DAYS = 14;

interface Certificate {
  readonly context: SecureContext;
  readonly fingerprint: string;
  readonly expiresAt: number;
}

/**
 * Certificates by name, from a folder: `shop.test.crt` with `shop.test.key`, or both in one
 * `shop.test.pem`. `_.shop.test` stands for `*.shop.test`. Files are the interface, because programs that
 * renew certificates write files. A changed file is read again and replaces the certificate once it is valid.
 */
export class Certificates {
  readonly #options: CertificatesOptions;
  #certificates: ReadonlyMap<string, Certificate> = new Map();
  /** The last `daysLeft` that was reported, by name. */
  readonly #reported = new Map<string, number>();
  #state = '';

  constructor(options: CertificatesOptions) {
    this.#options = options;
  }

  /** The certificate for a name: its own, or the wildcard certificate. */
  find(name: string): SecureContext | undefined {
    const lower = name.toLowerCase();
    const parent = lower.slice(lower.indexOf('.') + 1);
    const found = this.#certificates.get(lower) ?? this.#certificates.get(`_.${parent}`);
    return found?.context;
  }

  /** How long each certificate is still valid. */
  expiries(): Expiry[] {
    const now = this.#options.clock.now();
    return [...this.#certificates].map(([name, { fingerprint, expiresAt: at }]) => {
      return { name, fingerprint, at, daysLeft: Math.floor((at - now) / DAY_MS) };
    });
  }

  /** Reads the folder if anything in it has changed, and reports certificates that expire soon. */
  async refresh(): Promise<void> {
    await this.#readChanges();
    for (const expiry of this.expiries()) this.#report(expiry);
  }

  #report(expiry: Expiry): void {
    const { name, daysLeft } = expiry;
    if (daysLeft >= WARN_DAYS) this.#reported.delete(name);
    else if (this.#reported.get(name) !== daysLeft) {
      this.#reported.set(name, daysLeft);
      this.#options.onExpiring(expiry);
    }
  }

  async #readChanges(): Promise<void> {
    const files = (await readdir(this.#options.folder)).filter((file) => /\.(crt|pem)$/.test(file));
    const state = await this.#stateOf(files);
    if (state === this.#state) return;
    const certificates = new Map<string, Certificate>();
    for (const file of files) {
      const name = basename(file, extname(file)).toLowerCase();
      // A file may be half written, or its key may not be there yet: the previous certificate stays in use.
      const certificate =
        (await this.#read(file)) ?? certificates.get(name) ?? this.#certificates.get(name);
      if (certificate) certificates.set(name, certificate);
    }
    this.#certificates = certificates;
    this.#state = state;
    for (const name of this.#reported.keys()) {
      if (!certificates.has(name)) this.#reported.delete(name);
    }
    this.#options.onRead(certificates.size);
  }

  async #stateOf(files: readonly string[]): Promise<string> {
    const names = files.flatMap((file) => [file, keyFileOf(file)]);
    const times = names.map(async (name) => {
      const found = await stat(join(this.#options.folder, name)).catch(() => undefined);
      return `${name} ${found?.mtimeMs} ${found?.size}`;
    });
    return (await Promise.all(times)).sort().join('\n');
  }

  async #read(file: string): Promise<Certificate | undefined> {
    try {
      const { folder } = this.#options;
      const cert = await readFile(join(folder, file));
      const key = await readFile(join(folder, keyFileOf(file)));
      const context = createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
      const { fingerprint256, validToDate } = new X509Certificate(cert);
      return { context, fingerprint: fingerprint256, expiresAt: validToDate.getTime() };
    } catch (error) {
      this.#options.onRefused(file, describeError(error));
      return undefined;
    }
  }
}

/** A `.pem` file contains its key. */
const keyFileOf = (file: string) => file.replace(/\.crt$/, '.key');
