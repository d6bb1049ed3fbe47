/**
 * Characters that must not be adjacent to a match. `word`: letters, digits, underscore, and a dash after it. `number`: the
 * same, and a separator with another digit, so that parts of longer numbers do not count. `none`: all are allowed.
 */
export type Boundary = 'word' | 'number' | 'none';
