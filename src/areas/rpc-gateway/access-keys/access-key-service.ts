import { limits } from '../../../catalogs/limits.ts';
import type { Actor } from '../../../contracts/actor.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { hashSecret, newSecret } from '../../../kernel/secret.ts';
import { changeOwner, type ZoneScope } from '../../../resources/scope.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { HostnameService } from '../hostnames/hostname-kind.ts';
import type { HostnameRecord } from '../hostnames/hostname-model.ts';
import { hostnameStore } from '../hostnames/hostname-store.ts';
import type { RpcGatewayDatabase, Tx } from '../rpc-gateway-tables.ts';
import type { AccessKey } from './access-key-model.ts';
import { accessKeyResponse } from './access-key-schema.ts';
import { accessKeyStore } from './access-key-store.ts';

export interface AccessKeyServiceOptions {
  readonly database: RpcGatewayDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly hostnames: HostnameService;
}

/** The access keys of hostnames. The first key of a hostname closes it for calls without one. */
export class AccessKeyService {
  readonly #options: AccessKeyServiceOptions;

  constructor(options: AccessKeyServiceOptions) {
    this.#options = options;
  }

  async list(zone: ZoneScope, hostnameId: string): Promise<AccessKey[]> {
    const { hostnames, database } = this.#options;
    const { id } = await hostnames.get(zone, hostnameId);
    return await accessKeyStore.list(database.read, id);
  }

  /** The key itself is returned once and not stored. */
  async create(
    actor: Actor,
    zone: ZoneScope,
    hostnameId: string,
    name: string,
  ): Promise<{ readonly key: AccessKey; readonly value: string }> {
    const value = newSecret('access');
    return await this.#transact(zone, hostnameId, async (tx, hostname) => {
      const limit = limits.accessKeysPerWeb3Hostname;
      const { length } = await accessKeyStore.list(tx, hostnameId);
      if (length >= limit) throw new ApiError('accessKeyQuota', { limit });
      const createdAt = this.#options.clock.now();
      const key = { id: newHexId(), hostnameId, name, keyHash: hashSecret(value), createdAt };
      await accessKeyStore.insert(tx, key);
      if (length === 0) await this.#requireKeys(tx, actor, zone, hostname);
      await this.#announce(tx, actor, zone, 'create', key);
      return { key, value };
    });
  }

  async delete(actor: Actor, zone: ZoneScope, hostnameId: string, id: string): Promise<void> {
    await this.#transact(zone, hostnameId, async (tx, hostname) => {
      const key = await accessKeyStore.find(tx, hostnameId, id);
      if (!key) throw new ApiError('accessKeyNotFound', { id });
      await accessKeyStore.delete(tx, id);
      if (hostname.document.access === undefined) {
        await this.#requireKeys(tx, actor, zone, hostname);
      }
      await this.#announce(tx, actor, zone, 'delete', key);
    });
  }

  async #transact<T>(
    zone: ZoneScope,
    hostnameId: string,
    work: (tx: Tx, hostname: HostnameRecord) => Promise<T>,
  ): Promise<T> {
    const { hostnames } = this.#options;
    return await hostnames.transact(zone, async (tx) => {
      const hostname = await hostnameStore.find(tx, zone, hostnameId);
      if (!hostname) throw hostnames.kind.errors.notFound(hostnameId);
      return await work(tx, hostname);
    });
  }

  async #requireKeys(
    tx: Tx,
    actor: Actor,
    zone: ZoneScope,
    hostname: HostnameRecord,
  ): Promise<void> {
    const { hostnames } = this.#options;
    const document = { ...hostname.document, access: 'keys' as const };
    const changed = await hostnames.save(tx, zone, hostname, document);
    if (changed !== hostname) await hostnames.announce(tx, actor, zone, hostname, changed);
  }

  async #announce(
    tx: Tx,
    actor: Actor,
    zone: ZoneScope,
    action: 'create' | 'delete',
    key: AccessKey,
  ): Promise<void> {
    const audited = { ...accessKeyResponse(key), hostname_id: key.hostnameId };
    await this.#options.changes.append(tx, {
      actor,
      action,
      resource: 'web3_access_key',
      resourceId: key.id,
      ...changeOwner(zone),
      before: action === 'delete' ? audited : undefined,
      after: action === 'create' ? audited : undefined,
    });
  }
}
