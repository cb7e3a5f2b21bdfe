import { CalendarDays, ChevronLeft, ChevronRight, X } from "lucide-react";
import { today } from "../../api/clock.ts";
import { monthAfter } from "../../format/dates/month.ts";
import { t } from "../../language/t.ts";
import { useWorkingDay } from "../../state/period/as-of-day.ts";
import { useBarMonth } from "../../state/period/selected-range.ts";
import { chooseDay, chooseMonth, useWorkingPeriod } from "../../state/period/working-period.ts";
import { forgetFigureDates, useHasOwnDays } from "../../state/views/figure-choices.ts";
import { readAddress, showsOpenItems } from "../../state/window/screen-address.ts";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { useKeyedTitle } from "../../ui/controls/kbd.tsx";
import { DayInput } from "../../ui/fields/date-field.tsx";
import styles from "./period-bar.module.css";

interface PeriodBarProps {
  readonly clientId: string | null;
  /** The screen below. */
  readonly address: string;
}

/** The month that figures are looked at for and, where a screen has them, the day of open items; changing them never leaves the screen. */
export function PeriodBar({ clientId, address }: PeriodBarProps) {
  const chosen = useWorkingPeriod((state) => state.month);
  const month = useBarMonth(clientId);
  const ownDays = useHasOwnDays(clientId, readAddress(address).screen);
  const [before, after] = [useKeyedTitle("period-before"), useKeyedTitle("period-after")];
  return (
    <span className={styles.bar}>
      <span className={classes(styles.group, ownDays && styles.unused)}>
        <Button
          kind="quiet"
          aria-label={t("Previous period")}
          title={before(t("Previous period"))}
          icon={<ChevronLeft size={14} aria-hidden />}
          onClick={() => chooseMonth(monthAfter(month, -1))}
        />
        <span className={styles.monthField}>
          <input
            className={styles.month}
            type="month"
            aria-label={t("Period")}
            title={chosen === null ? t("Last month for all clients, until you choose another period") : t("Period for all clients")}
            value={month}
            onChange={(event) => chooseMonth(event.target.value === "" ? null : event.target.value)}
          />
          <CalendarDays size={14} className={styles.icon} aria-hidden />
        </span>
        <Button
          kind="quiet"
          aria-label={t("Next period")}
          title={after(t("Next period"))}
          icon={<ChevronRight size={14} aria-hidden />}
          onClick={() => chooseMonth(monthAfter(month, 1))}
        />
      </span>
      {clientId !== null && showsOpenItems(address) ? <DayChoice clientId={clientId} /> : null}
      {ownDays ? (
        <Button
          kind="quiet"
          title={t("This screen uses custom dates instead of this period. Click to clear custom dates on all screens.")}
          onClick={forgetFigureDates}
        >
          {t("Custom dates")} <X size={12} aria-hidden />
        </Button>
      ) : null}
    </span>
  );
}

/** The day that open items are listed for. */
function DayChoice({ clientId }: { readonly clientId: string }) {
  const day = useWorkingDay(clientId);
  const other = day !== "today" && day !== "period_end";
  return (
    <>
      <label className={styles.group}>
        <span className={styles.label}>{t("Open items as of")}</span>
        <select
          className={styles.select}
          aria-label={t("Open items as of")}
          title={t(
            "Date for open items and aging. For a past date, Tieout works out what was outstanding from the dates of transactions, payments and credits.",
          )}
          value={other ? "other" : day}
          onChange={({ target: { value } }) => chooseDay(value === "today" || value === "period_end" ? value : today())}
        >
          <option value="today">{t("Today")}</option>
          <option value="period_end">{t("Period end")}</option>
          <option value="other">{t("Custom date")}</option>
        </select>
      </label>
      {other ? (
        <DayInput
          className={styles.select}
          aria-label={t("Custom date")}
          value={day}
          onChange={(typed) => typed !== "" && chooseDay(typed)}
        />
      ) : null}
    </>
  );
}
