import type { Actor } from '../../../contracts/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { User, UserProfile } from './user-model.ts';
import { userRecord } from './user-schema.ts';
import { userStore } from './user-store.ts';

export class UserService {
  readonly #database: PlatformDatabase;
  readonly #changes: ChangeLog;
  readonly #clock: Clock;

  constructor(database: PlatformDatabase, changes: ChangeLog, clock: Clock) {
    this.#database = database;
    this.#changes = changes;
    this.#clock = clock;
  }

  async get(id: string): Promise<User> {
    return orMissing(await userStore.find(this.#database.read, id));
  }

  async update(
    actor: Actor,
    id: string,
    alter: (profile: UserProfile) => UserProfile,
  ): Promise<User> {
    return await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, `user ${id}`);
      const before = orMissing(await userStore.find(tx, id));
      const after = {
        ...before,
        profile: alter(before.profile),
        modifiedAt: this.#clock.now(),
      };
      await userStore.update(tx, after);
      await this.#changes.append(tx, {
        actor,
        action: 'update',
        resource: 'user',
        resourceId: id,
        accountId: null,
        zoneId: null,
        before: userRecord(before),
        after: userRecord(after),
      });
      return after;
    });
  }
}

/** Users are never deleted, so the owner of a credential always exists. */
function orMissing(user: User | undefined): User {
  if (!user) throw new Error('the owner of a credential does not exist');
  return user;
}
