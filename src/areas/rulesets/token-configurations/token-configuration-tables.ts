import type { SecretColumns } from '../../../resources/document-store.ts';

export interface TokenConfigurationTable extends SecretColumns {
  zone_id: string;
}
