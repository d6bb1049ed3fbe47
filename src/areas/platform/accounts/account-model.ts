/** An account owns zones and tokens. Rights are granted on accounts and zones. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly type: 'standard' | 'enterprise';
  readonly settings: AccountSettings;
  readonly createdAt: number;
}

export interface AccountSettings {
  readonly enforceTwofactor: boolean;
  readonly abuseContactEmail: string | null;
}

export const defaultAccountSettings: AccountSettings = {
  enforceTwofactor: false,
  abuseContactEmail: null,
};

export function isAccountName(name: string): boolean {
  return name.trim().length > 0 && name.length <= 100;
}

/** The lock of every transaction that changes an account, or creates a zone or token in it. */
export const accountLock = (accountId: string) => `account ${accountId}`;
