import { type Command, Option } from 'commander';
import { flagOf, type Setting } from '../app/settings/setting.ts';
import { readSettings, type Settings, settingsTable } from '../app/settings/settings.ts';

type Name = keyof typeof settingsTable;

/** Adds a flag for each of the named settings, or for all of them, to a command. */
export function addSettingOptions(command: Command, names?: readonly Name[]): Command {
  for (const setting of rows(names)) {
    const text = `${setting.summary.replaceAll('`', '')} [${setting.variable}] (default: ${setting.defaultText.replaceAll('`', '')})`;
    command.addOption(new Option(`--${flagOf(setting)} <value>`, text));
  }
  return command;
}

/** The environment variables, overridden by the flags of the command. */
export function settingSources(command: Command): Record<string, string | undefined> {
  return { ...process.env, ...settingFlags(command) };
}

/** The flags of the command, by variable. */
export function settingFlags(command: Command): Record<string, string> {
  const flags = command.opts<Record<string, string | undefined>>();
  const given = rows().flatMap((setting) => {
    const value = flags[camelCase(flagOf(setting))];
    return value === undefined ? [] : [[setting.variable, value] as const];
  });
  return Object.fromEntries(given);
}

export function settingsOf(command: Command): Settings {
  return readSettings(settingSources(command));
}

function rows(names?: readonly Name[]): Setting<unknown>[] {
  const wanted = names ?? (Object.keys(settingsTable) as Name[]);
  return wanted.map((name) => settingsTable[name] as Setting<unknown>);
}

function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
