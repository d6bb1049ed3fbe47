/** Hosts in lower case that only machines of the same network reach. */

/** Services that give credentials to the machines of a cloud. */
export const metadataAddresses = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.169.123',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
] as const;

export const metadataNames = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
] as const;

export const metadataPaths = [
  '/latest/meta-data',
  '/latest/user-data',
  '/latest/dynamic',
  '/latest/api/token',
  '/computemetadata/v1',
  '/metadata/instance',
  '/metadata/identity',
  '/metadata/v1',
  '/opc/v1',
  '/opc/v2',
  '/openstack/latest',
  '/v2/credentials',
  '/hetzner/v1/metadata',
] as const;

export const loopbackNames = [
  'localhost',
  'localhost.localdomain',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
  'loopback',
] as const;

/** Names of clusters and containers; a leading dot stands for all names below. */
export const privateNames = [
  'kubernetes.default',
  'kubernetes.default.svc',
  'host.docker.internal',
  'gateway.docker.internal',
  '.cluster.local',
  '.docker.internal',
  '.ec2.internal',
  '.compute.internal',
  '.google.internal',
  '.internal',
  '.intranet',
  '.corp',
  '.lan',
  '.local',
  '.home.arpa',
] as const;

/** Public names that lead to the address in them, or to the loopback address. */
export const aliasSuffixes = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'xip.name',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'yoogle.com',
  'fuf.me',
  'rbndr.us',
  '1u.ms',
  'local.gd',
] as const;

/** Ports of services that visitors have no business with: shells, mail, databases, caches, container engines. */
export const servicePorts = [
  '21',
  '22',
  '23',
  '25',
  '53',
  '110',
  '111',
  '135',
  '139',
  '143',
  '389',
  '445',
  '465',
  '587',
  '636',
  '873',
  '1433',
  '1521',
  '2049',
  '2181',
  '2375',
  '2376',
  '2379',
  '3306',
  '3389',
  '5432',
  '5672',
  '5900',
  '5984',
  '5985',
  '6379',
  '6443',
  '8086',
  '8500',
  '9000',
  '9042',
  '9092',
  '9200',
  '9300',
  '10250',
  '10255',
  '11211',
  '15672',
  '27017',
  '50070',
] as const;

/** Protocols that carry commands to other services. `clear` ones have no other use in a request. */
export const unusualSchemes = {
  clear: ['gopher', 'dict'],
  likely: [
    'tftp',
    'sftp',
    'ldap',
    'ldaps',
    'ldapi',
    'imap',
    'smtp',
    'pop3',
    'telnet',
    'rtsp',
    'smb',
    'redis',
    'rmi',
  ],
} as const;
