/** What an operator of MongoDB does as the value of a field. */
export type OperatorEffect =
  /** Runs JavaScript. */
  | 'code'
  /** Matches other values than the one that is meant. */
  | 'match'
  /** Selects as honest interfaces with filters do. */
  | 'filter';

const names: Readonly<Record<OperatorEffect, string>> = {
  code: '$where $function $accumulator $mapreduce $func mapreduce',
  match:
    '$ne $gt $gte $lt $lte $nin $not $nor $regex $exists $type $mod $size $expr $jsonschema $elemmatch $lookup',
  filter: '$eq $in $or $and $all $text $search $options',
};

export const queryOperators: ReadonlyMap<string, OperatorEffect> = new Map(
  Object.entries(names).flatMap(([effect, list]) =>
    list.split(' ').map((name): [string, OperatorEffect] => [name, effect as OperatorEffect]),
  ),
);

const secret =
  /(?:^|[._[\]-])(?:user(?:name)?|login|e?mail|pass(?:word|wd)?|pwd|pin|otp|token|secret|auth|session)$/i;

/** Whether a field is compared with a secret or a name of a user: an operator there makes the comparison true. */
export const namesSecret = (name: string): boolean => secret.test(name);

const password = /(?:^|[._[\]-])(?:pass(?:word|wd)?|pwd|pin|otp|secret)$/i;

/** Whether a field is a secret that honest filters do not compare with anything. */
export const isPassword = (name: string): boolean => password.test(name);

/** Names under which interfaces document their filters: `filters[title][$ne]`, `where.price.$gt`. */
const filterRoot =
  /^(?:filters?|where|query|selector|conditions?|match|pipeline|params\.filter)(?:[.[]|$)/i;

export const isFilter = (name: string): boolean => filterRoot.test(name);
