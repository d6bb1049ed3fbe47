/** Sets of strings: a few are compared one by one, which is faster than hashing; more go into a hash set. */
import { intern } from '../byte-string.ts';

export function compileStringSet(values: Iterable<string>): (value: string) => boolean {
  const distinct = [...new Set(values)].map(intern);
  const [a, b, c, d] = distinct;
  switch (distinct.length) {
    case 0:
      return () => false;
    case 1:
      return (value) => value === a;
    case 2:
      return (value) => value === a || value === b;
    case 3:
      return (value) => value === a || value === b || value === c;
    case 4:
      return (value) => value === a || value === b || value === c || value === d;
    default: {
      const set = new Set(distinct);
      return (value) => set.has(value);
    }
  }
}
