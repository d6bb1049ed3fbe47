import { Command, Option } from 'commander';
import type { ApiClient } from '../tools/api-client.ts';
import { listAll } from '../tools/list-all.ts';
import { addOrigins, parseOrigin, removeSite, setOrigins } from '../tools/site.ts';
import { deployRules, type RuleMode, ruleModes } from '../tools/site-rules.ts';
import { type NamedZone, zoneNamed } from '../tools/zone-named.ts';
import { withApi } from './api-command.ts';
import { type ListOptions, printList, withJsonOption } from './print-list.ts';

export function zoneCommand(): Command {
  return new Command('zone')
    .description('Zones: the domains this installation serves')
    .addCommand(addZone())
    .addCommand(listZones())
    .addCommand(setOrigin())
    .addCommand(removeZone());
}

interface AddOptions {
  readonly account?: string;
  readonly origin?: readonly string[];
  readonly rules: RuleMode;
}

function addZone(): Command {
  const command = new Command('add')
    .description('Create a zone and, with --origin, send its traffic to your servers')
    .argument('<name>', 'domain name, such as shop.test')
    .option('--account <id>', 'account that owns the zone (default: the first by name)')
    .option(
      '--origin <url...>',
      'origin server of the zone, such as http://127.0.0.1:3000; several share the traffic',
    )
    .addOption(
      new Option('--rules <mode>', 'managed rules: block attacks, only log them, or none')
        .choices(ruleModes)
        .default('block'),
    )
    .addHelpText(
      'after',
      `
The zone gets the Managed Ruleset, which blocks clear attacks and logs likely ones, and the OWASP Core Ruleset, which logs
requests with a high score. Change them in the entry point of the phase http_request_firewall_managed; a later
deployment adds to that entry point instead of replacing it.`,
    );
  return withApi(
    command,
    async (api, name: string, options: AddOptions) => {
      const origins = (options.origin ?? []).map(parseOrigin);
      const accountId = options.account ?? (await listAll<{ id: string }>(api, '/accounts'))[0]?.id;
      const body = { name, account: { id: accountId } };
      const zone = (await api.call('POST', '/zones', body)).result as NamedZone;
      process.stdout.write(`Created zone ${zone.name} with id ${zone.id}.\n`);
      if (options.rules !== 'none') await protect(api, zone, options.rules);
      if (origins.length === 0) return;
      await addOrigins(api, zone, origins);
      const where = (options.origin ?? []).join(', ');
      process.stdout.write(`Requests for ${zone.name} go to ${where}.\n`);
    },
    { mayInstall: true },
  );
}

/** Without its rules, the zone would be less protected than the output says, so it is deleted again. */
async function protect(
  api: ApiClient,
  zone: NamedZone,
  mode: Exclude<RuleMode, 'none'>,
): Promise<void> {
  try {
    const { entryPointId, names } = await deployRules(api, zone, mode);
    // The core ruleset only logs what adds up to an attack, also in the mode `block`.
    const does =
      mode === 'block'
        ? `blocked by ${names.join(', logged by ')}`
        : `logged by ${names.join(' and ')}`;
    process.stdout.write(`Attacks are ${does}, in the entry point ${entryPointId}.\n`);
  } catch (error) {
    await removeSite(api, zone).catch(() => {});
    throw error;
  }
}

function listZones(): Command {
  const command = withJsonOption(new Command('list').description('List all zones'));
  const columns = {
    ID: ({ id }: NamedZone) => id,
    NAME: ({ name }: NamedZone) => name,
    STATUS: ({ paused, status }: NamedZone) => (paused ? 'paused' : status),
    PLAN: ({ plan }: NamedZone) => plan.legacy_id,
    ACCOUNT: ({ account }: NamedZone) => account.name,
  };
  return withApi(command, async (api, options: ListOptions) => {
    printList(await listAll<NamedZone>(api, '/zones'), { columns }, options);
  });
}

function removeZone(): Command {
  const command = new Command('remove')
    .description('Delete a zone and everything configured for it')
    .argument('<name-or-id>', 'domain name or id of the zone')
    .addHelpText('after', '\nThe pool that "zone add --origin" created is deleted as well.');
  return withApi(command, async (api, wanted: string) => {
    const zone = await zoneNamed(api, wanted);
    await removeSite(api, zone);
    process.stdout.write(`Deleted zone ${zone.name}.\n`);
  });
}

function setOrigin(): Command {
  const command = new Command('set-origin')
    .description('Send the traffic of a zone to other servers')
    .argument('<name-or-id>', 'domain name or id of the zone')
    .argument('<url...>', 'origin server, such as http://127.0.0.1:3000; several share the traffic')
    .addHelpText('after', '\nFor zones that were created by "zone add", with or without --origin.');
  return withApi(command, async (api, wanted: string, urls: readonly string[]) => {
    const origins = urls.map(parseOrigin);
    const zone = await zoneNamed(api, wanted);
    await setOrigins(api, zone, origins);
    process.stdout.write(`Requests for ${zone.name} go to ${urls.join(', ')}.\n`);
  });
}
