import type { DocumentColumns } from '../../../resources/document-store.ts';

export interface TokenConfigurationTable extends DocumentColumns {
  zone_id: string;
}
