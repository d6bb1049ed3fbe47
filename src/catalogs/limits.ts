/** Quotas that the platform area holds. */
export const limits = {
  tokensPerUser: 50,
  tokensPerAccount: 500,
} as const;
