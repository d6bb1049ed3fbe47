import { Command } from 'commander';
import type { QueueDepth } from '../tools/tasks.ts';
import { type ListOptions, printList, withJsonOption } from './print-list.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

/** About as many as a terminal shows at once. */
const MOST_LETTERS = 50;

export function tasksCommand(): Command {
  return new Command('tasks')
    .description('Task queues: waiting tasks and dead letters')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(deadCommand())
    .addCommand(retryCommand());
}

function listCommand(): Command {
  const command = withJsonOption(new Command('list').description('Count the tasks of each queue'));
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (options: ListOptions) => {
    const { queueDepths } = await import('../tools/tasks.ts');
    const columns = {
      QUEUE: ({ queue }: QueueDepth) => queue,
      READY: ({ ready }: QueueDepth) => ready.toLocaleString('en'),
      BLOCKED: ({ blocked }: QueueDepth) => blocked.toLocaleString('en'),
      DEAD: ({ dead }: QueueDepth) => dead.toLocaleString('en'),
    };
    printList(await queueDepths(settingsOf(command)), { columns }, options);
  });
}

/** Payloads are not printed, because those of some queues contain secrets. */
function deadCommand(): Command {
  const command = withJsonOption(
    new Command('dead')
      .description(`List the latest dead letters of a queue, up to ${MOST_LETTERS}`)
      .argument('<queue>', 'name of the queue'),
  );
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (queue: string, options: ListOptions) => {
    const { deadLetters } = await import('../tools/tasks.ts');
    const letters = (await deadLetters(settingsOf(command), queue, MOST_LETTERS)).map((letter) => ({
      id: letter.id,
      key: letter.key,
      attempts: letter.attempts,
      died_at: new Date(letter.diedAt).toISOString(),
      error: letter.lastError,
    }));
    type Letter = (typeof letters)[number];
    const columns = {
      ID: ({ id }: Letter) => id,
      KEY: ({ key }: Letter) => key ?? '',
      ATTEMPTS: ({ attempts }: Letter) => String(attempts),
      DIED: ({ died_at }: Letter) => died_at,
      ERROR: ({ error }: Letter) => error.split('\n')[0] ?? '',
    };
    printList(letters, { columns }, options);
  });
}

function retryCommand(): Command {
  const command = new Command('retry')
    .description('Run a dead letter again, with all its attempts')
    .argument('<id>', 'id of the dead letter');
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (id: string) => {
    const { requeue } = await import('../tools/tasks.ts');
    await requeue(settingsOf(command), id);
    process.stdout.write(`Task ${id} will run again.\n`);
  });
}
