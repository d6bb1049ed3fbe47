import { type Static, Type } from 'typebox';
import { ReadOnly } from '../../../http/common-schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { PageSettings, SettingsChange } from './settings-model.ts';

const Flag = Type.Optional(Type.Boolean());

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
  use_connection_url_path: Type.Boolean(),
};
const common = { enabled: Type.Boolean(), updated_at: Type.String() };

export const SettingsResponse = Type.Object({ ...common, ...flags });
/** The two flags are present if the body has them. */
export const SettingsChangeResponse = Type.Object({
  ...common,
  ...Type.Partial(Type.Object(flags)).properties,
});

export function toSettingsChange(body: Static<typeof SettingsBody>): SettingsChange {
  return {
    enabled: body.enabled,
    usesSharedEndpoint:
      body.use_platform_reporting_endpoint ?? body.use_cloudflare_reporting_endpoint,
    keepsConnectionPaths: body.use_connection_url_path,
  };
}

export function settingsResponse(settings: PageSettings): Static<typeof SettingsResponse> {
  return {
    enabled: settings.enabled,
    updated_at: toMicrosecondText(settings.updatedAt),
    use_platform_reporting_endpoint: settings.usesSharedEndpoint,
    use_connection_url_path: settings.keepsConnectionPaths,
  };
}

/** The response to a change, without the flags that the body does not have. */
export function settingsChangeResponse(settings: PageSettings, change: SettingsChange) {
  const all = settingsResponse(settings);
  return {
    enabled: all.enabled,
    updated_at: all.updated_at,
    ...(change.usesSharedEndpoint !== undefined && {
      use_platform_reporting_endpoint: all.use_platform_reporting_endpoint,
    }),
    ...(change.keepsConnectionPaths !== undefined && {
      use_connection_url_path: all.use_connection_url_path,
    }),
  };
}
