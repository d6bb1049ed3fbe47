import type { AttackFamily } from './attack-families.ts';
import type { SignEntry } from './sign-entry.ts';
import { crlfSigns } from './signs/crlf.ts';
import { deserializationSigns } from './signs/deserialization.ts';
import { evasionSigns } from './signs/evasion.ts';
import { fileInclusionSigns } from './signs/file-inclusion.ts';
import { htmlSigns } from './signs/html.ts';
import { javaSigns } from './signs/java.ts';
import { javascriptSigns } from './signs/javascript.ts';
import { ldapSigns } from './signs/ldap.ts';
import { mailSigns } from './signs/mail.ts';
import { nosqlSigns } from './signs/nosql.ts';
import { phpSigns } from './signs/php.ts';
import { protocolSigns } from './signs/protocol.ts';
import { restrictedFileSigns } from './signs/restricted-file.ts';
import { scannerSigns } from './signs/scanner.ts';
import { shellSigns } from './signs/shell.ts';
import { sqlSigns } from './signs/sql.ts';
import { ssiSigns } from './signs/ssi.ts';
import { ssrfSigns } from './signs/ssrf.ts';
import { templateSigns } from './signs/template.ts';
import { traversalSigns } from './signs/traversal.ts';
import { uploadSigns } from './signs/upload.ts';
import { webshellSigns } from './signs/webshell.ts';
import { xmlSigns } from './signs/xml.ts';
import { xpathSigns } from './signs/xpath.ts';

/** The signs of each family. Names of signs begin with the family and are unique. */
export const signsByFamily = {
  sql: sqlSigns,
  html: htmlSigns,
  javascript: javascriptSigns,
  shell: shellSigns,
  php: phpSigns,
  java: javaSigns,
  template: templateSigns,
  deserialization: deserializationSigns,
  nosql: nosqlSigns,
  ldap: ldapSigns,
  xpath: xpathSigns,
  xml: xmlSigns,
  ssi: ssiSigns,
  mail: mailSigns,
  crlf: crlfSigns,
  traversal: traversalSigns,
  'file-inclusion': fileInclusionSigns,
  'restricted-file': restrictedFileSigns,
  ssrf: ssrfSigns,
  upload: uploadSigns,
  webshell: webshellSigns,
  scanner: scannerSigns,
  protocol: protocolSigns,
  evasion: evasionSigns,
} as const satisfies Record<AttackFamily, Record<string, SignEntry>>;

type SignTable = typeof signsByFamily;

export type AttackSign = { [Family in keyof SignTable]: keyof SignTable[Family] }[keyof SignTable] &
  string;

interface ListedSign extends SignEntry {
  readonly name: AttackSign;
  readonly family: AttackFamily;
}

/** All signs in the order of their families. */
export const attackSigns: readonly ListedSign[] = Object.entries(signsByFamily).flatMap(
  ([family, table]) =>
    Object.entries<SignEntry>(table).map(([name, entry]) => ({
      ...entry,
      name: name as AttackSign,
      family: family as AttackFamily,
    })),
);

const byName = new Map(attackSigns.map((sign) => [sign.name, sign]));

export function signByName(name: AttackSign): ListedSign {
  return byName.get(name) as ListedSign; // the table has every sign
}
