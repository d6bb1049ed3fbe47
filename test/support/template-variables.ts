/** Environment variables with the migrated databases to copy, for test files in their own processes. */
export const SQLITE_TEMPLATE = 'PALISADE_TEST_SQLITE_TEMPLATE';
export const POSTGRES_TEMPLATE = 'PALISADE_TEST_POSTGRES_TEMPLATE';
/** The data folder of a stopped server with that template. */
export const POSTGRES_FOLDER = 'PALISADE_TEST_POSTGRES_FOLDER';
