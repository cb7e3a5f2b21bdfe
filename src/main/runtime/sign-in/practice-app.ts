/** The client id of every practice ledger's one registration. No vendor gives it out. */
export const PRACTICE_CLIENT_ID = "tieout-practice";
