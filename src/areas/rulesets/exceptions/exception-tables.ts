import type { DocumentColumns } from '../../../resources/document-store.ts';

export interface RuleExceptionTable extends DocumentColumns {
  zone_id: string;
}
