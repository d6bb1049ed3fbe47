import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateResource, TerraformCommand } from './command.ts';
import { type Outcomes, OutcomeTable } from './outcomes.ts';
import { idsOf, type ResourceKind } from './resource-kinds.ts';

export const steps = [
  'apply',
  'empty plan',
  'update',
  'empty plan again',
  'import',
  'no difference',
  'deletion noticed',
  'destroy',
] as const;

type Step = (typeof steps)[number];

export interface WalkOptions {
  readonly folder: string;
  readonly terraform: TerraformCommand;
  readonly kinds: Readonly<Record<string, ResourceKind>>;
  /** Deletes through the API, outside of Terraform, and returns the status. */
  delete(path: string): Promise<number>;
}

const changed = { changed: 'true' };

/** The life cycle of a configuration, from the first apply to destroy. */
export async function walk(options: WalkOptions): Promise<Outcomes> {
  const { terraform, kinds } = options;
  const table = new OutcomeTable<Step>();
  const note = table.note.bind(table);
  const noteAll = table.noteAll.bind(table);
  const notePlan = async (
    step: Step,
    wanted: (resource: StateResource) => readonly string[] | undefined,
    known: readonly StateResource[],
    variables = {},
  ) => {
    const { changes, problems } = await terraform.plan(variables);
    noteAll(step, problems);
    for (const resource of known) {
      const want = wanted(resource);
      const change = changes.get(resource.address) ?? 'no-op';
      note(
        step,
        resource.address,
        want === undefined ? '–' : want.includes(change) ? 'ok' : change,
      );
    }
  };
  const unchanged = () => ['no-op'];

  const intended = (await terraform.plan()).changes;
  noteAll('apply', await terraform.apply());
  const known = await terraform.state();
  const made = new Set(known.map(({ address }) => address));
  for (const address of intended.keys()) {
    note('apply', address, made.has(address) ? 'ok' : 'was not created');
  }
  await notePlan('empty plan', unchanged, known);

  const update = await terraform.plan(changed);
  noteAll('update', update.problems);
  noteAll('update', await terraform.apply(changed));
  for (const { address } of known) {
    const change = update.changes.get(address) ?? 'no-op';
    note('update', address, change === 'no-op' ? '–' : change.startsWith('update') ? 'ok' : change);
  }
  await notePlan('empty plan again', unchanged, known, changed);

  for (const resource of await terraform.state()) {
    const { importId } = kinds[resource.type] ?? {};
    note(
      'import',
      resource.address,
      importId ? await importAgain(options, resource, importId) : '–',
    );
  }
  for (const [address, change] of (await terraform.plan(changed)).changes) {
    const lacks = kinds[known.find((each) => each.address === address)?.type ?? '']?.notImported;
    if (lacks !== undefined && change === `update of ${lacks}`) {
      note('no difference', address, 'provider');
    }
  }
  await notePlan('no difference', unchanged, known, changed);

  for (const { address, type } of known) {
    if (kinds[type]?.needsZone) await terraform.forget(address);
  }
  for (const { address, type } of known) {
    if (kinds[type]?.failsWhenDeleted) note('deletion noticed', address, 'provider');
  }
  await deleteElsewhere(options, await terraform.state());
  await notePlan(
    'deletion noticed',
    ({ type }) => {
      if (kinds[type]?.path) return ['create'];
      return kinds[type]?.endsWithZone ? ['create', 'delete and create'] : undefined;
    },
    known,
    changed,
  );
  noteAll('destroy', await terraform.apply(changed));
  noteAll('destroy', await terraform.destroy());
  const left = new Set((await terraform.state()).map(({ address }) => address));
  for (const { address } of known) note('destroy', address, left.has(address) ? 'is left' : 'ok');
  return table.rows;
}

async function importAgain(
  { folder, terraform }: WalkOptions,
  resource: StateResource,
  importId: NonNullable<ResourceKind['importId']>,
): Promise<string> {
  const [state, copy] = [join(folder, 'terraform.tfstate'), join(folder, 'kept.tfstate')];
  copyFileSync(state, copy);
  await terraform.forget(resource.address);
  const problem = await terraform.import(resource.address, importId(idsOf(resource)));
  if (problem.size === 0) return 'ok';
  copyFileSync(copy, state);
  return problem.get(resource.address) ?? 'failed';
}

/** Several rounds are needed, because a resource can be deleted only after those that refer to it. */
async function deleteElsewhere(
  options: WalkOptions,
  resources: readonly StateResource[],
): Promise<void> {
  const isZone = ({ type }: StateResource) => type === 'cloudflare_zone';
  let left = [...resources.filter((each) => !isZone(each)), ...resources.filter(isZone)];
  for (let rounds = 0; rounds < 4 && left.length > 0; rounds++) {
    const refused: StateResource[] = [];
    for (const resource of left) {
      const { path: pathOf, failsWhenDeleted } = options.kinds[resource.type] ?? {};
      const path = failsWhenDeleted ? undefined : pathOf?.(idsOf(resource));
      if (path && (await options.delete(path)) >= 400) refused.push(resource);
    }
    left = refused;
  }
}
