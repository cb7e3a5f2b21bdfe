import { useState } from "react";
import type { PeriodRow } from "#shared/contract/books/periods.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { formatLongPeriod, formatPeriod } from "../../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../../format/dates/period-labels.ts";
import { formatDays, lockDays, lockedLabel, lockName } from "../../../format/labels/lock-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import styles from "../checks.module.css";
import own from "./period-table.module.css";

/** The client's periods, newest first; those of the service can be moved, the ledger's say so. */
export function PeriodTable({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("periods.list", { clientId });
  return (
    <QueryAnswer query={query} label={t("periods")}>
      {(periods) =>
        periods.length === 0 ? (
          <EmptyState title={t("No periods yet")}>
            <p>{t("Periods begin with the first transaction.")}</p>
          </EmptyState>
        ) : (
          <Periods clientId={clientId} periods={periods} />
        )
      }
    </QueryAnswer>
  );
}

function Periods({ clientId, periods }: { readonly clientId: string; readonly periods: readonly PeriodRow[] }) {
  const [later, setLater] = useState(false);
  const day = today();
  const newest = [...periods].sort((a, b) => b.start.localeCompare(a.start) || b.end.localeCompare(a.end));
  const future = newest.filter(({ start }) => start > day);
  const isOurs = periods.some(({ ownedBy }) => ownedBy === "us");
  return (
    <>
      <div className={styles.bar}>
        <p className={text.muted}>
          {isOurs
            ? t(
                "The ledger has no periods that Tieout can read, so Tieout keeps its own. Once a period is closed in Tieout, nothing can be posted to it from Tieout. Closing a period in Tieout doesn't lock it in the ledger.",
              )
            : t(
                "These are the ledger's own periods, with their status in the ledger. You open and close them there. To close a period in Tieout only, use the Close screen.",
              )}
        </p>
        {future.length === 0 ? null : (
          <label className={styles.check}>
            <input type="checkbox" checked={later} onChange={(event) => setLater(event.target.checked)} />
            {t("Future periods ({future})", { future: future.length })}
          </label>
        )}
      </div>
      <table className={classes(styles.table, own.table)} aria-label={t("Periods")}>
        <thead>
          <tr>
            <th scope="col">{t("Period")}</th>
            <th scope="col">{t("Dates")}</th>
            <th scope="col">{isOurs ? t("Status in Tieout") : t("Status in ledger")}</th>
            <th scope="col">{t("Ledger lock")}</th>
            {isOurs ? <th scope="col">{t("Actions")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {(later ? newest : newest.filter(({ start }) => start <= day)).map((period) => (
            <Row key={period.id} clientId={clientId} period={period} acts={isOurs} />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  readonly clientId: string;
  readonly period: PeriodRow;
  /** Some periods are kept in Tieout and can be moved here. */
  readonly acts: boolean;
}

function Row({ clientId, period, acts }: RowProps) {
  const { word, tone } = PERIOD_WORDS[period.status];
  const known = useCoreQuery("locks.list", { clientId }).data;
  const locks = known?.rows.filter(({ id, ownedBy }) => ownedBy === "source" && period.locks.includes(id)) ?? [];
  const locked = lockedLabel(locks.map(({ scope }) => scope));
  return (
    <tr>
      <th scope="row" className={own.label}>
        {formatPeriod(period.label)}
        {period.isAdjustment ? <span className={text.muted}> {t("adjustment period")}</span> : null}
      </th>
      <td className={own.days}>{formatDays(period.start, period.end)}</td>
      <td>
        <Chip tone={tone} word={word} quiet {...(period.status === "open" ? { icon: null } : {})} />
      </td>
      <td>
        {known === undefined ? null : locked === null ? (
          <span className={text.muted}>{t("Not locked")}</span>
        ) : (
          <Chip
            tone="locked"
            word={capitalized(locked)}
            quiet
            title={locks.map((lock) => `${lockName(lock)}, ${lockDays(lock)}`).join("\n")}
          />
        )}
      </td>
      {acts ? (
        <td>
          {period.ownedBy === "source" ? (
            <span className={text.muted}>{t("Set in the ledger")}</span>
          ) : (
            <Moves clientId={clientId} period={period} locked={locked !== null && period.status === "open"} />
          )}
        </td>
      ) : null}
    </tr>
  );
}

interface MovesProps {
  readonly clientId: string;
  readonly period: PeriodRow;
  /** The ledger takes nothing more into it: closing it here too is offered behind one step. */
  readonly locked: boolean;
}

function Moves({ clientId, period, locked }: MovesProps) {
  const [wanted, setWanted] = useState(false);
  const [closing, setClosing] = useState(false);
  const { perform, pending } = useActs(clientId);
  const name = formatLongPeriod(period.label);
  const move = (status: PeriodRow["status"], why?: string) =>
    perform({
      key: period.id,
      words: `${name}: ${PERIOD_WORDS[period.status].word} → ${PERIOD_WORDS[status].word}.`,
      run: () => call("periods.set", { clientId, period: period.id, status, ...(why === undefined ? {} : { why }) }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  if (locked && !wanted)
    return (
      <Button
        needs="preparer"
        kind="quiet"
        className={own.move}
        aria-label={t("Close in Tieout too: {name}", { name })}
        onClick={() => setWanted(true)}
      >
        {t("Close in Tieout too…")}
      </Button>
    );
  return (
    <span className={own.moves}>
      {period.mayBecome.map((status) => (
        <Button
          needs="preparer"
          key={status}
          kind="quiet"
          className={own.move}
          disabled={pending !== null}
          aria-label={status === "closed" ? t("Close period: {name}", { name }) : `${PERIOD_WORDS[status].move}: ${name}`}
          onClick={() => (status === "closed" ? setClosing(true) : void move(status))}
        >
          {status === "closed" ? t("Close period…") : PERIOD_WORDS[status].move}
        </Button>
      ))}
      {closing ? (
        <ReasonDialog
          title={`${PERIOD_WORDS.closed.move} ${name}`}
          act={`${PERIOD_WORDS.closed.move} ${name}`}
          onClose={() => setClosing(false)}
          onAct={(why) => move("closed", why)}
        >
          <p>
            {t(
              "Closing the period here overrides any open work, such as tasks and reconciliations, if your firm's policy allows that. The client's Close screen lists the open work. Your reason is printed in the close pack.",
            )}
          </p>
        </ReasonDialog>
      ) : null}
      {period.decided === null ? null : <DecidedBy verb={t("status changed")} person={period.decided.person} at={period.decided.at} />}
    </span>
  );
}
