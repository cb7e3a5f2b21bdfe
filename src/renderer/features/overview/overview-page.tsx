import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { shownState } from "../../format/labels/sync-labels.ts";
import { CHECK_WORDS } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { useNow } from "../../state/window/now.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { AsOfLabel } from "../../ui/figures/as-of-label.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { Notes } from "../../ui/notes/notes.tsx";
import { Card } from "./card.tsx";
import { explainedOverview } from "./explained-overview.tsx";
import { Waiting } from "./needs-attention.tsx";
import { OpenItemsCard } from "./open-items-card.tsx";
import { useOverviewFigures } from "./overview-figures.ts";
import styles from "./overview-page.module.css";
import { BankCard, ResultCard } from "./result-card.tsx";

/** A client at a glance: what waits for a person, how its close stands, what is open, and whether its figures tie. */
export function OverviewPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "overview", part);
  const figures = useOverviewFigures(clientId);
  const row = useCoreQuery("clients.list", {}).data?.rows.find((client) => client.clientId === clientId);
  return (
    <PanelsContext value={panels}>
      <div className={layout.split}>
        <div className={styles.page}>
          <Waiting clientId={clientId} row={row} />
          <div className={styles.cards}>
            <CloseCard clientId={clientId} />
            <OpenItemsCard clientId={clientId} side="receivable" aging={figures.receivable} />
            <OpenItemsCard clientId={clientId} side="payable" aging={figures.payable} />
            <ResultCard clientId={clientId} statement={figures.result} />
            <BankCard clientId={clientId} balance={figures.balance} />
            <TieOuts clientId={clientId} />
            {row === undefined ? null : <Books row={row} />}
          </div>
          <Notes clientId={clientId} subject={{ kind: "client", id: "" }} label={row?.name ?? null} />
        </div>
        <PanelStack clientId={clientId} panels={panels} figure={(id) => explainedOverview(clientId, id, figures)} />
      </div>
    </PanelsContext>
  );
}

function CloseCard({ clientId }: { readonly clientId: string }) {
  const period = useBarPeriod(clientId);
  const close = useCoreQuery(
    "close.status",
    { clientId, period: period ?? "" },
    { enabled: typeof period === "string", keepPrevious: true },
  );
  const { data } = close;
  if (data === undefined)
    return (
      <Card clientId={clientId} title={t("Close")} screen="close" busy={close.isPending && typeof period === "string"}>
        <p className={text.muted}>{period === null ? t("Period not found in these books.") : ""}</p>
      </Card>
    );
  const { tasks, done, byHand, late } = data.progress;
  const { word, tone } = PERIOD_WORDS[data.status];
  const behind = data.tasks.filter(({ daysLate }) => daysLate > 0).slice(0, 4);
  return (
    <Card clientId={clientId} title={t("Close of {label}", { label: formatPeriod(data.period.label) })} screen="close">
      <p>
        <Chip tone={tone} word={word} />{" "}
        {t("{done} of {tasks} tasks done{value}", { done: done + byHand, tasks, value: late === 0 ? "" : t(", {late} late", { late }) })}
      </p>
      <ProgressBar share={tasks === 0 ? null : (done + byHand) / tasks} label={t("Close tasks done")} />
      {data.started ? (
        <ul className={styles.list}>
          {behind.map(({ id, title, daysLate }) => (
            <li key={id}>
              {title}{" "}
              <span className={text.error}>{t("{daysLate, plural, one {1 day late} other {{daysLate} days late}}", { daysLate })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={text.muted}>{t("Close not started.")}</p>
      )}
    </Card>
  );
}

function TieOuts({ clientId }: { readonly clientId: string }) {
  const last = useCoreQuery("tieOuts.last", { clientId, asOfDate: useTieOutDay(clientId) });
  const nowMs = useNow();
  return (
    <Card clientId={clientId} title={t("Tie-outs")} screen="tie-outs" busy={last.isPending}>
      {last.data === null ? <p className={text.muted}>{t("Nothing has been checked yet.")}</p> : null}
      {last.data ? (
        <>
          <ul className={styles.list}>
            {last.data.checks.map(({ check, outcome }) => (
              <li key={check} className={styles.check}>
                <a href={`#${recordAddress(clientId, "tie-outs", check)}`}>{CHECK_WORDS[check].word}</a> <OutcomeChip outcome={outcome} />
              </li>
            ))}
          </ul>
          <p className={text.muted}>
            {t("At {asOfDate}, checked", { asOfDate: formatDay(last.data.asOfDate) })} <AsOf instant={last.data.ranAt} nowMs={nowMs} ago />
          </p>
        </>
      ) : null}
    </Card>
  );
}

function Books({ row }: { readonly row: ClientRow }) {
  const nowMs = useNow();
  const { clientId } = row;
  const to = (screen: "documents" | "parties" | "findings" | "checks") => `#${clientAddress(clientId, screen)}`;
  return (
    <Card clientId={clientId} title={t("Books")} screen="sync" foot={<AsOfLabel asOf={row.asOf} nowMs={nowMs} />}>
      <p>
        <SyncChip state={shownState(row)} />
      </p>
      <ul className={styles.list}>
        <li>
          <a href={to("documents")}>
            {t("{documents, plural, one {1 transaction} other {{shown} transactions}}", {
              documents: row.documents,
              shown: formatCount(row.documents),
            })}
          </a>
          {", "}
          <a href={to("parties")}>
            {t("{parties, plural, one {1 contact} other {{shown} contacts}}", { parties: row.parties, shown: formatCount(row.parties) })}
          </a>
        </li>
        <li>
          <a href={`#${recordAddress(clientId, "checks", "locks")}`}>
            {row.lockedThrough === null
              ? t("No lock in the ledger")
              : t("Locked in the ledger to {lockedThrough}", { lockedThrough: formatDay(row.lockedThrough) })}
          </a>
        </li>
        <li>
          <a href={to("findings")}>
            {t("{findings, plural, =0 {No exceptions} one {1 exception} other {{shown} exceptions}}", {
              findings: row.findings,
              shown: formatCount(row.findings),
            })}
          </a>
        </li>
        {row.removed === 0 ? null : (
          <li>
            {t("{removed, plural, one {1 record deleted in the ledger} other {{shown} records deleted in the ledger}}", {
              removed: row.removed,
              shown: formatCount(row.removed),
            })}
          </li>
        )}
      </ul>
    </Card>
  );
}
