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
  /** The folder has no certificate at the start. */
  onEmpty?(folder: string): void;
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
  /** The DNS names that it is valid for, in lower case. */
  readonly names: readonly string[];
}

/**
 * Certificates of a folder: `shop.test.crt` with `shop.test.key`, or both in one `shop.test.pem`. The names inside a
 * certificate decide which hosts it serves. The file name counts for hosts that no certificate names; `_.shop.test`
 * stands for `*.shop.test`. Files are the interface, because programs that renew certificates write files. A changed file
 * is read again and replaces the certificate once it is valid.
 */
export class Certificates {
  readonly #options: CertificatesOptions;
  /** By file name without extension. */
  #certificates: ReadonlyMap<string, Certificate> = new Map();
  /** By the names inside; of several for a name, the one that is valid longest. */
  #byName: ReadonlyMap<string, Certificate> = new Map();
  /** The last `daysLeft` that was reported, by name. */
  readonly #reported = new Map<string, number>();
  /** Undefined until the folder was read. */
  #state: string | undefined;

  constructor(options: CertificatesOptions) {
    this.#options = options;
  }

  /** The certificate for a name: one with this name before one with a wildcard. */
  find(name: string): SecureContext | undefined {
    const lower = name.toLowerCase();
    const parent = lower.slice(lower.indexOf('.') + 1);
    const found =
      this.#byName.get(lower) ??
      this.#byName.get(`*.${parent}`) ??
      this.#certificates.get(lower) ??
      this.#certificates.get(`_.${parent}`);
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
    if (this.#state === undefined && certificates.size === 0) {
      this.#options.onEmpty?.(this.#options.folder);
    }
    this.#certificates = certificates;
    this.#byName = byName(certificates.values());
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
      const parsed = new X509Certificate(cert);
      return {
        context,
        fingerprint: parsed.fingerprint256,
        expiresAt: parsed.validToDate.getTime(),
        names: namesOf(parsed),
      };
    } catch (error) {
      this.#options.onRefused(file, describeError(error));
      return undefined;
    }
  }
}

function byName(certificates: Iterable<Certificate>): Map<string, Certificate> {
  const found = new Map<string, Certificate>();
  for (const certificate of certificates) {
    for (const name of certificate.names) {
      const other = found.get(name);
      if (!other || other.expiresAt < certificate.expiresAt) found.set(name, certificate);
    }
  }
  return found;
}

/** `DNS:shop.test, DNS:*.shop.test, IP Address:192.0.2.1`. Clients ignore the common name, so it does not count. */
function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((each) => {
    return each.startsWith('DNS:') ? [each.slice('DNS:'.length).toLowerCase()] : [];
  });
}

/** A `.pem` file contains its key. */
const keyFileOf = (file: string) => file.replace(/\.crt$/, '.key');
