import type { AttackFamily } from '../../../../src/catalogs/attacks/attack-families.ts';
import type { TechniqueFamily } from '../technique.ts';
import { deserializationTechniques } from './deserialization.ts';
import { ldapTechniques, xpathTechniques } from './directory.ts';
import { fileInclusionTechniques, restrictedFileTechniques, traversalTechniques } from './files.ts';
import { htmlTechniques } from './html.ts';
import { javaTechniques } from './java.ts';
import { javascriptTechniques } from './javascript.ts';
import { nosqlTechniques } from './nosql.ts';
import { phpTechniques } from './php.ts';
import { evasionTechniques, protocolTechniques, scannerTechniques } from './requests.ts';
import { crlfTechniques, mailTechniques, ssiTechniques } from './server-text.ts';
import { shellTechniques } from './shell.ts';
import { sqlTechniques } from './sql.ts';
import { ssrfTechniques } from './ssrf.ts';
import { templateTechniques } from './template.ts';
import { uploadTechniques } from './upload.ts';
import { webshellTechniques } from './webshell.ts';
import { xmlTechniques } from './xml.ts';

export const techniquesByFamily: Readonly<Record<AttackFamily, TechniqueFamily>> = {
  sql: sqlTechniques,
  html: htmlTechniques,
  javascript: javascriptTechniques,
  shell: shellTechniques,
  php: phpTechniques,
  java: javaTechniques,
  template: templateTechniques,
  deserialization: deserializationTechniques,
  nosql: nosqlTechniques,
  ldap: ldapTechniques,
  xpath: xpathTechniques,
  xml: xmlTechniques,
  ssi: ssiTechniques,
  mail: mailTechniques,
  crlf: crlfTechniques,
  traversal: traversalTechniques,
  'file-inclusion': fileInclusionTechniques,
  'restricted-file': restrictedFileTechniques,
  ssrf: ssrfTechniques,
  upload: uploadTechniques,
  webshell: webshellTechniques,
  scanner: scannerTechniques,
  protocol: protocolTechniques,
  evasion: evasionTechniques,
};
