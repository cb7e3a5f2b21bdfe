import type { Books, SimTransaction } from "../books/types.ts";
import type { SimResponse } from "../types.ts";
import { errorResponse } from "./errors.ts";
import { postingPeriodOf } from "./references.ts";
import { ledgerTypeOf, TYPE_WORDS } from "./vocabulary.ts";

/** Refuses a write into a period that is closed, or locked for the document's module. This ledger enforces both for everyone. */
export function refusePeriod(
  books: Books,
  transaction: Pick<SimTransaction, "kind" | "method" | "date" | "isAdjustment">,
): SimResponse | null {
  const period = postingPeriodOf(books, transaction as SimTransaction);
  if (!period) return errorResponse(400, "USER_ERROR", `No posting period covers ${transaction.date}.`, { "o:errorPath": "tranDate" });
  const { module } = TYPE_WORDS[ledgerTypeOf(transaction)];
  const locked = period.allLocked || (module === "ap" && period.apLocked) || (module === "ar" && period.arLocked);
  if (!period.closed && !locked) return null;
  const why = period.closed ? "is closed" : `is locked for ${module === "ap" ? "accounts payable" : "accounts receivable"} transactions`;
  return errorResponse(400, "USER_ERROR", `The posting period ${period.name} ${why}.`, { "o:errorPath": "postingPeriod" });
}
