/** What an app is registered as with every practice ledger. */
export const PRACTICE_APP_ID = "tieout-practice";
/** Ledger C's account in the form of its addresses; its id is the same in capitals. */
export const PRACTICE_ACCOUNT = "practice1";
export const PRACTICE_SCOPES = ["offline_access", "books"] as const;
export const PRACTICE_JOURNALS_SCOPE = "journals.read";
