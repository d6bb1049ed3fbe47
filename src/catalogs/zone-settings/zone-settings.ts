import { actingSettings } from './acting-settings.ts';
import { storedSettings } from './stored-settings.ts';
import type { ZoneSetting } from './zone-setting.ts';

/** All settings of zones, in the order in which the API lists them. */
export const zoneSettings: readonly ZoneSetting[] = [...actingSettings, ...storedSettings].sort(
  (a, b) => (a.id < b.id ? -1 : 1),
);

const settingsById = new Map(zoneSettings.map((setting) => [setting.id, setting]));

export function findZoneSetting(id: string): ZoneSetting | undefined {
  return settingsById.get(id);
}
