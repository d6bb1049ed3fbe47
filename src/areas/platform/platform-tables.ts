import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the platform area. Times are milliseconds, booleans 0 or 1, `…_json` is JSON text. */
export interface PlatformTables extends CoreTables {
  accounts: AccountTable;
  users: UserTable;
  zones: ZoneTable;
  tokens: TokenTable;
  sessions: SessionTable;
  sign_in_codes: SignInCodeTable;
  url_normalizations: UrlNormalizationTable;
  zone_settings: ZoneSettingTable;
  zone_setting_traces: ZoneSettingTraceTable;
  zone_subscriptions: ZoneSubscriptionTable;
  zone_holds: ZoneHoldTable;
  expiry_warnings: ExpiryWarningTable;
}

export type PlatformDatabase = Database<PlatformTables>;

export interface AccountTable {
  id: string;
  name: string;
  /** The name in lower case, for filters that ignore the case. */
  name_key: string;
  type: string;
  settings_json: string;
  created_at: number;
}

export interface UserTable {
  id: string;
  email: string;
  key_hash: string;
  profile_json: string;
  created_at: number;
  modified_at: number;
}

export interface ZoneTable {
  id: string;
  name: string;
  account_id: string;
  status: string;
  type: string;
  paused: number;
  plan: string;
  vanity_name_servers_json: string;
  created_at: number;
  modified_at: number;
  activated_at: number | null;
}

/** Zones without a row have the defaults. */
export interface UrlNormalizationTable {
  zone_id: string;
  type: string;
  scope: string;
  ambiguous_paths: string;
}

/** Settings without a row have their defaults. */
export interface ZoneSettingTable {
  zone_id: string;
  id: string;
  value_json: string;
  modified_at: number;
}

/** A setting that had a value other than its default once. */
export interface ZoneSettingTraceTable {
  zone_id: string;
  id: string;
}

/** Members of a zone's subscription that clients write. Its plan is a column of the zone. */
export interface ZoneSubscriptionTable {
  zone_id: string;
  frequency: string;
}

export interface ZoneHoldTable {
  zone_id: string;
  include_subdomains: number;
  /** The hold is in force from this time on; null: there is no hold. */
  hold_after: number | null;
}

export interface TokenTable {
  id: string;
  owner_type: string;
  owner_id: string;
  name: string;
  status: string;
  secret_hash: string;
  policies_json: string;
  condition_json: string | null;
  not_before: number | null;
  expires_on: number | null;
  issued_at: number;
  modified_at: number;
  last_used_at: number | null;
  /** `settings`: the administrator token, which each start updates from the settings. Null: any other token. */
  managed_by: string | null;
}

export interface SessionTable {
  id: string;
  secret_hash: string;
  /** Of the token or key that the session stands for. */
  credential_hash: string;
  /** The user, if it stands for a key. */
  user_id: string | null;
  created_at: number;
  /** Up to half a minute old. */
  last_used_at: number;
}

export interface SignInCodeTable {
  code_hash: string;
  credential_hash: string;
  user_id: string | null;
  expires_at: number;
}

/** An alert about something that expires. It is there once it was recorded. */
export interface ExpiryWarningTable {
  alert_id: string;
  expires_at: number;
}
