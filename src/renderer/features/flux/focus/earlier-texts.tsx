import type { FluxDrivers, FluxRow } from "#shared/contract/reports/flux.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatPeriod } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import textStyles from "../../../styles/text.module.css";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { PinEntered } from "../../../ui/notes/pin-entered.tsx";
import { WaitingToSync } from "../../../ui/notes/waiting-to-sync.tsx";
import flux from "../flux.module.css";
import { counts } from "../sign-bar.ts";

const SHOWN = 3;

/** Who signed off this month, and what was written of the account in the months before. */
export function EarlierTexts({ row, earlier }: { readonly row: FluxRow; readonly earlier: FluxDrivers["earlier"] }) {
  return (
    <>
      {row.stamps.length === 0 ? null : (
        <ul className={flux.stamps} aria-label={t("Sign-offs")}>
          {row.stamps.map(({ role, person, at, stale, waiting, withPin }) => (
            <li key={role}>
              <DecidedBy verb={t("signed off as {role}", { role })} person={person} at={at} />
              <PinEntered withPin={withPin} />
              {waiting && !stale ? <WaitingToSync /> : null}
              {stale ? (
                <span className={textStyles.muted}> {t("The figures, or the transactions behind them, have changed since sign-off.")}</span>
              ) : waiting || counts(row, role) ? null : (
                <span className={textStyles.muted}>
                  {" "}
                  {t(
                    "This sign-off no longer counts because the row was returned, the explanation changed, or the preparer's sign-off changed.",
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {earlier.length === 0 ? null : (
        <section className={flux.section} aria-label={t("Explanations in other periods")}>
          <h3>{t("Explanations in other periods")}</h3>
          <ul className={flux.stamps}>
            {earlier.slice(0, SHOWN).map(({ period, text, person, at }) => (
              <li key={`${period} ${at}`}>
                <b>{formatPeriod(period)}</b> {text} <span className={textStyles.muted}>{nameOfNoted(person)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
