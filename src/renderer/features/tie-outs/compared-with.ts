import type { TieOut } from "#shared/model/reports/tie-out.ts";
import { t } from "../../language/t.ts";

/** What Tieout's figure is compared with. */
export const AGAINST_WORDS: Readonly<Record<TieOut["against"], string>> = {
  report: t("a ledger report"),
  query: t("a ledger query"),
  party_balances: t("the ledger's contact balances"),
  count: t("the ledger's own counts"),
  none: t("nothing"),
};
