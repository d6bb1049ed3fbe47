import { type Notice, notice } from '../../../http/envelope.ts';
import type { ItemValue } from './list-model.ts';

/** Members that only mean something together with another. */
const idle: readonly { member: string; why: string; isIdle(item: ItemValue): boolean }[] = [
  {
    member: 'exclude_exact_hostname',
    why: 'it is for host names that begin with "*."',
    isIdle: ({ hostname }) =>
      hostname?.exclude_exact_hostname !== undefined && !hostname.url_hostname.startsWith('*.'),
  },
  {
    member: 'preserve_path_suffix',
    why: 'it needs "subpath_matching"',
    isIdle: ({ redirect }) => redirect?.preserve_path_suffix === true && !redirect.subpath_matching,
  },
];

/** Notices about members of items that are stored and do nothing, one for each member. */
export function idleMembers(items: readonly ItemValue[]): Notice[] {
  return idle.flatMap(({ member, why, isIdle }) => {
    const first = items.findIndex(isIdle);
    if (first === -1) return [];
    const others = items.filter(isIdle).length - 1;
    const more = others > 0 ? ` and ${others} more` : '';
    return [notice('listMemberIdle', { member, why, items: `${first + 1}${more}` })];
  });
}
