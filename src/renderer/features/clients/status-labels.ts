import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { t } from "../../language/t.ts";

/** What is worst about a client, in words. */
export const WORST_LABELS: Readonly<Record<ClientRow["worst"], string>> = {
  needs_sign_in: t("Needs sign-in"),
  rejected: t("Write rejected"),
  failed: t("Failed"),
  conflict: t("Write conflict"),
  variance: t("Variance"),
  late: t("Late"),
  stale: t("Out of date"),
  queued: t("Queued"),
  ok: t("None"),
};
