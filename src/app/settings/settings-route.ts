import { ok, type Route, routeTable } from '../../http/route.ts';
import { type Static, Type } from '../../kernel/schema.ts';

const SettingsResponse = Type.Object({
  /** Of the primary. */
  process_id: Type.Integer(),
  settings: Type.Array(
    Type.Object({
      variable: Type.String(),
      /** Null for a secret, and for the default. */
      value: Type.Union([Type.String(), Type.Null()]),
      hidden: Type.Boolean(),
    }),
  ),
  /** Variables with the prefix of settings that have no effect. */
  unknown_variables: Type.Array(Type.String()),
});

export type NodeSettings = Static<typeof SettingsResponse>;

export const SETTINGS_PATH = '/node/settings';

export function settingsRoute(read: () => NodeSettings): Route {
  return routeTable({ tag: 'Node', service: 'core' })({
    method: 'GET',
    path: SETTINGS_PATH,
    operation: 'node-settings',
    summary: 'The settings of the node that responds; secrets are hidden',
    access: { kind: 'installation', what: 'read the settings of a node' },
    response: SettingsResponse,
    handle: async () => ok(read()),
  });
}
