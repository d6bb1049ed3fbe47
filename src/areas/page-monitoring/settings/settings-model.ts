/** What a zone has chosen about the watching of its pages. */
export interface PageSettings {
  readonly enabled: boolean;
  /** False: browsers report to the host of the page itself. */
  readonly usesSharedEndpoint: boolean;
  /** False: of connections only scheme, host and port are kept. */
  readonly keepsConnectionPaths: boolean;
  readonly updatedAt: number;
}

/** Absent members keep their value. */
export interface SettingsChange {
  readonly enabled?: boolean | undefined;
  readonly usesSharedEndpoint?: boolean | undefined;
  readonly keepsConnectionPaths?: boolean | undefined;
}

export function defaultSettings(zoneCreatedAt: number): PageSettings {
  return {
    enabled: false,
    usesSharedEndpoint: true,
    keepsConnectionPaths: false,
    updatedAt: zoneCreatedAt,
  };
}
