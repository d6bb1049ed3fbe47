/** Where an address in a document leads: to the files or commands of the server, to another host, or to a neighbour. */
export type AddressKind = 'local' | 'remote' | 'relative';

const LOCAL =
  /^\s*(?:file|php|expect|jar|netdoc|phar|zip|data|gopher|dict|ldap|smb|res):|^\s*(?:\/(?!\/)|\\\\|[a-z]:[\\/])|\.\.[\\/]/i;
const REMOTE = /^\s*(?:(?:https?|ftps?):)?\/\//i;
/** Hosts of document types that everyone refers to. */
const STANDARD =
  /^\s*https?:\/\/(?:www\.w3\.org|java\.sun\.com|xmlns\.jcp\.org|www\.apple\.com|www\.oasis-open\.org|(?:www\.)?docbook\.org|(?:www\.)?hibernate\.(?:org|sourceforge\.net)|www\.hibernate\.org|(?:www\.)?mybatis\.org|ibatis\.apache\.org|struts\.apache\.org|jakarta\.apache\.org|logging\.apache\.org|www\.springframework\.org|www\.opensymphony\.com|my\.netscape\.com|www\.daisy\.org|dtd\.nlm\.nih\.gov|jats\.nlm\.nih\.gov|www\.wapforum\.org|ns\.adobe\.com)(?:[/:]|$)/i;

export function addressKind(address: string): AddressKind {
  if (REMOTE.test(address)) return 'remote';
  return LOCAL.test(address) ? 'local' : 'relative';
}

export const isStandardAddress = (address: string): boolean => STANDARD.test(address);
