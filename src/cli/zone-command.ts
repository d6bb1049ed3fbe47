import { Command } from 'commander';
import { addOrigins, parseOrigin } from '../tools/site.ts';
import { listAll, withApi } from './api-command.ts';
import { printTable } from './print-table.ts';

interface Zone {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly paused: boolean;
  readonly plan: { readonly legacy_id: string };
  readonly account: { readonly id: string; readonly name: string };
}

export function zoneCommand(): Command {
  return new Command('zone')
    .description('Zones: the domains this installation serves')
    .addCommand(addZone())
    .addCommand(listZones())
    .addCommand(removeZone());
}

interface AddOptions {
  readonly account?: string;
  readonly origin?: readonly string[];
}

function addZone(): Command {
  const command = new Command('add')
    .description('Create a zone and, with --origin, say where its traffic goes')
    .argument('<name>', 'domain name, such as shop.test')
    .option('--account <id>', 'account that owns it (default: the first by name)')
    .option(
      '--origin <url...>',
      'server behind the zone, such as http://127.0.0.1:3000; several share the traffic',
    );
  return withApi(command, async (api, name: string, options: AddOptions) => {
    const origins = (options.origin ?? []).map(parseOrigin);
    const accountId = options.account ?? (await listAll<{ id: string }>(api, '/accounts'))[0]?.id;
    const body = { name, account: { id: accountId } };
    const zone = (await api.call('POST', '/zones', body)).result as Zone;
    process.stdout.write(`Created zone ${zone.name} with id ${zone.id}.\n`);
    if (origins.length === 0) return;
    await addOrigins(api, zone, origins);
    const where = (options.origin ?? []).join(', ');
    process.stdout.write(`Requests for ${zone.name} go to ${where}.\n`);
  });
}

function listZones(): Command {
  return withApi(new Command('list').description('List all zones'), async (api) => {
    const zones = await listAll<Zone>(api, '/zones');
    printTable(
      ['ID', 'NAME', 'STATUS', 'PLAN', 'ACCOUNT'],
      zones.map((zone) => [
        zone.id,
        zone.name,
        zone.paused ? 'paused' : zone.status,
        zone.plan.legacy_id,
        zone.account.name,
      ]),
    );
  });
}

function removeZone(): Command {
  const command = new Command('remove')
    .description('Delete a zone and everything configured for it')
    .argument('<name-or-id>', 'domain name or id of the zone');
  return withApi(command, async (api, wanted: string) => {
    const zones = await listAll<Zone>(api, '/zones');
    const zone = zones.find(({ id, name }) => id === wanted || name === wanted);
    if (!zone) throw new Error(`there is no zone ${wanted}; palisade zone list shows them`);
    await api.call('DELETE', `/zones/${zone.id}`);
    process.stdout.write(`Deleted zone ${zone.name}.\n`);
  });
}
