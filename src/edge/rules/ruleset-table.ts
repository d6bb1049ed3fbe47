import type { SharedRulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { SharedStage, SharedTable } from '../shared-table.ts';
import type { RuleParts } from './rule-parts.ts';
import { SharedRulesets } from './shared-rulesets.ts';

export interface RulesetStage extends SharedStage<SharedRulesetSnapshot> {
  /** The shared rulesets with the changes of this update so far. */
  readonly staged: SharedRulesets;
}

/** The shared rulesets that zones run now. */
export class RulesetTable implements SharedTable<SharedRulesetSnapshot> {
  current = SharedRulesets.none;
  readonly #parts: RuleParts;

  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  get ids(): Iterable<string> {
    return this.current.keys;
  }

  get problems(): SharedRulesets['problems'] {
    return this.current.problems;
  }

  stage(): RulesetStage {
    const parts = this.#parts;
    let staged = this.current;
    return {
      get staged() {
        return staged;
      },
      *change(rulesets, removedKeys) {
        if (rulesets.length === 0 && removedKeys.length === 0) return;
        staged = yield* staged.changed(rulesets, removedKeys, parts);
      },
      commit: () => {
        this.current = staged;
      },
    };
  }
}
