import { orDefault, ReadOnly, Resettable } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { defaultFlags, type PageSettings, type SettingsChange } from './settings-model.ts';

const Flag = Resettable(Type.Boolean());

/** `use_cloudflare_reporting_endpoint` is the name of the same flag in the public API. */
export const SettingsBody = Type.Object({
  enabled: Flag,
  use_platform_reporting_endpoint: Flag,
  use_cloudflare_reporting_endpoint: Flag,
  use_connection_url_path: Flag,
  updated_at: ReadOnly,
});

const flags = {
  use_platform_reporting_endpoint: Type.Boolean(),
  use_cloudflare_reporting_endpoint: Type.Boolean(),
  use_connection_url_path: Type.Boolean(),
};
const common = { enabled: Type.Boolean(), updated_at: Type.String() };

export const SettingsResponse = Type.Object({ ...common, ...flags });
/** The flags are present if the body has one of them. */
export const SettingsChangeResponse = Type.Object({
  ...common,
  ...Type.Partial(Type.Object(flags)).properties,
});

export function toSettingsChange(body: Static<typeof SettingsBody>): SettingsChange {
  const {
    use_cloudflare_reporting_endpoint: publicName,
    use_platform_reporting_endpoint: usesSharedEndpoint = publicName,
  } = body;
  return {
    enabled: orDefault(body.enabled, defaultFlags.enabled),
    usesSharedEndpoint: orDefault(usesSharedEndpoint, defaultFlags.usesSharedEndpoint),
    keepsConnectionPaths: orDefault(
      body.use_connection_url_path,
      defaultFlags.keepsConnectionPaths,
    ),
  };
}

export function settingsResponse(settings: PageSettings): Static<typeof SettingsResponse> {
  return {
    enabled: settings.enabled,
    updated_at: toMicrosecondText(settings.updatedAt),
    use_platform_reporting_endpoint: settings.usesSharedEndpoint,
    use_cloudflare_reporting_endpoint: settings.usesSharedEndpoint,
    use_connection_url_path: settings.keepsConnectionPaths,
  };
}

/** If a change only switches page monitoring on or off, the response has only that member. */
export function settingsChangeResponse(settings: PageSettings, change: SettingsChange) {
  const { enabled, updated_at, ...flags } = settingsResponse(settings);
  const isSwitch =
    change.usesSharedEndpoint === undefined && change.keepsConnectionPaths === undefined;
  return { enabled, updated_at, ...(!isSwitch && flags) };
}
