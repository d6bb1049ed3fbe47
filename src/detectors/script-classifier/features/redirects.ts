import { KnownPrefix } from '../values/known-prefix.ts';
import type { Finder } from './feature.ts';
import { flow } from './finders.ts';

const address = /^(?:(?:https?|wss?):)?\/\/[\w-]+(?:\.[\w-]+)+/i;

/** Redirects to a URL on another host that the script contains. */
export const redirectsElsewhere: Finder = flow(({ sink, node }, { reading }) => {
  if (sink !== 'location') return false;
  const { tree } = reading;
  const redirect = tree.node(node);
  const target =
    redirect?.type === 'AssignmentExpression'
      ? redirect.right
      : redirect?.type === 'CallExpression'
        ? redirect.arguments.at(redirect.arguments.length > 1 ? 1 : 0)
        : undefined;
  return address.test(new KnownPrefix(reading).of(target).text);
});
