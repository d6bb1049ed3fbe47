import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exposedCredentialsRuleset } from '../../catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import {
  type CredentialStores,
  openCredentialStores,
  STORE_SUFFIX,
} from '../../detectors/credentials/credential-folder.ts';
import {
  type Exposure,
  exposureOf,
  type Login,
} from '../../detectors/credentials/credential-store.ts';
import { compileLogins } from '../../detectors/credentials/login-reader.ts';
import { toByteString } from '../../expression/expression.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { requestExtractors } from '../../request/fields/request-extractors.ts';
import type { RequestRecord } from '../../request/request-record.ts';
import { workFolderOf } from './import-work.ts';

export type { Exposure } from '../../detectors/credentials/credential-store.ts';

/** The name becomes a file name, so only a few characters are allowed. */
export function checkStoreName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return name;
  const advice = 'a name has 1 to 64 letters, digits, dots, dashes and underscores';
  throw new PalisadeError('bad_store_name', `${advice}, and begins with a letter or digit`);
}

/** `lists/breach 2026.txt.gz` → `breach-2026` */
export function storeNameFor(file: string): string {
  const stem = basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const name = stem.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name.slice(0, 64) || 'imported';
}

export interface StoreList extends Pick<CredentialStores, 'opened' | 'problems'> {
  /** Names of interrupted imports. */
  readonly unfinished: readonly string[];
}

export async function listStores(folder: string): Promise<StoreList> {
  const stores = await openInPages(folder);
  try {
    return { opened: stores.opened, problems: stores.problems, unfinished: unfinishedIn(folder) };
  } finally {
    stores.close();
  }
}

function unfinishedIn(folder: string): string[] {
  const prefix = basename(workFolderOf(folder, ''));
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Removes a store, and the files of an interrupted import of that name. */
export function removeStore(folder: string, name: string): void {
  checkStoreName(name);
  const files = [join(folder, name + STORE_SUFFIX), workFolderOf(folder, name)];
  const removed = files.filter((path) => {
    try {
      rmSync(path, { recursive: true });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  });
  if (removed.length === 0) {
    const advice = 'palisade credentials list shows all stores';
    throw new PalisadeError('store_unknown', `there is no store ${name}; ${advice}`);
  }
}

/** The exposure of a login as a person types it. */
export function checkLogin(folder: string, username: string, password: string): Promise<Exposure> {
  const login = { username: toByteString(username), password: toByteString(password) };
  return lookUp(folder, login);
}

export interface CheckedRequest {
  readonly rule: string;
  readonly exposure: Exposure;
}

/** The exposure of the login that each managed rule finds in a request. */
export async function checkRequest(
  folder: string,
  request: RequestRecord,
): Promise<readonly CheckedRequest[]> {
  const accessors = {
    field: (name: string) => requestExtractors[name as keyof typeof requestExtractors],
    list: () => undefined,
  };
  const found: CheckedRequest[] = [];
  for (const rule of exposedCredentialsRuleset.rules) {
    const login = rule.kind === 'credential' && compileLogins(rule.logins, accessors)(request);
    if (login) found.push({ rule: rule.ref, exposure: await lookUp(folder, login) });
  }
  return found;
}

async function lookUp(folder: string, login: Login): Promise<Exposure> {
  const stores = await openInPages(folder);
  try {
    const [problem] = stores.problems;
    if (problem) throw new PalisadeError('store_unusable', problem.problem);
    return exposureOf(stores.store, login);
  } finally {
    stores.close();
  }
}

/** Reads single pages from disk: loading whole files would take longer than one lookup. */
function openInPages(folder: string): Promise<CredentialStores> {
  return openCredentialStores(folder, { memoryBytes: 0 });
}
