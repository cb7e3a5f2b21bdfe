import { t } from "../../language/t.ts";
import { capitalized } from "../text/capitalized.ts";

/** The kind of a record whose number means nothing to people: `Journal:9f3e…` is a journal. */
export function kindWords(id: string): string {
  const kind = id.split(":")[0] ?? "";
  return kind === "FxReval" ? t("Currency revaluation") : recordWords(kind);
}

/** Kinds that a ledger writes as one word. */
const COMPOUNDS: Readonly<Record<string, string>> = { accountingperiod: "accounting period" };

/** An id as words: `BillPayment:220` is `Bill payment 220`. */
export function recordWords(id: string): string {
  const [kind = "", own = ""] = id.split(/:(.*)/s);
  const words = kind.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${capitalized(COMPOUNDS[words] ?? words)} ${own}`.trim();
}
