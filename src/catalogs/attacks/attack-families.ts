/** What attacks inject, or what they are about. Each family has generic managed rules, and a file of signs in `signs/`. */
export const attackFamilies = {
  sql: { title: 'SQL injection', class: 'sqli' },
  html: { title: 'HTML injection', class: 'xss' },
  javascript: { title: 'JavaScript injection', class: 'xss' },
  shell: { title: 'Shell command injection', class: 'rce' },
  php: { title: 'PHP injection', class: 'rce' },
  java: { title: 'Java and expression language injection', class: 'rce' },
  template: { title: 'Template injection', class: 'rce' },
  deserialization: { title: 'Unsafe deserialisation', class: 'rce' },
  nosql: { title: 'NoSQL injection', class: 'other' },
  ldap: { title: 'LDAP injection', class: 'other' },
  xpath: { title: 'XPath injection', class: 'other' },
  xml: { title: 'XML entity and inclusion attacks', class: 'other' },
  ssi: { title: 'Server-side includes', class: 'rce' },
  mail: { title: 'Mail header and command injection', class: 'other' },
  crlf: { title: 'Header injection and response splitting', class: 'other' },
  traversal: { title: 'Path traversal', class: 'other' },
  'file-inclusion': { title: 'File inclusion', class: 'rce' },
  'restricted-file': { title: 'Access to restricted files', class: 'other' },
  ssrf: { title: 'Requests to internal hosts', class: 'other' },
  upload: { title: 'Upload of executable files', class: 'rce' },
  webshell: { title: 'Web shells', class: 'rce' },
  scanner: { title: 'Vulnerability scanners', class: 'other' },
  protocol: { title: 'HTTP protocol abuse', class: 'other' },
  evasion: { title: 'Evasion of inspection', class: 'other' },
} as const satisfies Record<string, AttackFamilyEntry>;

interface AttackFamilyEntry {
  readonly title: string;
  /** The attack score that findings of the family count for; `other` counts for the total only. */
  readonly class: 'sqli' | 'xss' | 'rce' | 'other';
}

export type AttackFamily = keyof typeof attackFamilies;
