/**
 * Writes docs/reference from the tables in the code, and the table of SDK methods from the official SDK, so that
 * no list is kept twice. With `--check` it writes nothing and fails when a file is not up to date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModules, withoutNode } from '../src/app/modules.ts';
import { API_BASE } from '../src/app/node/api-base.ts';
import { flagOf } from '../src/app/settings/setting.ts';
import { readSettings, settingsTable } from '../src/app/settings/settings.ts';
import { settingsRoute } from '../src/app/settings/settings-route.ts';
import { edgeStatusRoute } from '../src/app/snapshots/edge-status.ts';
import { callOf } from '../src/areas/rulesets/expressions/expression-reference.ts';
import { actions } from '../src/catalogs/actions.ts';
import { attackFamilies } from '../src/catalogs/attacks/attack-families.ts';
import { datasets } from '../src/catalogs/datasets/datasets.ts';
import { errorCodes, noticeCodes } from '../src/catalogs/error-codes.ts';
import type { FieldEntry } from '../src/catalogs/fields/field-entry.ts';
import { fields } from '../src/catalogs/fields/fields.ts';
import { limits } from '../src/catalogs/limits.ts';
import { coreRuleset } from '../src/catalogs/managed-rulesets/core/core.ts';
import { genericRules } from '../src/catalogs/managed-rulesets/managed/generic-rules.ts';
import { managedRuleset } from '../src/catalogs/managed-rulesets/managed/managed.ts';
import { targetedGroups } from '../src/catalogs/managed-rulesets/managed/targeted/targeted-rules.ts';
import type {
  ManagedRule,
  ManagedRuleset,
} from '../src/catalogs/managed-rulesets/managed-ruleset.ts';
import { managedRulesets } from '../src/catalogs/managed-rulesets/managed-rulesets.ts';
import { administratorGroup, groupNameFor, permissionGroups } from '../src/catalogs/permissions.ts';
import { phases } from '../src/catalogs/phases.ts';
import { DEFAULT_PLAN, plans } from '../src/catalogs/plans.ts';
import type { ZoneSetting } from '../src/catalogs/zone-settings/zone-setting.ts';
import { zoneSettings } from '../src/catalogs/zone-settings/zone-settings.ts';
import {
  families,
  features,
  pointsOf,
} from '../src/detectors/script-classifier/features/features.ts';
import { defaultLimits, standardFunctions } from '../src/expression/expression.ts';
import { comparisonOperators, logicalOperators, notOperator } from '../src/expression/operators.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import type { Route } from '../src/http/route.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { openDatabase } from '../src/storage/database.ts';
import { sqliteDialect } from '../src/storage/dialects/sqlite/sqlite-dialect.ts';
import { apiTypesModule } from './api-types.ts';
import { sdkCallsModule } from './sdk-calls.ts';

const FOLDER = 'docs/reference';
const NOTE = '<!-- Written by `npm run reference` from the tables in the code. Do not edit. -->';

const pages: Readonly<Record<string, () => string>> = {
  'api.md': apiPage,
  'datasets.md': datasetsPage,
  'errors.md': errorsPage,
  'expressions.md': expressionsPage,
  'managed-rulesets.md': managedRulesetsPage,
  'permissions.md': permissionsPage,
  'phases.md': phasesPage,
  'plans.md': plansPage,
  'script-features.md': scriptFeaturesPage,
  'settings.md': settingsPage,
  'zone-settings.md': zoneSettingsPage,
};

/** Generated files by their paths. */
const files: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(Object.entries(pages).map(([name, page]) => [join(FOLDER, name), page])),
  'src/http/docs/sdk-calls.ts': sdkCalls,
  'dashboard/src/parts/copy-as/sdk-calls.ts': sdkCalls,
  'dashboard/src/api/operations.ts': operationTypes,
};

/** Pages with measurements that take long; separate scripts write them. */
const measuredPages: readonly string[] = [
  'attack-report.md',
  'detection-report.md',
  'script-report.md',
];

if (process.argv.includes('--check')) checkFiles();
else writeFiles();

function writeFiles(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text());
  process.stdout.write(`wrote ${Object.keys(files).length} files\n`);
}

function checkFiles(): void {
  const changed = Object.entries(files)
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text())
    .map(([path]) => path);
  const strangers = readdirSync(FOLDER).filter(
    (name) => !Object.hasOwn(pages, name) && !measuredPages.includes(name),
  );
  for (const path of changed) {
    process.stderr.write(`${path} is not up to date: run npm run reference\n`);
  }
  for (const name of strangers) {
    process.stderr.write(`${join(FOLDER, name)} is not written by scripts/reference.ts\n`);
  }
  if (changed.length + strangers.length > 0) process.exit(1);
  process.stdout.write(`${Object.keys(files).length} generated files are up to date\n`);
}

function datasetsPage(): string {
  return document(
    'Datasets of log push',
    'What log push jobs can ship, see [docs/log-push.md](../log-push.md). Fields without data are written as the zero value of their type, and filters treat them as absent.',
    ...datasets.flatMap(({ name, description, scope, shippedBy, fields }) => [
      `## ${name}`,
      `${description}. Jobs belong to ${scope === 'zone' ? 'a zone' : 'an account'}; ${shippedBy === 'edge' ? 'each node ships what its edge has served' : 'one node ships the lines of all'}.`,
      table(
        ['Field', 'Type', 'Meaning', 'Default', 'In filters'],
        fields.map((field) => [
          code(field.name),
          field.type,
          field.description,
          field.isDefault ? 'yes' : '',
          field.isUnfilterable || field.type === 'object' ? 'no' : 'yes',
        ]),
      ),
    ]),
  );
}

function scriptFeaturesPage(): string {
  return document(
    'Features of scripts',
    'What the script classifier looks for and how many points it gives; see `docs/script-classification.md` for how points become scores.',
    ...families.flatMap((family) => [
      `## ${family}`,
      table(
        ['Feature', 'What the script does', 'Points'],
        features[family].map((it) => [code(it.id), it.what, String(pointsOf(family, it))]),
      ),
    ]),
  );
}

function settingsPage(): string {
  const rows = Object.values(settingsTable).map((setting) => [
    code(setting.variable),
    code(`--${flagOf(setting)}`),
    setting.summary,
    setting.defaultText,
  ]);
  return document(
    'Settings',
    'Each setting is an environment variable and a flag of `palisade serve`; the flag takes precedence. An invalid value stops the start with a message. A `PALISADE_` variable that is not listed here has no effect; the start reports it.',
    table(['Variable', 'Flag', 'Meaning', 'Default'], rows),
  );
}

function zoneSettingsPage(): string {
  const [acting, stored] = [true, false].map((acts) =>
    zoneSettings.filter(({ effect }) => (effect !== undefined) === acts),
  );
  const common = ({ id, value, default: byDefault, from, most }: ZoneSetting) => [
    code(id),
    valueText(value),
    most ? 'the limit of the plan' : code(JSON.stringify(byDefault)),
    from === 'free' ? 'all' : `from ${from}`,
  ];
  const headings = ['Setting', 'Values', 'Default', 'Plans'];
  return document(
    'Settings of zones',
    'All settings of `/zones/{zone_id}/settings`; [docs/zone-settings.md](../zone-settings.md) explains those that act.',
    '## Acts here: yes',
    table(
      [...headings, 'What the edge does'],
      (acting ?? []).map((setting) => [...common(setting), setting.effect ?? '']),
    ),
    '## Acts here: no\n\nThese are stored for clients that write them, and responses say that they have no effect.',
    table(
      [...headings, 'Why not'],
      (stored ?? []).map((setting) => [...common(setting), setting.reason ?? '']),
    ),
  );
}

/** The values that a schema allows, in short. */
function valueText(schema: object): string {
  const {
    enum: values,
    type,
    anyOf,
    minimum,
    maximum,
  } = schema as {
    enum?: readonly unknown[];
    type?: string;
    anyOf?: readonly object[];
    minimum?: number;
    maximum?: number;
  };
  if (values) return values.map((value) => code(String(value))).join(' ');
  if (anyOf) return anyOf.map(valueText).join(' or ');
  return maximum === undefined ? `${type}` : `${type} from ${minimum} to ${maximum}`;
}

function errorsPage(): string {
  const errors = Object.entries(errorCodes).map(([name, { number, status, text, fault }]) => [
    String(number),
    String(status),
    code(name),
    text,
    fault === 'caller' ? 'caller' : 'Palisade',
  ]);
  const notices = Object.entries(noticeCodes).map(([name, { number, text }]) => [
    String(number),
    code(name),
    text,
  ]);
  return document(
    'Error codes',
    'Numbers from 11000 to 11999, and from 21000 to 21999 for rulesets, are Palisade\'s own; all others are those of the public API. One number can have several texts. `{…}` is a placeholder; "To act" names who has to fix the problem.',
    table(['Code', 'Status', 'Name in the code', 'Message', 'To act'], errors),
    '## Notices\n\nEntries of `messages` in a successful response.',
    table(['Code', 'Name in the code', 'Message'], notices),
  );
}

function permissionsPage(): string {
  const [acting, waiting] = [true, false].map((acts) =>
    permissionGroups
      .filter((group) => group.grants.length > 0 === acts)
      .map((group) => [
        group.name,
        group.scopes.join(', '),
        code(group.id),
        group === administratorGroup ? 'everything' : group.grants.map(code).join(', '),
      ]),
  );
  return document(
    'Permission groups',
    'The permission groups for the policies of a token. A group applies to resources of its scope; a group for accounts also covers their zones. Groups of the public API have their public ids.',
    table(['Name', 'Scope', 'Id', 'Grants'], acting ?? []),
    '## Without effect yet\n\nThese belong to areas that are not built. Tokens can hold them, so that existing token definitions work unchanged.',
    table(
      ['Name', 'Scope', 'Id'],
      (waiting ?? []).map((row) => row.slice(0, 3)),
    ),
  );
}

function plansPage(): string {
  const rows = plans.map((plan) => [
    code(plan.legacyId) + (plan.legacyId === DEFAULT_PLAN ? ' (default)' : ''),
    plan.name,
    code(plan.id),
    code(plan.rateName),
    String(plan.pageRuleQuota),
    String(plan.healthCheckQuota),
    String(plan.maxUploadMegabytes),
  ]);
  const quotas = Object.entries(limits).map(([name, limit]) => [
    code(name),
    Number.isFinite(limit) ? String(limit) : 'none',
  ]);
  return document(
    'Plans and quotas',
    'Plans are data: nothing is sold. A zone has the default plan unless it is changed; the others exist for clients and tests that expect them.',
    table(
      [
        'Name',
        'Title',
        'Id',
        'Name in subscriptions',
        'Page rules',
        'Health checks',
        'Largest body in MB',
      ],
      rows,
    ),
    '## Quotas',
    table(['Quota', 'Limit'], quotas),
  );
}

function expressionsPage(): string {
  const operators = [...comparisonOperators].map(({ spellings, left }) => [
    spellings.map(code).join(' '),
    left.join(', '),
  ]);
  const logical = [notOperator, ...logicalOperators.toReversed()].map(({ spellings }) => [
    spellings.map(code).join(' '),
  ]);
  const functions = standardFunctions.map((definition) => [
    code(callOf(definition)),
    definition.description,
    definition.phases ? definition.phases.map(code).join(', ') : 'all',
  ]);
  const rows = fields.map((field) => [
    code(field.name),
    code(field.type),
    field.side === 'both' ? 'request, response' : field.side,
    field.aliasOf === undefined
      ? `${field.description}${valueNote(field)}`
      : `older name of ${code(field.aliasOf)}`,
  ]);
  const limitRows = Object.entries(defaultLimits).map(([name, value]) => [
    code(name),
    String(value),
  ]);
  return document(
    'Expression language',
    'Conditions of rules, such as `http.host eq "example.com" and not ip.src in {192.0.2.0/24}`. [docs/rulesets.md](../rulesets.md) explains the language; this page lists its fields, functions and operators. `palisade expr check` and `palisade expr eval` try an expression.',
    '## Comparisons',
    table(['Spellings', 'Left side'], operators),
    '## Logic\n\nIn order of precedence.',
    table(['Spellings'], logical),
    '## Functions',
    table(['Call', 'Result', 'Phases'], functions),
    '## Fields',
    table(['Name', 'Type', 'Side', 'Meaning'], rows),
    '## Limits',
    table(['Limit', 'Default'], limitRows),
  );
}

function phasesPage(): string {
  const rows = phases.map((phase) => [
    code(phase.name),
    phase.side,
    Object.entries(phase.actions)
      .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
      .join('; '),
    Object.values(phase.quota).join(' / '),
    phase.isNotRun ? 'no: its rules are stored and have no effect' : 'yes',
  ]);
  const actionRows = actions.map((action) => [
    code(action.name),
    action.terminating ? 'yes' : 'no',
    action.parametersRequired ? 'required' : action.parameters ? 'optional' : 'none',
  ]);
  return document(
    'Phases and actions',
    'Phases run in this order. Rules of a phase can have the actions listed for the kind of their ruleset.',
    table(['Phase', 'Side', 'Actions', 'Rules (free / pro / business / enterprise)', 'Runs'], rows),
    '## Actions',
    table(['Action', 'Ends the phase', 'Parameters'], actionRows),
  );
}

function managedRulesetsPage(): string {
  const sections = managedRulesets.flatMap((ruleset) => [
    `## ${ruleset.name}`,
    `${ruleset.description}. Id ${code(ruleset.id)}, phase ${code(ruleset.phase)}, version ${ruleset.version}, ${ruleset.rules.length} rules.`,
    ...groupsOf(ruleset).flatMap(([title, rules]) => [
      ...(title === '' ? [] : [`### ${title}`]),
      managedRulesTable(rules),
    ]),
  ]);
  return document(
    'Managed rulesets',
    'Deploy a managed ruleset with an `execute` rule and change it with overrides. The samples beside each rule in `src/catalogs/managed-rulesets` show which requests and responses it matches and which it does not.',
    'A rule about a known vulnerability also has a tag for each CVE in its description, such as `cve-2021-44228`.',
    ...sections,
  );
}

/** The rules under headings; the title is empty if there are too few rules for any. */
function groupsOf(ruleset: ManagedRuleset): [title: string, rules: readonly ManagedRule[]][] {
  if (ruleset === managedRuleset) {
    return [['Generic rules', genericRules], ...Object.entries(targetedGroups)];
  }
  if (ruleset !== coreRuleset) return [['', ruleset.rules]];
  const families = Object.entries(attackFamilies).map(
    ([family, { title }]): [string, ManagedRule[]] => [
      title,
      ruleset.rules.filter(({ categories }) => categories[1] === family),
    ],
  );
  const closing = ruleset.rules.filter(({ kind }) => kind === 'threshold');
  return [...families.filter(([, rules]) => rules.length > 0), ['Closing rule', closing]];
}

function managedRulesTable(rules: readonly ManagedRule[]): string {
  return table(
    ['Rule', 'Id', 'Tags', 'Action', 'On'],
    rules.map((rule) => [
      rule.description,
      code(rule.id),
      rule.categories.filter((tag) => !tag.startsWith('cve-')).join(', '),
      rule.defaultAction,
      rule.defaultEnabled ? 'yes' : 'no',
    ]),
  );
}

function apiPage(): string {
  const byTag = Map.groupBy(routes(), (route) => route.tag);
  const sections = [...byTag].flatMap(([tag, rows]) => [
    `## ${tag}`,
    table(
      ['Call', 'What it does', 'Permission'],
      rows.map((route) => [code(callText(route)), route.summary, permissionOf(route)]),
    ),
  ]);
  return document(
    'API operations',
    `Paths are below \`${API_BASE}\`. A running node serves the whole description, with parameters and bodies, at \`/openapi.json\` and, for people, at \`/docs\`.`,
    ...sections,
  );
}

function valueNote({ isUnfilled, geoip }: FieldEntry): string {
  if (isUnfilled) return '. Palisade has no data for it';
  return geoip ? '. Needs `PALISADE_GEOIP_FILES`' : '';
}

/** The areas over a database that is never opened: only their route tables are read. */
function routes(): Route[] {
  const { all } = createModules(
    openDatabase(sqliteDialect(':memory:')),
    systemClock,
    readSettings({}),
    withoutNode,
  );
  const unread = () => {
    throw new Error('only the table is read');
  };
  const ofNode = [edgeStatusRoute(unread), settingsRoute(unread)];
  return [...all.flatMap((module) => module.routes), ...ofNode];
}

function callText({ method, path }: Route): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
}

function sdkCalls(): string {
  return sdkCallsModule(routes().map(callText));
}

function operationTypes(): string {
  const info = { title: 'Palisade', version: '', basePath: API_BASE };
  return apiTypesModule(openApiDocument(info, routes()), API_BASE);
}

function permissionOf({ access }: Route): string {
  switch (access.kind) {
    case 'capability':
      return groupNameFor(access.capability);
    case 'installation':
      return groupNameFor('installation:write');
    case 'self-service':
      return 'the token in question';
  }
}

function document(title: string, ...parts: readonly string[]): string {
  return `${[`# ${title}`, NOTE, ...parts].join('\n\n')}\n`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${headings.map(() => '---|').join('')}`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
