/** What a fragment of SQL contains, as bits. */
export const facts = {
  /** Another query is joined. */
  union: 1,
  /** `union` without a query behind it. */
  unionAlone: 1 << 1,
  /** A query that selects more than names, or restricts or orders its rows. */
  richQuery: 1 << 2,
  /** A query of names from a table. */
  plainQuery: 1 << 3,
  /** A query within an expression. */
  subquery: 1 << 4,
  from: 1 << 5,
  /** A comparison of constants is joined to a condition. */
  tautology: 1 << 6,
  /** An operand is joined with `and`, `or` or one of their symbols. */
  joined: 1 << 7,
  comparison: 1 << 8,
  /** A condition is a mere number, or begins with an operator, so that its other operand stands outside of the value. */
  constantOperand: 1 << 9,
  /** `or 1`, `and true`. */
  truth: 1 << 10,
  /** Any operator between operands. */
  operator: 1 << 11,
  /** A name of a column. */
  named: 1 << 12,
  delay: 1 << 13,
  error: 1 << 14,
  /** Reads or writes files, runs commands, opens connections. */
  file: 1 << 15,
  schema: 1 << 16,
  /** Data of the server: version, user, database. */
  server: 1 << 17,
  /** Takes single characters or lengths of data. */
  extraction: 1 << 18,
  /** A function around such a function, or around one that returns data of the server. */
  nestedExtraction: 1 << 19,
  conditional: 1 << 20,
  /** Text assembled from character codes. */
  assembled: 1 << 21,
  /** A comment instead of white space. */
  comment: 1 << 22,
  executedComment: 1 << 23,
  /** Order, limit, group or having that follows a value. */
  clause: 1 << 24,
  /** The same with constants, or `procedure analyse`. */
  constantClause: 1 << 25,
  /** A parenthesis of the statement around the value is closed. */
  closed: 1 << 26,
  /** Names of users and passwords in a query. */
  credentials: 1 << 27,
  /** The text ends within the fragment at a place where SQL cannot end. */
  broken: 1 << 28,
  /** An operand other than a string. */
  term: 1 << 29,
  /** A query selects the result of a call or a variable. */
  computed: 1 << 30,
} as const;

/** Facts that can be signs; the others only add to them. */
export const telling: number =
  facts.union |
  facts.unionAlone |
  facts.richQuery |
  facts.plainQuery |
  facts.subquery |
  facts.tautology |
  facts.joined |
  facts.delay |
  facts.error |
  facts.file |
  facts.schema |
  facts.server |
  facts.nestedExtraction |
  facts.conditional |
  facts.assembled |
  facts.clause |
  facts.constantClause;

/** What an operand or expression is, as bits; 0 is none. */
export const operands = {
  literal: 1,
  /** Does not depend on the rows of a table. */
  constant: 1 << 1,
  numeric: 1 << 2,
  name: 1 << 3,
  comparison: 1 << 4,
  query: 1 << 5,
  call: 1 << 6,
} as const;
