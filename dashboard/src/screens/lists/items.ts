import type { ResultOf } from '../../api/client.ts';

export type AccountList = ResultOf<'GET /accounts/{account_id}/rules/lists'>[number];
export type ListItem = ResultOf<'GET /accounts/{account_id}/rules/lists/{list_id}/items'>[number];

interface ItemKind {
  readonly label: string;
  /** What one line of a bulk entry looks like. */
  readonly example: string;
  readonly read: (text: string) => object;
}

/** Kinds of lists, with the form of an item as one line. A comment follows after " # ". */
export const itemKinds: Readonly<Record<string, ItemKind>> = {
  ip: {
    label: 'Addresses and networks',
    example: '192.0.2.7 # Office\n2001:db8:7::/48',
    read: (ip) => ({ ip }),
  },
  asn: {
    label: 'Autonomous systems',
    example: '64500 # Partner',
    read: (text) => ({ asn: /^\d+$/.test(text) ? Number(text) : text }),
  },
  hostname: {
    label: 'Host names',
    example: '*.example.com\nshop.example.net',
    read: (name) => ({ hostname: { url_hostname: name } }),
  },
  redirect: {
    label: 'Redirects',
    example: 'shop.test/old https://shop.test/new\nshop.test/blog https://news.shop.test/ 302',
    read: (text) => {
      const [source_url, target_url, status] = text.split(/\s+/);
      return {
        redirect: { source_url, target_url, ...(status && { status_code: Number(status) }) },
      };
    },
  },
};

/** One item per line; empty lines are left out. */
export function readItems(kind: string, text: string): readonly object[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [value = '', ...comment] = line.split(/\s+#\s*/);
      const item = itemKinds[kind]?.read(value.trim()) ?? {};
      return comment.length > 0 ? { ...item, comment: comment.join(' # ') } : item;
    });
}

/** What an item is, in a line. */
export function itemText({ ip, asn, hostname, redirect, id }: ListItem): string {
  if (redirect) return `${redirect.source_url} → ${redirect.target_url}`;
  return ip ?? (asn === undefined ? (hostname?.url_hostname ?? id) : String(asn));
}
