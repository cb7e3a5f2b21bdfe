/** A query text or value that the ledger does not take; the message goes into the 400 answer. */
export class QueryRefusal extends Error {
  override readonly name = "QueryRefusal";
}
