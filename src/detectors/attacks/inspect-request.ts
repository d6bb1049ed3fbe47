import type { AttackSign } from '../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../catalogs/attacks/strength.ts';
import type { AttackFinding, ViewStep } from './attack-finding.ts';
import type { ReadContext } from './attack-reader.ts';
import { maskOf } from './character-groups.ts';
import { type FieldRole, fieldRole } from './field-role.ts';
import { FieldStrength } from './field-strength.ts';
import { FindingList } from './finding-list.ts';
import { InertTexts } from './inert-texts.ts';
import type { InspectedRequest, InspectedValue, InspectionGap } from './inspected-request.ts';
import { isBinary } from './is-binary.ts';
import { attackReaders, requestReaders } from './readers/attack-readers.ts';
import { StepBudget } from './step-budget.ts';
import { unpackValue } from './unpack/unpack-value.ts';
import { ValueScanner } from './value-scanner.ts';
import { decodeForm } from './views/decode-form.ts';
import { type View, viewsOf } from './views/views-of.ts';

export interface AttackReport {
  readonly findings: readonly AttackFinding[];
  readonly gaps: readonly InspectionGap[];
  /** Characters looked at. */
  readonly steps: number;
}

/** Twice the work for the most demanding honest requests that are known, which are telemetry of 75 KB with code in it. */
export const DEFAULT_STEP_LIMIT = 3_000_000;
/** Telemetry of browsers is nested four deep. */
const MAX_DEPTH = 4;

const scanner = new ValueScanner(attackReaders);
/** Of headers: most visitors use one of a few browsers. */
const inertTexts = new InertTexts(2000);

/** Only a text with one of these characters can have another view. */
const CONTROLS = maskOf('\0');
const ENCODED = maskOf('%&\\+') | maskOf('\0') | maskOf('\xc0');
/** The readers, as bits, that read documents as a whole, and those that read binary contents. */
const documentReaders = readersThat('readsDocuments');
const binaryReaders = readersThat('readsBinary');
/** Places of contents that may be binary. Servers read fields as text, whatever is in them. */
const CONTENTS: ReadonlySet<string> = new Set(['body', 'file']);

function readersThat(property: 'readsDocuments' | 'readsBinary'): number {
  return attackReaders.reduce(
    (bits, reader, position) => (reader[property] ? bits | (1 << position) : bits),
    0,
  );
}

/**
 * Finds the attacks in a request. Each value is decoded, scanned once for all readers, and read by those whose triggers
 * occur in it; values within values are unpacked and treated the same way.
 *
 * @example inspectRequest({ method: 'GET', version: 'HTTP/1.1', values, gaps: [] }).findings
 */
export function inspectRequest(
  request: InspectedRequest,
  stepLimit: number = DEFAULT_STEP_LIMIT,
): AttackReport {
  const budget = new StepBudget(stepLimit);
  const findings = new FindingList();
  const gaps = [...request.gaps];
  const queue = [...request.values];
  const inspection = { budget, findings, gaps, queue };
  for (const value of queue) {
    if (budget.take(value.text.length)) inspectValue(value, inspection);
    if (budget.isExhausted) {
      gaps.push({ reason: 'steps', place: value.place, name: value.name });
      break;
    }
  }
  const inspected = { ...request, gaps };
  for (const reader of requestReaders) reader.read(inspected, findings.add);
  return { findings: findings.all, gaps, steps: budget.used };
}

interface Inspection {
  readonly budget: StepBudget;
  readonly findings: FindingList;
  readonly gaps: InspectionGap[];
  /** Values that were not inspected yet are at its end. */
  readonly queue: InspectedValue[];
}

function inspectValue(value: InspectedValue, inspection: Inspection): void {
  const text = decodeForm(value.text, value.encoding);
  const repeats = value.place === 'header';
  if (repeats && inertTexts.has(text)) return;
  const started = scanner.scan(text);
  const { seen } = scanner;
  if ((seen & CONTROLS) !== 0 && CONTENTS.has(value.place) && isBinary(text)) {
    const wanted = started & binaryReaders;
    if (wanted !== 0) readView(value, { text, steps: [] }, wanted, inspection);
    return;
  }
  const unpacked = unpackValue(value, text, seen);
  const isDeepest = (value.depth ?? 0) >= MAX_DEPTH;
  const isDocument = unpacked?.isDocument === true && !isDeepest;
  const readers = isDocument ? started & documentReaders : started;
  if (readers !== 0) readView(value, { text, steps: [] }, readers, inspection);
  const isOpaque = (seen & ENCODED) === 0 || isDocument;
  const isPlain = isOpaque || !readOtherViews(value, text, inspection);
  if (unpacked === undefined) {
    if (repeats && readers === 0 && isPlain) inertTexts.add(text);
    return;
  }
  if (!isDeepest) for (const inner of unpacked.values) inspection.queue.push(inner);
  else if (unpacked.isHidden) {
    inspection.gaps.push({ reason: 'depth', place: value.place, name: value.name });
  }
}

/** Whether a reader was started. */
function readOtherViews(value: InspectedValue, text: string, inspection: Inspection): boolean {
  let isRead = false;
  for (const view of viewsOf(text).slice(1)) {
    if (!inspection.budget.take(view.text.length)) return true;
    const started = scanner.scan(view.text);
    isRead ||= started !== 0;
    if (started !== 0) readView(value, view, started, inspection);
  }
  return isRead;
}

function readView(
  value: InspectedValue,
  { text, steps }: View,
  readers: number,
  { budget, findings }: Inspection,
): void {
  let role: FieldRole | undefined;
  const field = new FieldStrength(value, text);
  const context: ReadContext = {
    value,
    /** Guessed lazily, because most readers find nothing. */
    get role(): FieldRole {
      role ??= fieldRole(value, text);
      return role;
    },
    views: steps,
    budget,
    report(sign: AttackSign, strength: Strength, start: number, end: number) {
      findings.add({
        sign,
        strength: field.of(strengthInView(strength, steps), start, end),
        value,
        views: steps,
        start,
        end,
        excerpt: text.slice(start, end),
      });
    },
  };
  for (const [position, reader] of attackReaders.entries()) {
    if ((readers & (1 << position)) === 0) continue;
    if (!budget.take(text.length)) return;
    reader.read(text, context);
  }
}

/** Few servers decode entities and escapes, and people who show code encode it in this way. */
function strengthInView(strength: Strength, steps: readonly ViewStep[]): Strength {
  const isUnusual = steps.includes('entities') || steps.includes('escapes');
  return isUnusual && strength === 'clear' ? 'likely' : strength;
}
