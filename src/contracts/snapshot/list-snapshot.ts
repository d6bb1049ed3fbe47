/**
 * A list of an account, with what rules compare or redirect with it. It exists once, however many zones use it, and
 * rules refer to it by its account and name.
 */
export interface ListSnapshot {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly content: ListContent;
}

export type ListContent =
  /** Addresses and networks. */
  | { readonly kind: 'ip'; readonly items: readonly string[] }
  /** Numbers of autonomous systems. */
  | { readonly kind: 'asn'; readonly items: readonly number[] }
  /** Host names; `*.example.com` holds every name below example.com, but not that name. */
  | { readonly kind: 'hostname'; readonly items: readonly string[] }
  | { readonly kind: 'redirect'; readonly items: readonly RedirectSnapshot[] };

export interface RedirectSnapshot {
  /** Undefined: http and https. */
  readonly scheme?: 'http' | 'https' | undefined;
  readonly host: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly target: string;
  readonly status: number;
  /** Whether the hosts below the host are meant as well. */
  readonly hasSubdomains: boolean;
  /** Whether the paths below the path are meant as well. */
  readonly hasSubpaths: boolean;
  readonly keepsQuery: boolean;
  /** Whether what follows the path is added to the target. */
  readonly keepsSuffix: boolean;
}
