import { listenUrl } from '../app/settings/listen-url.ts';
import {
  readSettings,
  type Settings,
  settingsTable,
  unknownVariables,
} from '../app/settings/settings.ts';
import { type NodeSettings, SETTINGS_PATH } from '../app/settings/settings-route.ts';
import { shownSettings } from '../app/settings/shown-settings.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { type ApiClient, runningApi } from './api-client.ts';
import { type Finding, ok, warning } from './finding.ts';
import { ownNode } from './own-node.ts';

/** Shorter than for other commands: programs that are no node may listen at the address and never respond. */
const PATIENCE_MS = 5_000;

type Sources = Readonly<Record<string, string | undefined>>;

/** The settings that a check is about. */
export interface ExaminedSettings {
  readonly settings: Settings;
  /** Whose settings they are. */
  readonly finding: Finding;
  /** Variables that are not settings. */
  readonly unknown: readonly string[];
  /** Settings that the node does not show and that this shell does not set either. */
  readonly hidden: ReadonlySet<keyof Settings>;
}

/**
 * The settings of the node that runs, which may differ from those of this shell; if none runs, those of this shell.
 * Flags override both.
 */
export async function examinedSettings(
  environment: Sources,
  flags: Sources = {},
): Promise<ExaminedSettings> {
  const sources = { ...environment, ...flags };
  const own = readSettings(sources);
  const ofShell = (finding: Finding): ExaminedSettings => ({
    settings: own,
    finding,
    unknown: unknownVariables(sources),
    hidden: new Set(),
  });
  try {
    const api = await runningApi(own, PATIENCE_MS);
    if (!api) return ofShell({ check: 'node', ...noNode(own) });
    const { result } = await api.call('GET', SETTINGS_PATH);
    return ofNode(result as NodeSettings, api, { environment, flags, own });
  } catch (error) {
    const outcome = warning(
      `the settings of the node cannot be read, so those of this shell are checked: ${describeError(error)}`,
      'If it is your node, set PALISADE_DATA_DIR to its data folder, or PALISADE_ADMIN_TOKEN to its token.',
    );
    return ofShell({ check: 'node', ...outcome });
  }
}

function noNode({ apiListen, dataDir }: Settings) {
  const node = ownNode(dataDir);
  if (!node) {
    return ok(
      `none runs on ${dataDir}, and none listens at ${listenUrl(apiListen)}; the settings of this shell are checked`,
    );
  }
  return warning(
    `process ${node.pid} runs on ${dataDir}, but its API does not respond; the settings of this shell are checked`,
    'Its log shows the reason.',
  );
}

interface Shell {
  readonly environment: Sources;
  readonly flags: Sources;
  /** The settings of both. */
  readonly own: Settings;
}

function ofNode(
  { process_id: pid, settings: shown, unknown_variables: unknown }: NodeSettings,
  { address }: ApiClient,
  { environment, flags, own }: Shell,
): ExaminedSettings {
  const sources: Record<string, string | undefined> = { ...environment };
  const hidden = new Set<string>();
  for (const { variable, value, hidden: isHidden } of shown) {
    if (!isHidden) sources[variable] = value ?? undefined;
    else if (!(flags[variable] ?? environment[variable])) hidden.add(variable);
  }
  const names = Object.entries(settingsTable).filter(([, row]) => hidden.has(row.variable));
  const ignored = differing(shown, { environment, flags, own });
  const others =
    ignored.length === 0 ? '' : `, not those that this shell sets: ${ignored.join(', ')}`;
  return {
    settings: readSettings({ ...sources, ...flags }),
    finding: {
      check: 'node',
      ...ok(`process ${pid} at ${address}; its settings are checked${others}`),
    },
    unknown,
    hidden: new Set(names.map(([name]) => name as keyof Settings)),
  };
}

/** Variables of this shell that have no effect here, because the node runs with other values. */
function differing(
  shown: NodeSettings['settings'],
  { environment, flags, own }: Shell,
): readonly string[] {
  const ofNode = new Map(shown.map(({ variable, value }) => [variable, value]));
  return shownSettings(own, environment)
    .filter(({ variable, hidden }) => environment[variable] && !flags[variable] && !hidden)
    .filter(({ variable, value }) => ofNode.get(variable) !== value)
    .map(({ variable }) => variable);
}
