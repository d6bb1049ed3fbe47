/**
 * A list of an account with its items. It is sent once, however many zones use it; rules refer to it by account and
 * name.
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
  /** Host names; `*.example.com` matches every subdomain of example.com, but not that name itself. */
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
  /** Whether subdomains of the host match as well. */
  readonly hasSubdomains: boolean;
  /** Whether paths below the path match as well. */
  readonly hasSubpaths: boolean;
  readonly keepsQuery: boolean;
  /** Whether the rest of the requested path is appended to the target. */
  readonly keepsSuffix: boolean;
}
