import { PalisadeError } from '../../kernel/palisade-error.ts';

/** One row of the settings table. */
export interface Setting<T> {
  /** Environment variable; the flag of `serve` is derived from it. */
  readonly variable: string;
  readonly summary: string;
  /** How the documentation prints the default. It is not parsed. */
  readonly defaultText: string;
  readonly fallback: () => T;
  /** Parses the text, or throws an Error whose message names the expected form. */
  readonly parse: (text: string) => T;
  /** Whether a text contains a secret, which the API does not show. */
  readonly isSecret?: (text: string) => boolean;
  /** A text for the value that means the same in every working directory; for settings with paths. */
  absolute?(value: T): string | undefined;
}

export class SettingError extends PalisadeError {
  constructor(variable: string, problem: string) {
    super('bad_setting', `${variable}: ${problem}`);
  }
}

export function readSetting<T>(
  setting: Setting<T>,
  sources: Readonly<Record<string, string | undefined>>,
): T {
  const text = sources[setting.variable];
  if (text === undefined || text === '') return setting.fallback();
  try {
    return setting.parse(text);
  } catch (error) {
    throw new SettingError(setting.variable, (error as Error).message);
  }
}

/** `PALISADE_API_LISTEN` → `api-listen`. */
export function flagOf(setting: Setting<unknown>): string {
  return setting.variable
    .replace(/^PALISADE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}
