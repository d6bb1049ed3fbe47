import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { addressKind, isStandardAddress } from './address-kind.ts';
import { type EntityDeclaration, entityDeclarations } from './entity-declarations.ts';

export type Report = (sign: AttackSign, strength: Strength, start: number, end: number) => void;

const REFERENCE = /[&%][\w:.-]{1,60};/g;
/** So many references in one entity, and so many such entities, multiply. */
const MANY_REFERENCES = 2;
const MANY_LEVELS = 2;
/** References to one long entity multiply as well. */
const LONG_TEXT = 200;
const MANY_USES = 30;

/** Reports entities that read from elsewhere, declare others, or grow when they are replaced. */
export function readEntities(text: string, report: Report): void {
  let levels = 0;
  let hasLongText = false;
  let last: EntityDeclaration | undefined;
  for (const entity of entityDeclarations(text)) {
    last = entity;
    const { start, end, address, text: content } = entity;
    if (address !== undefined) readExternal(entity, address, report);
    if (content === undefined) continue;
    const isNested = /<!entity|&#x0*3c;!entity|&#0*60;!entity/i.test(content);
    if (isNested) report('xml-parameter-entity', 'clear', start, end);
    else if (entity.isParameter) report('xml-parameter-entity', 'weak', start, end);
    if (countOf(content) >= MANY_REFERENCES) levels += 1;
    hasLongText ||= content.length > LONG_TEXT;
  }
  if (last === undefined) return;
  const isGrowing =
    levels >= MANY_LEVELS || (hasLongText && countOf(text.slice(last.end)) > MANY_USES);
  if (isGrowing) report('xml-expansion', 'clear', last.start, last.end);
}

function readExternal(
  { start, end, isParameter }: EntityDeclaration,
  address: string,
  report: Report,
): void {
  if (isStandardAddress(address)) {
    report('xml-external-entity', 'weak', start, end);
    return;
  }
  report('xml-external-entity', 'clear', start, end);
  if (isParameter) report('xml-parameter-entity', 'clear', start, end);
  const kind = addressKind(address);
  if (kind === 'local') report('xml-local-address', 'clear', start, end);
  if (kind === 'remote') report('xml-remote-address', 'clear', start, end);
}

function countOf(text: string): number {
  return text.match(REFERENCE)?.length ?? 0;
}
