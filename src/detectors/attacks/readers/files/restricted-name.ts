import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import { serverCodeExtensions } from '../../../../catalogs/attacks/words/file-extensions.ts';
import {
  archiveExtensions,
  backupExtensions,
  dumpExtensions,
  forgottenArchives,
  restrictedNames,
} from '../../../../catalogs/attacks/words/restricted-paths.ts';

export interface RestrictedName {
  readonly sign: AttackSign;
  readonly strength: 'likely' | 'clear';
}

const byName = new Map<string, RestrictedName>();
for (const [sign, names] of Object.entries(restrictedNames)) {
  for (const strength of ['clear', 'likely'] as const) {
    for (const name of names[strength]) byName.set(name, { sign: sign as AttackSign, strength });
  }
}

const code: ReadonlySet<string> = new Set(serverCodeExtensions);
const backups: ReadonlySet<string> = new Set(backupExtensions);
const dumps: ReadonlySet<string> = new Set(dumpExtensions);
const archives: ReadonlySet<string> = new Set(archiveExtensions);
const forgotten: ReadonlySet<string> = new Set(forgottenArchives);
const backup: RestrictedName = { sign: 'restricted-file-backup', strength: 'likely' };
const dump: RestrictedName = { sign: 'restricted-file-dump', strength: 'likely' };
/** The temporary file of an editor. */
const SWAP = /^\.[\w.-]+\.sw[a-p]$|^#[^#]+#$/;
/** Clients of repositories request these. */
const REPOSITORY_SERVICES: ReadonlySet<string> = new Set([
  'info',
  'git-upload-pack',
  'git-receive-pack',
]);

/** The name in a path, as segments in lower case, that no page links to. */
export function restrictedName(segments: readonly string[]): RestrictedName | undefined {
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    const known =
      byName.get(segment) ?? (next === undefined ? undefined : byName.get(`${segment}/${next}`));
    if (known === undefined) continue;
    if (next === undefined || !REPOSITORY_SERVICES.has(next)) return known;
  }
  return leftFile(segments);
}

/** A copy, dump or archive that its owner has left on the server. */
function leftFile(segments: readonly string[]): RestrictedName | undefined {
  const name = segments.at(-1) ?? '';
  if (SWAP.test(name)) return backup;
  const [base = '', ...extensions] = name.split('.', 4);
  const last = extensions.at(-1) ?? '';
  const before = extensions.at(-2) ?? '';
  if (last.endsWith('~') && code.has(last.slice(0, -1))) return backup;
  if (backups.has(last) && code.has(before)) return backup;
  if (dumps.has(last) || (archives.has(last) && dumps.has(before))) return dump;
  return segments.length === 1 && archives.has(last) && forgotten.has(base) ? dump : undefined;
}
