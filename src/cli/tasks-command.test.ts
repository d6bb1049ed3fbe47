import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { migrations, type Tables } from '../app/modules.ts';
import { systemClock } from '../kernel/clock.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { sqliteDialect } from '../storage/dialects/sqlite/sqlite-dialect.ts';
import { TaskStore } from '../storage/task-store.ts';

describe('palisade tasks', () => {
  let home: ReturnType<typeof tempFolder>;
  let database: Database<Tables>;
  let tasks: TaskStore;
  before(async () => {
    home = tempFolder();
    mkdirSync(join(home.path, 'data'));
    database = openDatabase<Tables>(sqliteDialect(join(home.path, 'data', 'palisade.db')));
    await database.migrate(migrations);
    tasks = new TaskStore(database, systemClock);
  });
  after(async () => {
    await database.close();
    home.remove();
  });

  const commandLine = openCommandLine();
  after(() => commandLine.close());
  const palisade = (...args: string[]) =>
    commandLine.run(['tasks', ...args], { env: { PALISADE_DATA_DIR: join(home.path, 'data') } });

  it('counts tasks, lists dead letters without their payload, and runs them again', async () => {
    for (const id of ['one', 'two']) {
      await tasks.enqueue(database, 'mail', { password: 'secret' }, { id, key: 'to@shop.test' });
    }
    const [first] = await tasks.claim('mail', 1, 'test', 60_000);
    assert.ok(first && (await tasks.bury(first, 'no such mailbox\nat line 1')));
    await tasks.enqueue(database, 'mail', 3, { key: 'to@shop.test' });
    const counts = await palisade();
    assert.deepEqual([counts.stderr, counts.code], ['', 0]);
    assert.equal(counts.stdout, 'QUEUE  READY  BLOCKED  DEAD\nmail   1      1        1\n');

    const dead = await palisade('dead', 'mail');
    assert.match(dead.stdout, /\nmail:one +to@shop.test +1 +20\d\d-.*Z +no such mailbox\n$/);
    assert.doesNotMatch(dead.stdout, /secret/);
    const [letter] = JSON.parse((await palisade('dead', 'mail', '--json')).stdout);
    assert.equal(letter.error, 'no such mailbox\nat line 1');

    const again = await palisade('retry', 'mail:one');
    assert.equal(again.stdout, 'Task mail:one will run again.\n');
    assert.deepEqual(JSON.parse((await palisade('list', '--json')).stdout), [
      { queue: 'mail', ready: 1, blocked: 2, dead: 0 },
    ]);
    const missing = await palisade('retry', 'mail:one');
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^palisade: there is no dead letter mail:one; .*\n$/);
  });

  // Regression: a mistyped queue had no dead letters.
  it('lists the queues for one that does not exist', async () => {
    for (const queue of ['alerts', 'notification-delivery']) {
      const empty = await palisade('dead', queue);
      assert.deepEqual([empty.code, empty.stdout], [0, 'ID  KEY  ATTEMPTS  DIED  ERROR\n']);
    }
    const unknown = await palisade('dead', 'notification-delivrey');
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
    assert.match(
      unknown.stderr,
      /^palisade: there is no queue notification-delivrey\. Did you mean "notification-delivery"\? The queues are alerts, .*notification-groups.*\.\n$/,
    );
  });
});
