import { type Static, Type } from 'typebox';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { Account, AccountSettings } from './account-model.ts';

const Settings = Type.Object({
  enforce_twofactor: Type.Optional(Type.Boolean()),
  abuse_contact_email: Type.Optional(Type.Union([Type.String({ maxLength: 254 }), Type.Null()])),
});

const AccountType = Type.Enum(['standard', 'enterprise']);

export const AccountResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: AccountType,
  settings: Type.Object({
    enforce_twofactor: Type.Boolean(),
    abuse_contact_email: Type.Union([Type.String(), Type.Null()]),
  }),
  created_on: Type.String(),
});

const readOnly = { readOnly: true };

const Name = Type.String({ examples: ['Shops'] });

export const AccountCreateBody = Type.Object({
  name: Name,
  type: Type.Optional(AccountType),
});

export const AccountUpdateBody = Type.Object({
  name: Name,
  settings: Type.Optional(Settings),
  id: Type.Optional(Type.String(readOnly)),
  type: Type.Optional(Type.String(readOnly)),
  created_on: Type.Optional(Type.String(readOnly)),
});

export function accountResponse(account: Account) {
  return {
    id: account.id,
    name: account.name,
    type: account.type,
    settings: {
      enforce_twofactor: account.settings.enforceTwofactor,
      abuse_contact_email: account.settings.abuseContactEmail,
    },
    created_on: toMicrosecondText(account.createdAt),
  };
}

/** Absent members keep their values; null clears them. */
export function changedSettings(
  current: AccountSettings,
  sent: Static<typeof Settings> | undefined,
): AccountSettings {
  return {
    enforceTwofactor: sent?.enforce_twofactor ?? current.enforceTwofactor,
    abuseContactEmail:
      sent?.abuse_contact_email === undefined
        ? current.abuseContactEmail
        : sent.abuse_contact_email,
  };
}
