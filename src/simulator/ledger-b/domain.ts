/** What every record says of the product it is from; nobody reads it. */
export const DOMAIN = "LEDGER";
