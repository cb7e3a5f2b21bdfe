import { t } from "../../language/t.ts";

/** How long a certificate is still valid: `2 days left`. After its end the days are negative. */
export function daysLeftLabel(daysLeft: number): string {
  return daysLeft < 0
    ? t("Expired")
    : t("{daysLeft, plural, =0 {Expires within a day} one {1 day left} other {# days left}}", { daysLeft });
}
