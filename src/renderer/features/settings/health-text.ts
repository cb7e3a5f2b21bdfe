import type { HealthCheck } from "#shared/contract/app/data-safety.ts";
import { t } from "../../language/t.ts";

/** What all checks come to: a warning does no harm yet, and is looked at all the same. */
export function healthText(checks: readonly Pick<HealthCheck, "state">[]): string {
  return checks.every(({ state }) => state === "ok") ? t("No problems") : t("Needs your attention");
}
