/** The variables by which test files, which run in processes of their own, find the migrated databases to copy. */
export const SQLITE_TEMPLATE = 'PALISADE_TEST_SQLITE_TEMPLATE';
export const POSTGRES_TEMPLATE = 'PALISADE_TEST_POSTGRES_TEMPLATE';
/** The folder of a whole server with that template in it, which is not running. */
export const POSTGRES_FOLDER = 'PALISADE_TEST_POSTGRES_FOLDER';
