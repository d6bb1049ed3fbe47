import type { Setting } from './setting.ts';
import { type Settings, settingsTable } from './settings.ts';

/** A setting as the API shows it. */
export interface ShownSetting {
  readonly variable: string;
  /** The text of the setting, with absolute paths; null for a secret, and for the default. */
  readonly value: string | null;
  /** Whether the value is secret. */
  readonly hidden: boolean;
}

/** All settings without secrets. `sources` are the texts that `settings` were read from. */
export function shownSettings(
  settings: Settings,
  sources: Readonly<Record<string, string | undefined>>,
): ShownSetting[] {
  return Object.entries(settingsTable).map(([name, row]) => {
    const { variable, isSecret, absolute } = row as Setting<unknown>;
    const text = sources[variable] ?? '';
    if (text !== '' && isSecret?.(text)) return { variable, value: null, hidden: true };
    const value = absolute ? absolute(settings[name as keyof Settings]) : text;
    return { variable, value: value || null, hidden: false };
  });
}
