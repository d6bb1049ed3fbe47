import type { AttackReader, RequestReader } from '../attack-reader.ts';
import { crlfReader } from './crlf/crlf-reader.ts';
import { deserializationReader } from './deserialization/deserialization-reader.ts';
import { evasionReader } from './evasion/evasion-reader.ts';
import { fileReader } from './files/file-reader.ts';
import { gapReader } from './gap/gap-reader.ts';
import { htmlReader } from './html/html-reader.ts';
import { javaReader } from './java/java-reader.ts';
import { javascriptReader } from './javascript/javascript-reader.ts';
import { ldapReader } from './ldap/ldap-reader.ts';
import { mailReader } from './mail/mail-reader.ts';
import { nosqlReader } from './nosql/nosql-reader.ts';
import { phpReader } from './php/php-reader.ts';
import { protocolReader } from './protocol/protocol-reader.ts';
import { scannerReader } from './scanner/scanner-reader.ts';
import { shellReader } from './shell/shell-reader.ts';
import { sqlReader } from './sql/sql-reader.ts';
import { ssiReader } from './ssi/ssi-reader.ts';
import { ssrfReader } from './ssrf/ssrf-reader.ts';
import { templateReader } from './template/template-reader.ts';
import { uploadReader } from './upload/upload-reader.ts';
import { webshellCodeReader } from './webshell/webshell-code-reader.ts';
import { webshellReader } from './webshell/webshell-reader.ts';
import { xmlReader } from './xml/xml-reader.ts';
import { xpathReader } from './xpath/xpath-reader.ts';

/** Fewer than 32, because the scanner returns them as bits. */
export const attackReaders: readonly AttackReader[] = [
  sqlReader,
  nosqlReader,
  ldapReader,
  xpathReader,
  htmlReader,
  javascriptReader,
  shellReader,
  phpReader,
  javaReader,
  templateReader,
  ssiReader,
  deserializationReader,
  fileReader,
  ssrfReader,
  xmlReader,
  mailReader,
  crlfReader,
  scannerReader,
  webshellCodeReader,
  evasionReader,
];

export const requestReaders: readonly RequestReader[] = [
  uploadReader,
  webshellReader,
  protocolReader,
  gapReader,
];
