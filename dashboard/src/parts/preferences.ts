import { Store, useStore } from '../api/store.ts';

/** What the dashboard remembers in this browser. Nothing secret. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly isNavigationCollapsed: boolean;
  readonly lastZone: string | undefined;
  /** Hidden columns, by table. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
}

const KEY = 'palisade';

const defaults: Preferences = {
  theme: 'system',
  isNavigationCollapsed: false,
  lastZone: undefined,
  hiddenColumns: {},
};

const preferences = new Store<Preferences>({ ...defaults, ...stored() });

export function usePreferences(): Preferences {
  return useStore(preferences);
}

export function setPreferences(changed: Partial<Preferences>): void {
  const all = { ...preferences.get(), ...changed };
  preferences.set(all);
  // A browser that stores nothing has the defaults at each visit.
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {}
}

export function onPreferences(listener: (all: Preferences) => void): void {
  listener(preferences.get());
  preferences.subscribe(() => listener(preferences.get()));
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}
