import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import type { RuleException, RuleExceptionDocument } from './exception-model.ts';
import type { RuleExceptionTable } from './exception-tables.ts';

export const exceptionStore = documentStore<
  RulesetsTables,
  'rule_exceptions',
  ZoneScope,
  RuleException
>({
  table: 'rule_exceptions',
  toRow: (exception) => ({ ...toColumns(exception), zone_id: exception.zoneId }),
  fromRow: mapException,
});

export function mapException(row: RuleExceptionTable): RuleException {
  return { ...fromColumns<RuleExceptionDocument>(row), zoneId: row.zone_id };
}
