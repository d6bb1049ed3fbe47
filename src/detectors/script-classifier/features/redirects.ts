import { KnownPrefix } from '../values/known-prefix.ts';
import type { Finder } from './feature.ts';

const address = /^(?:(?:https?|wss?):)?\/\/[\w-]+(?:\.[\w-]+)+/i;

/** Redirects to a URL on another host that the script contains. */
export const redirectsElsewhere: Finder = ({ flows, reading }) => {
  const prefix = new KnownPrefix(reading);
  const isElsewhere = (number: number): boolean => {
    const redirect = reading.tree.node(number);
    const target =
      redirect?.type === 'AssignmentExpression'
        ? redirect.right
        : redirect?.type === 'CallExpression'
          ? redirect.arguments.at(redirect.arguments.length > 1 ? 1 : 0)
          : undefined;
    return address.test(prefix.of(target).text);
  };
  return flows
    .filter(({ sink, node }) => sink === 'location' && isElsewhere(node))
    .map(({ node }) => node);
};
