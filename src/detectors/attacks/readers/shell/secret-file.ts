import { fits } from './globbed-name.ts';

const SECRET =
  /(?:^|[/\\])(?:etc[/\\]+(?:passwd|shadow|hosts|group|issue|sudoers|hostname|crontab)|proc[/\\]+self[/\\].*|\.ssh[/\\].*|id_rsa|\.env|\.htpasswd|wp-config\.php|win\.ini|boot\.ini|web\.config|\.bash_history|\.aws[/\\].*|flag(?:\.txt)?)$/i;
const COMMON = ['/etc/passwd', '/etc/shadow', '/etc/hosts'];
const MAX_PATTERN = 40;

/** Whether a path, possibly with wildcards, is one of the files that attackers read first. */
export function isSecretFile(path: string): boolean {
  if (SECRET.test(path)) return true;
  if (path.length > MAX_PATTERN || !/[?*[]/.test(path) || !path.startsWith('/')) return false;
  return COMMON.some((name) => fits(path, name));
}
