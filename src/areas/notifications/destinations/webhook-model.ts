import type { StoredDocument } from '../../../resources/document-store.ts';

/** The type of the receiver, which is derived from the address. */
export type WebhookType =
  | 'slack'
  | 'gchat'
  | 'discord'
  | 'feishu'
  | 'datadog'
  | 'opsgenie'
  | 'splunk'
  | 'msteams'
  | 'mattermost'
  | 'generic';

export interface WebhookDocument {
  readonly name: string;
  /** Complete, including secrets. Empty if this node cannot decrypt it. */
  readonly url: string;
  readonly secret?: string;
}

export interface Webhook extends StoredDocument<WebhookDocument> {
  readonly accountId: string;
  readonly lastSuccess: number | null;
  readonly lastFailure: number | null;
}

interface TypeRule {
  readonly type: WebhookType;
  /** Host names. One that begins with a dot stands for all names below it. */
  readonly hosts?: readonly string[];
  /** Matches the path on any host. */
  readonly path?: RegExp;
  /** Where the address contains a secret: at the end of its path, or in these parameters. */
  readonly secret?: 'last segment' | readonly string[];
}

/** The first match wins. */
const typeRules: readonly TypeRule[] = [
  { type: 'slack', hosts: ['hooks.slack.com'], secret: 'last segment' },
  { type: 'gchat', hosts: ['chat.googleapis.com'], secret: ['key', 'token'] },
  {
    type: 'discord',
    hosts: ['discord.com', '.discord.com', 'discordapp.com'],
    secret: 'last segment',
  },
  {
    type: 'feishu',
    hosts: ['open.feishu.cn', 'open.larksuite.com'],
    secret: 'last segment',
  },
  { type: 'datadog', hosts: ['.datadoghq.com', '.datadoghq.eu', '.ddog-gov.com'] },
  { type: 'opsgenie', hosts: ['api.opsgenie.com', 'api.eu.opsgenie.com'] },
  { type: 'splunk', hosts: ['.splunkcloud.com'] },
  { type: 'splunk', path: /^\/services\/collector(\/event)?\/?$/ },
  {
    type: 'msteams',
    hosts: ['outlook.office.com', '.webhook.office.com', '.logic.azure.com', '.powerplatform.com'],
  },
  { type: 'mattermost', path: /\/hooks\/[a-z0-9]{26}$/, secret: 'last segment' },
];

export function webhookType(url: string): WebhookType {
  return ruleOf(url)?.type ?? 'generic';
}

/**
 * The address for readers without write permission: without the secret of its type or, for unknown types, without credentials
 * and parameters.
 */
export function shownUrl(url: string): string {
  const shown = URL.parse(url);
  if (!shown) return '';
  const secret = ruleOf(url)?.secret ?? 'parameters';
  if (secret === 'last segment') shown.pathname = withoutLastSegment(shown.pathname);
  else if (secret === 'parameters') shown.search = '';
  else for (const name of secret) shown.searchParams.delete(name);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

function ruleOf(text: string): TypeRule | undefined {
  const url = URL.parse(text);
  return url ? typeRules.find((rule) => matches(rule, url)) : undefined;
}

function matches({ hosts, path }: TypeRule, { hostname, pathname }: URL): boolean {
  if (path) return path.test(pathname);
  return (hosts ?? []).some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
}

function withoutLastSegment(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return `/${segments.slice(0, -1).join('/')}`;
}
