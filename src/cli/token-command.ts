import { Command } from 'commander';
import { listAll } from '../tools/list-all.ts';
import { type PermissionGroup, permissionGroupsNamed } from '../tools/permission-groups.ts';
import { zoneNamed } from '../tools/zone-named.ts';
import { withApi } from './api-command.ts';
import { type ListOptions, printList, withJsonOption } from './print-list.ts';

interface Token {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly issued_on: string;
  readonly last_used_on?: string;
  readonly value?: string;
}

interface CreateOptions {
  readonly permission: readonly string[];
  readonly zone?: string;
  readonly expires?: string;
  readonly allowIp?: readonly string[];
}

export function tokenCommand(): Command {
  return new Command('token')
    .description('API tokens of the administrator')
    .addCommand(createToken())
    .addCommand(listTokens())
    .addCommand(revokeToken());
}

function createToken(): Command {
  const command = new Command('create')
    .description('Create a token with chosen permissions and print its secret')
    .argument('<name>', 'name of the token; say what it is for')
    .requiredOption('--permission <names...>', 'permission groups, such as "Zone Read"')
    .option('--zone <name-or-id>', 'restrict it to this zone (default: all accounts and zones)')
    .option('--expires <time>', 'time at which it expires, such as 2027-01-31T00:00:00Z')
    .option('--allow-ip <cidrs...>', 'restrict it to these client addresses');
  return withApi(
    command,
    async (api, name: string, options: CreateOptions) => {
      const wanted = await permissionGroupsNamed(api, options.permission);
      if (options.zone !== undefined) wanted.forEach(requireZoneGroup);
      const zone = options.zone === undefined ? undefined : await zoneNamed(api, options.zone);
      const user = (await api.call('GET', '/user')).result as { id: string };
      const policies = policiesFor(wanted.flat(), zone?.id, user.id);
      const token = (
        await api.call('POST', '/user/tokens', {
          name,
          policies,
          ...(options.expires && { expires_on: options.expires }),
          ...(options.allowIp && { condition: { request_ip: { in: options.allowIp } } }),
        })
      ).result as Token;
      process.stdout.write(`${token.value}\n`);
      process.stderr.write(`Created token ${token.id}. Its secret is shown only now.\n`);
    },
    { mayInstall: true },
  );
}

const ZONE_SCOPE = 'com.cloudflare.api.account.zone';

/** A permission without an effect in the zone would be missing from the token in silence. */
function requireZoneGroup(groups: readonly PermissionGroup[]): void {
  if (groups.some(({ scopes }) => scopes.includes(ZONE_SCOPE))) return;
  throw new Error(
    `the permission "${groups[0]?.name}" does not apply to a zone: leave it out, or leave out --zone`,
  );
}

/** One policy per kind of resource, because a permission group applies to one kind. */
function policiesFor(groups: readonly PermissionGroup[], zone: string | undefined, user: string) {
  const kinds = [
    { scope: ZONE_SCOPE, resource: `palisade.account.zone.${zone ?? '*'}` },
    { scope: 'com.cloudflare.api.account', resource: zone ? undefined : 'palisade.account.*' },
    { scope: 'com.cloudflare.api.user', resource: zone ? undefined : `palisade.user.${user}` },
  ];
  return kinds.flatMap(({ scope, resource }) => {
    const applicable = groups.filter((group) => group.scopes.includes(scope));
    if (resource === undefined || applicable.length === 0) return [];
    return [
      {
        effect: 'allow',
        resources: { [resource]: '*' },
        permission_groups: applicable.map(({ id }) => ({ id })),
      },
    ];
  });
}

function listTokens(): Command {
  const command = withJsonOption(new Command('list').description('List tokens'));
  const columns = {
    ID: ({ id }: Token) => id,
    NAME: ({ name }: Token) => name,
    STATUS: ({ status }: Token) => status,
    ISSUED: ({ issued_on }: Token) => issued_on,
    'LAST USED': ({ last_used_on }: Token) => last_used_on ?? 'never',
  };
  return withApi(command, async (api, options: ListOptions) => {
    printList(await listAll<Token>(api, '/user/tokens'), { columns }, options);
  });
}

function revokeToken(): Command {
  const command = new Command('revoke')
    .description('Delete a token; it stops working at once')
    .argument('<id>', 'id of the token');
  return withApi(command, async (api, id: string) => {
    await api.call('DELETE', `/user/tokens/${encodeURIComponent(id)}`);
    process.stdout.write(`Revoked token ${id}.\n`);
  });
}
