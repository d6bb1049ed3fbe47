import { Command } from 'commander';
import { printTable } from './print-table.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

/** As many as a terminal shows at once. */
const MOST_LETTERS = 50;

export function tasksCommand(): Command {
  return new Command('tasks')
    .description('Requested work: how much waits, what failed for good')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(deadCommand())
    .addCommand(retryCommand());
}

function listCommand(): Command {
  const command = new Command('list')
    .description('Count the tasks of each queue')
    .option('--json', 'print them as JSON');
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async ({ json }: { json?: boolean }) => {
    const { queueDepths } = await import('../tools/tasks.ts');
    const queues = await queueDepths(settingsOf(command));
    if (json) return printJson(queues);
    printTable(
      ['QUEUE', 'READY', 'BLOCKED', 'DEAD'],
      queues.map(({ queue, ready, blocked, dead }) => [
        queue,
        ...[ready, blocked, dead].map((count) => count.toLocaleString('en')),
      ]),
    );
  });
}

/** Without payloads: those of some queues hold secrets of receivers. */
function deadCommand(): Command {
  const command = new Command('dead')
    .description(`List the latest dead letters of a queue, up to ${MOST_LETTERS}`)
    .argument('<queue>', 'name of the queue')
    .option('--json', 'print them as JSON');
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (queue: string, { json }: { json?: boolean }) => {
    const { deadLetters } = await import('../tools/tasks.ts');
    const letters = (await deadLetters(settingsOf(command), queue, MOST_LETTERS)).map((letter) => ({
      id: letter.id,
      key: letter.key,
      attempts: letter.attempts,
      died_at: new Date(letter.diedAt).toISOString(),
      error: letter.lastError,
    }));
    if (json) return printJson(letters);
    printTable(
      ['ID', 'KEY', 'ATTEMPTS', 'DIED', 'ERROR'],
      letters.map(({ id, key, attempts, died_at, error }) => [
        id,
        key ?? '',
        String(attempts),
        died_at,
        error.split('\n')[0] ?? '',
      ]),
    );
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

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
