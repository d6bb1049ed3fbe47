import type { Problems } from './command.ts';

/** By address and step: `ok`, `–` if a step does not apply, `provider` for a limit of the provider, or the problem. */
export type Outcomes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Collects outcomes. The first one of a resource in a step counts. */
export class OutcomeTable<Step extends string> {
  readonly #rows = new Map<string, Map<Step, string>>();

  get rows(): Outcomes {
    return this.#rows;
  }

  note(step: Step, address: string, outcome: string): void {
    const row = this.#rows.get(address) ?? new Map<Step, string>();
    this.#rows.set(address, row.set(step, row.get(step) ?? outcome));
  }

  noteAll(step: Step, problems: Problems): void {
    for (const [address, problem] of problems) {
      this.note(step, address || '(configuration)', problem);
    }
  }
}
