import type { FluxDrivers } from "#shared/contract/reports/flux.ts";
import { t } from "../../../language/t.ts";

/** The account's explanation in another period; null where there is none, undefined while nobody knows. */
export type LastText = FluxDrivers["earlier"][number] | null | undefined;

/** The last one, once what is known of the account is loaded. */
export function lastTextOf(drivers: Pick<FluxDrivers, "earlier"> | undefined): LastText {
  return drivers === undefined ? undefined : (drivers.earlier[0] ?? null);
}

/** What the button says that copies it. While nobody knows of one, nothing is claimed. */
export function copyTitle(lastText: LastText): string | undefined {
  if (lastText === undefined) return undefined;
  return lastText === null ? t("No explanation for this account in another period") : t("Copy the account's last explanation (F2)");
}
