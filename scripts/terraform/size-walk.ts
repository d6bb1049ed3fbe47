import type { TerraformCommand } from './command.ts';
import { type Outcomes, OutcomeTable } from './outcomes.ts';

/** Each of these is an apply, and a plan that must be empty. */
const sizes = [
  { size: 'minimal', plan: 'empty plan', full: 'false' },
  { size: 'full', plan: 'empty plan, full', full: 'true' },
  { size: 'minimal again', plan: 'empty plan again', full: 'false' },
] as const;

export const sizeSteps = [...sizes.flatMap(({ size, plan }) => [size, plan]), 'destroy'] as const;

/** Gives each resource all of its optional members, and removes them again. */
export async function walkSizes({
  terraform,
}: {
  readonly terraform: TerraformCommand;
}): Promise<Outcomes> {
  const table = new OutcomeTable<(typeof sizeSteps)[number]>();
  const addresses = async () => (await terraform.state()).map(({ address }) => address);
  for (const { size, plan, full } of sizes) {
    const intended = await terraform.plan({ full });
    table.noteAll(size, intended.problems);
    table.noteAll(size, await terraform.apply({ full }));
    const made = new Set(await addresses());
    for (const [address, change] of intended.changes) {
      table.note(size, address, made.has(address) ? outcomeOf(change) : 'was not created');
    }
    const next = await terraform.plan({ full });
    table.noteAll(plan, next.problems);
    for (const address of made) {
      const change = next.changes.get(address) ?? 'no-op';
      table.note(plan, address, change === 'no-op' ? 'ok' : change);
    }
  }
  const known = await addresses();
  table.noteAll('destroy', await terraform.destroy());
  const left = new Set(await addresses());
  for (const address of known) table.note('destroy', address, left.has(address) ? 'is left' : 'ok');
  return table.rows;
}

/** A replacement is a fault: all members can be changed in place. */
function outcomeOf(change: string): string {
  if (change === 'no-op') return '–';
  return change === 'create' || change.startsWith('update') ? 'ok' : change;
}
