import { orDefault, Resettable } from '../../../http/common-schema.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { type Account, type AccountSettings, defaultAccountSettings } from './account-model.ts';

const Settings = Type.Object({
  enforce_twofactor: Resettable(Type.Boolean()),
  abuse_contact_email: Resettable(Type.String({ maxLength: 254 })),
});

const AccountType = Type.Enum(['standard', 'enterprise']);

export const AccountResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: AccountType,
  settings: Type.Object({
    enforce_twofactor: Type.Boolean(),
    abuse_contact_email: Type.Optional(Type.String()),
  }),
  created_on: Type.String(),
});

const readOnly = { readOnly: true };

const Name = Type.String({ examples: ['Shops'] });

export const AccountCreateBody = Type.Object({
  name: Name,
  type: Type.Optional(AccountType),
  settings: Type.Optional(Settings),
});

export const AccountUpdateBody = Type.Object({
  name: Name,
  settings: Resettable(Settings),
  id: Type.Optional(Type.String(readOnly)),
  type: Type.Optional(Type.String(readOnly)),
  created_on: Type.Optional(Type.String(readOnly)),
});

export function accountResponse(account: Account) {
  const { enforceTwofactor, abuseContactEmail } = account.settings;
  return {
    id: account.id,
    name: account.name,
    type: account.type,
    settings: {
      enforce_twofactor: enforceTwofactor,
      ...(abuseContactEmail !== null && { abuse_contact_email: abuseContactEmail }),
    },
    created_on: toMicrosecondText(account.createdAt),
  };
}

/** Notices about settings without effect. */
export function accountNotices({ settings }: Account): Notice[] {
  if (!settings.enforceTwofactor) return [];
  const reason = 'users have no second factor here';
  return [notice('memberIdle', { pointer: '/settings/enforce_twofactor', reason })];
}

/** Absent members keep their values; null clears them. */
export function changedSettings(
  current: AccountSettings,
  sent: Static<typeof Settings> | null | undefined,
): AccountSettings {
  if (sent === null) return defaultAccountSettings;
  const { enforce_twofactor: enforced, abuse_contact_email: email } = sent ?? {};
  const { enforceTwofactor } = defaultAccountSettings;
  return {
    enforceTwofactor: orDefault(enforced, enforceTwofactor) ?? current.enforceTwofactor,
    abuseContactEmail: email === undefined ? current.abuseContactEmail : email,
  };
}
