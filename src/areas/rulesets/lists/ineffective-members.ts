import { type Notice, notice } from '../../../http/envelope.ts';
import type { ItemValue } from './list-model.ts';

/** Members that have an effect only in combination with another. */
const members: readonly {
  member: string;
  why: string;
  isUnused(item: ItemValue): boolean;
}[] = [
  {
    member: 'exclude_exact_hostname',
    why: 'it is for host names that begin with "*."',
    isUnused: ({ hostname }) =>
      hostname?.exclude_exact_hostname !== undefined && !hostname.url_hostname.startsWith('*.'),
  },
  {
    member: 'preserve_path_suffix',
    why: 'it needs "subpath_matching"',
    isUnused: ({ redirect }) =>
      redirect?.preserve_path_suffix === true && !redirect.subpath_matching,
  },
];

/** Notices about members of items that are stored without effect, one per member. */
export function ineffectiveMembers(items: readonly ItemValue[]): Notice[] {
  return members.flatMap(({ member, why, isUnused }) => {
    const first = items.findIndex(isUnused);
    if (first === -1) return [];
    const others = items.filter(isUnused).length - 1;
    const more = others > 0 ? ` and ${others} more` : '';
    return [notice('listMemberIdle', { member, why, items: `${first + 1}${more}` })];
  });
}
