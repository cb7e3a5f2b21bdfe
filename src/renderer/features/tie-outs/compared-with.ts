import type { TieOut } from "#shared/model/reports/tie-out.ts";
import { t } from "../../language/t.ts";

/** What Tieout's figure is compared with. */
export const AGAINST_WORDS: Readonly<Record<TieOut["against"], string>> = {
  report: t("A ledger report"),
  query: t("The ledger's own totals"),
  party_balances: t("The ledger's contact balances"),
  count: t("The ledger's own counts"),
  none: t("Nothing"),
};
