import type { FieldRole } from '../../field-role.ts';

/** Whether a field is none for texts in which people show code to each other. */
export const isPlainRole = (role: FieldRole): boolean =>
  role !== 'code' && role !== 'prose' && role !== 'markup';
