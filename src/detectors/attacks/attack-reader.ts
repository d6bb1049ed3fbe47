import type { AttackSign } from '../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../catalogs/attacks/strength.ts';
import type { AttackFinding, ViewStep } from './attack-finding.ts';
import type { FieldRole } from './field-role.ts';
import type { InspectedRequest, InspectedValue } from './inspected-request.ts';
import type { StepBudget } from './step-budget.ts';

/** What makes a value worth reading: any of the words, in any case, and any of the characters. */
export interface ReaderTrigger {
  readonly words: readonly string[];
  /** One of these characters must occur as well, anywhere in the value. */
  readonly with?: string;
}

/**
 * Reads a value as a piece of one language. Readers are pure, need linear time, and count their steps. They start only
 * for values with a trigger.
 */
export interface AttackReader {
  readonly name: string;
  readonly triggers: readonly ReaderTrigger[];
  /** Whether it reads documents (JSON, XML) as a whole; other readers get the texts in them. */
  readonly readsDocuments?: boolean;
  /** Whether it reads binary contents, in which other readers would find pieces of their languages by chance. */
  readonly readsBinary?: boolean;
  read(text: string, context: ReadContext): void;
}

export interface ReadContext {
  readonly value: InspectedValue;
  readonly role: FieldRole;
  /** The decoding steps that led to the text. */
  readonly views: readonly ViewStep[];
  readonly budget: StepBudget;
  report(sign: AttackSign, strength: Strength, start: number, end: number): void;
}

/** Judges a request as a whole. */
export interface RequestReader {
  read(request: InspectedRequest, report: (finding: AttackFinding) => void): void;
}
