import { type NoticeCode, noticeCodes } from '../catalogs/error-codes.ts';
import type { Page } from '../kernel/page.ts';
import { fillPlaceholders } from '../kernel/text.ts';
import type { ApiError } from './api-error.ts';

/** An entry of `messages`: a note about a successful call. */
export interface Notice {
  readonly code: number;
  readonly message: string;
  readonly type: null;
}

export function notice(code: NoticeCode, values: Record<string, string> = {}): Notice {
  const { number, text } = noticeCodes[code];
  return { code: number, message: fillPlaceholders(text, values), type: null };
}

export function resultEnvelope(result: unknown, messages: readonly Notice[]) {
  return { result, success: true, errors: [], messages };
}

export function pageEnvelope(
  page: Page<unknown>,
  after: string | undefined,
  messages: readonly Notice[],
) {
  return {
    result: page.items,
    success: true,
    errors: [],
    messages,
    result_info: {
      page: page.page,
      per_page: page.perPage,
      count: page.items.length,
      total_count: page.totalCount,
      total_pages: Math.ceil(page.totalCount / page.perPage),
      ...cursorInfo(after),
    },
  };
}

export function sliceEnvelope(
  items: readonly unknown[],
  perPage: number,
  after: string | undefined,
  messages: readonly Notice[],
) {
  return {
    result: items,
    success: true,
    errors: [],
    messages,
    result_info: { per_page: perPage, count: items.length, ...cursorInfo(after) },
  };
}

/** Some clients read the cursor from one member, some from the other. */
function cursorInfo(after: string | undefined) {
  return after === undefined ? {} : { cursor: after, cursors: { after } };
}

export function errorEnvelope(error: ApiError) {
  return {
    result: null,
    success: false,
    errors: [error, ...(error.options.also ?? [])].map(errorEntry),
    messages: error.repeated === undefined ? [] : [repeatedEntry(error.repeated)],
  };
}

/** The public API numbers all such messages 1. */
const repeatedEntry = (message: string): Notice => ({ code: 1, message, type: null });

function errorEntry({ number, message, options }: ApiError) {
  return {
    code: number,
    message,
    ...(options.pointer !== undefined && { source: { pointer: options.pointer } }),
    ...(options.chain && {
      error_chain: options.chain.map((cause) => ({ code: cause.number, message: cause.message })),
    }),
  };
}
