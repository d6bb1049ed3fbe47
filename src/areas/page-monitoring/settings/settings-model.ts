/** The settings of a zone for page monitoring. */
export interface PageSettings {
  readonly enabled: boolean;
  /** False: browsers report to the host of the page itself. */
  readonly usesSharedEndpoint: boolean;
  /** False: only scheme, host and port of connections are stored. */
  readonly keepsConnectionPaths: boolean;
  readonly updatedAt: number;
}

/** Absent members keep their values. */
export interface SettingsChange {
  readonly enabled?: boolean | undefined;
  readonly usesSharedEndpoint?: boolean | undefined;
  readonly keepsConnectionPaths?: boolean | undefined;
}

export const defaultFlags = {
  enabled: false,
  usesSharedEndpoint: true,
  keepsConnectionPaths: false,
};

export function defaultSettings(zoneCreatedAt: number): PageSettings {
  return { ...defaultFlags, updatedAt: zoneCreatedAt };
}
