import type { SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { settledBy } from "../rendering/render-cash.ts";
import { paymentTypeWord, settledTypeWord } from "../words.ts";

/** `SourceType` of the journal that a record posts. */
export function journalSourceType(view: BooksView, t: SimTransaction): string {
  switch (t.kind) {
    case "customer_payment":
    case "vendor_payment":
      return paymentTypeWord(t, settledBy(view, t));
    case "cash_sale":
    case "cash_purchase_refund":
      return "CASHREC";
    case "cash_purchase":
    case "cash_sale_refund":
      return "CASHPAID";
    case "journal":
      return "MANJOURNAL";
    default:
      return settledTypeWord(t.kind);
  }
}
