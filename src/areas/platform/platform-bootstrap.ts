import { isDeepStrictEqual } from 'node:util';
import { plans } from '../../catalogs/plans.ts';
import { systemActor } from '../../contracts/actor.ts';
import { HEX_ID_PATTERN, HEX_ID_TEXT } from '../../kernel/hex-id.ts';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import { equalHashes, hashSecret } from '../../kernel/secret.ts';
import type { BootstrapSection } from '../area-module.ts';
import type { AccountService } from './accounts/account-service.ts';
import { accountStore } from './accounts/account-store.ts';
import { administratorPolicy } from './credentials/credential-verifier.ts';
import type { PlatformDatabase } from './platform-tables.ts';
import { TokenCreateBody, type TokenDraft, toTokenDraft } from './tokens/token-schema.ts';
import type { TokenService } from './tokens/token-service.ts';
import { tokenStore } from './tokens/token-store.ts';
import { userStore } from './users/user-store.ts';
import { normalizeZoneName, zoneTypes } from './zones/zone-model.ts';
import type { ZoneService } from './zones/zone-service.ts';
import { zoneStore } from './zones/zone-store.ts';

const Id = Type.String({ pattern: HEX_ID_PATTERN, 'x-expected': HEX_ID_TEXT });

const AccountItem = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.Optional(Type.Enum(['standard', 'enterprise'])),
});

const ZoneItem = Type.Object({
  id: Id,
  name: Type.String(),
  account: Type.Object({ id: Id }),
  plan: Type.Optional(Type.Enum(plans.map(({ legacyId }) => legacyId))),
  type: Type.Optional(Type.Enum([...zoneTypes])),
  paused: Type.Optional(Type.Boolean()),
});

/** A token without policies has every right of the user. With `account` it belongs to that account. */
const TokenItem = Type.Object({
  ...Type.Partial(TokenCreateBody).properties,
  id: Id,
  name: Type.String(),
  value: Type.String({
    pattern: '^[A-Za-z0-9._~+/=-]{8,256}$',
    'x-expected': '8 to 256 letters, digits and characters of ". _ ~ + / = -"',
  }),
  account: Type.Optional(Type.Object({ id: Id })),
});

export interface PlatformBootstrapOptions {
  readonly database: PlatformDatabase;
  readonly accounts: AccountService;
  readonly zones: ZoneService;
  readonly tokens: TokenService;
}

/** Creates the accounts, zones and tokens of a bootstrap file with the ids in the file, and updates them at each start. */
export function platformBootstrap(
  options: PlatformBootstrapOptions,
): Record<string, BootstrapSection> {
  return {
    accounts: section(AccountItem, (item) => applyAccount(options, item)),
    zones: section(ZoneItem, (item) => applyZone(options, item)),
    tokens: section(TokenItem, (item) => applyToken(options, item)),
  };
}

function section<T extends TSchema>(
  item: T,
  apply: (value: Static<T>) => Promise<void>,
): BootstrapSection {
  return {
    item,
    async apply(items) {
      for (const value of items) await apply(value as Static<T>);
    },
  };
}

async function applyAccount(
  { database, accounts }: PlatformBootstrapOptions,
  item: Static<typeof AccountItem>,
): Promise<void> {
  const known = await accountStore.find(database.read, item.id);
  if (!known) {
    await accounts.create(systemActor, item);
    return;
  }
  const { name, type = known.type } = item;
  if (known.name === name && known.type === type) return;
  await accounts.update(systemActor, item.id, (account) => ({ ...account, name, type }));
}

async function applyZone(
  { database, zones }: PlatformBootstrapOptions,
  { account, paused, ...item }: Static<typeof ZoneItem>,
): Promise<void> {
  await requireAccount(database, account.id);
  let zone = await zoneStore.find(database.read, item.id);
  zone ??= await zones.create(systemActor, {
    ...item,
    accountId: account.id,
    mayOverlapOthers: true,
    ignoresHolds: true,
  });
  if (zone.name !== normalizeZoneName(item.name) || zone.account.id !== account.id) {
    throw new Error(
      `zone ${zone.id} exists as ${zone.name} of account ${zone.account.id}; neither can be changed`,
    );
  }
  const wanted = {
    plan: item.plan ?? zone.plan,
    type: item.type ?? zone.type,
    paused: paused ?? zone.paused,
  };
  const same =
    wanted.plan === zone.plan && wanted.type === zone.type && wanted.paused === zone.paused;
  if (!same) await zones.update(systemActor, zone.id, wanted);
}

async function requireAccount(database: PlatformDatabase, id: string): Promise<void> {
  if (!(await accountStore.find(database.read, id))) throw new Error(`there is no account ${id}`);
}

async function applyToken(
  { database, tokens }: PlatformBootstrapOptions,
  { id, value, account, policies, ...item }: Static<typeof TokenItem>,
): Promise<void> {
  const user = await userStore.findFirst(database.read);
  if (!user)
    throw new Error('tokens of a bootstrap file belong to the first user, and there is none');
  const owner = account
    ? { type: 'account' as const, id: account.id }
    : { type: 'user' as const, id: user.id };
  if (account) {
    await requireAccount(database, account.id);
    if (!policies) throw new Error(`token ${id}: a token of an account needs policies`);
  }
  const known = await tokenStore.findById(database.read, id);
  if (known && (known.owner.type !== owner.type || known.owner.id !== owner.id)) {
    throw new Error(`token ${id} already belongs to ${known.owner.type} ${known.owner.id}`);
  }
  const twin = await tokenStore.findBySecretHash(database.read, hashSecret(value));
  if (twin && twin.id !== id) throw new Error(`token ${id}: token ${twin.id} has the same value`);
  // A policy without an id keeps its stored id. Otherwise each start would change the token.
  const named = policies?.map((policy, n) => {
    const policyId = policy.id || known?.policies[n]?.id;
    return policyId === undefined ? policy : { ...policy, id: policyId };
  });
  const draft: TokenDraft = {
    ...toTokenDraft({ ...item, policies: named ?? [] }),
    ...(policies === undefined && { policies: [administratorPolicy(user)] }),
  };
  if (!known) {
    await tokens.create(systemActor, owner, draft, { id, secret: value, managedBy: null });
    return;
  }
  if (!equalHashes(known.secretHash, hashSecret(value))) {
    await tokens.roll(systemActor, known.owner, id, value);
  }
  const same = Object.entries(draft).every(
    ([name, wanted]) =>
      wanted === undefined || isDeepStrictEqual(known[name as keyof TokenDraft], wanted),
  );
  if (!same) await tokens.update(systemActor, known.owner, id, draft);
}
