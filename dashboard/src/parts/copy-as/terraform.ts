import type { ApiCall } from './api-call.ts';

/** The resource of the Terraform provider for what a path creates or changes. */
const resources: readonly { readonly path: RegExp; readonly type: string }[] = [
  { path: /^\/zones(\/\{zone_id\})?$/, type: 'cloudflare_zone' },
  { path: /\/settings\/\{setting_id\}$/, type: 'cloudflare_zone_setting' },
  { path: /\/rulesets(\/\{ruleset_id\})?$/, type: 'cloudflare_ruleset' },
  { path: /\/phases\/\{\w+\}\/entrypoint$/, type: 'cloudflare_ruleset' },
  { path: /\/rules\/lists(\/\{list_id\})?$/, type: 'cloudflare_list' },
  { path: /\/page_shield\/policies(\/\{policy_id\})?$/, type: 'cloudflare_page_shield_policy' },
  { path: /\/load_balancers\/pools(\/\{pool_id\})?$/, type: 'cloudflare_load_balancer_pool' },
  {
    path: /\/load_balancers\/monitors(\/\{monitor_id\})?$/,
    type: 'cloudflare_load_balancer_monitor',
  },
  { path: /^\/zones\/\{zone_id\}\/load_balancers(\/\{\w+\})?$/, type: 'cloudflare_load_balancer' },
  { path: /\/logpush\/jobs(\/\{job_id\})?$/, type: 'cloudflare_logpush_job' },
  { path: /\/alerting\/v3\/policies(\/\{policy_id\})?$/, type: 'cloudflare_notification_policy' },
  { path: /\/(user|accounts\/\{account_id\})\/tokens(\/\{\w+\})?$/, type: 'cloudflare_api_token' },
];

/** The resource that a call makes, as Terraform writes it; undefined for calls that Terraform does not make. */
export function terraformText({ operation, params, body }: ApiCall): string | undefined {
  const [method = '', path = ''] = operation.split(' ');
  const resource = resources.find((each) => each.path.test(path));
  if (!resource || method === 'GET' || method === 'DELETE' || !isObject(body)) return undefined;
  const owner = path.startsWith('/zones/{zone_id}/') ? { zone_id: params['zone_id'] } : {};
  const account = path.startsWith('/accounts/') ? { account_id: params['account_id'] } : {};
  const members = { ...account, ...owner, ...body };
  return `resource "${resource.type}" "example" ${block(members, '')}\n`;
}

function block(members: Readonly<Record<string, unknown>>, indent: string): string {
  const inner = `${indent}  `;
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...entries.map(([name]) => memberName(name).length));
  const lines = entries.map(
    ([name, value]) => `${inner}${memberName(name).padEnd(width)} = ${valueText(value, inner)}\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function valueText(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object')) {
      return `[${value.map((item) => valueText(item, indent)).join(', ')}]`;
    }
    const items = value.map((item) => valueText(item, indent));
    return `[${items.join(', ')}]`;
  }
  if (isObject(value)) return block(value, indent);
  if (typeof value === 'string') return textValue(value);
  return String(value);
}

/** `${` and `%{` would begin a template. */
function textValue(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, (sign) => sign + sign);
}

function memberName(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
