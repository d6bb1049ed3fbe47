import type { Db, Tx } from './logpush-tables.ts';

/** The last number of a counter; 0 before the first. */
export async function lastNumber(db: Db, name: string): Promise<number> {
  const row = await db
    .selectFrom('logpush_numbers')
    .select('number')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Increments a counter. Other transactions that increment it wait until this one has ended. */
export async function nextNumber(tx: Tx, name: string): Promise<number> {
  const { number } = await tx
    .insertInto('logpush_numbers')
    .values({ name, number: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        number: eb('logpush_numbers.number', '+', 1),
      })),
    )
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Raises a counter to this number; never lowers it. */
export async function raiseNumber(db: Db, name: string, number: number): Promise<void> {
  await db
    .insertInto('logpush_numbers')
    .values({ name, number })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ number }).where('logpush_numbers.number', '<', number),
    )
    .execute();
}
