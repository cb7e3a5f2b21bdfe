import type { ReactNode } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { recheckOf, type ShownTieOutRun, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay, formatLongPeriod, formatLongPeriodTo, formatWait, unbroken } from "../../format/dates/date.ts";
import { closeBar, closeBarWords, closeChip, closeLateWords, closeProgressWords } from "../../format/labels/close-standing.ts";
import { shortQueueText, shownState } from "../../format/labels/sync-labels.ts";
import { NOTHING_TO_TIE_OUT } from "../../format/labels/tie-out-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useNothingToTieOut } from "../../state/core/nothing-to-tie-out.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { useBarMonth } from "../../state/period/selected-range.ts";
import { useNow } from "../../state/window/now.ts";
import { type ClientScreen, clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { AsOfLabel } from "../../ui/figures/as-of-label.tsx";
import { OutcomeChip, RecheckChip, TiedCount } from "../../ui/figures/tie-out-chip.tsx";
import { CardTitle } from "./card.tsx";
import { endWhole, nextWords, tiedAmong, tiedWords } from "./overview-labels.ts";
import rooms from "./overview-page.module.css";
import styles from "./standing.module.css";

interface StandingProps {
  readonly clientId: string;
  readonly row: ClientRow | undefined;
}

/** How a client is doing in four facts: its close, its last sync, its tie-outs and its books. */
export function Standing({ clientId, row }: StandingProps) {
  return (
    <section className={styles.standing} aria-label={t("At a glance")}>
      <CloseFact clientId={clientId} />
      <SyncFact clientId={clientId} row={row} />
      <TieOutFact clientId={clientId} />
      <BooksFact clientId={clientId} row={row} />
    </section>
  );
}

interface FactProps {
  readonly clientId: string;
  readonly title: string;
  readonly screen: ClientScreen;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

function Fact({ clientId, title, screen, busy = false, children }: FactProps) {
  return (
    <div className={styles.fact} aria-busy={busy}>
      <CardTitle clientId={clientId} title={title} screen={screen} />
      {children}
    </div>
  );
}

/** What is said in a fact's place: a few words, that it couldn't be loaded, or a line while it is on its way. */
function FactNote({ words, failed }: { readonly words: string | null; readonly failed: boolean }) {
  if (words === null && !failed) return <span className={rooms.factRoom} />;
  return <p className={classes(styles.factLine, text.muted)}>{words ?? t("Couldn't be loaded")}</p>;
}

function CloseFact({ clientId }: { readonly clientId: string }) {
  const period = useBarPeriod(clientId);
  const month = useBarMonth(clientId);
  const periods = useCoreQuery("periods.list", { clientId });
  const isKnown = typeof period === "string";
  const { data, isPending, isError } = useCoreQuery(
    "close.status",
    { clientId, period: period ?? "" },
    { enabled: isKnown, keepPrevious: true },
  );
  if (data === undefined) {
    const words = period === null ? t("No period for {month}", { month: formatLongPeriod(month) }) : null;
    const failed = isError || periods.isError;
    return (
      <Fact clientId={clientId} title={t("Close")} screen="close" busy={isPending && isKnown}>
        <FactNote words={words} failed={failed} />
        {words === null && !failed ? <span className={styles.progressRoom} /> : null}
      </Fact>
    );
  }
  const late = closeLateWords(data);
  const { label, end } = data.period;
  return (
    <Fact clientId={clientId} title={t("Close of {label}", { label: formatLongPeriodTo(label, end) })} screen="close">
      <p className={styles.factLine}>
        <Chip {...closeChip(data)} quiet />
        {late === null ? null : <span className={text.late}>{late}</span>}
        <span>{endWhole(closeProgressWords(data))}</span>
      </p>
      <ProgressBar {...closeBar(data)} label={t("Close tasks done")} words={closeBarWords(data)} />
    </Fact>
  );
}

function SyncFact({ clientId, row }: StandingProps) {
  const nowMs = useNow();
  const offline = useOffline();
  const planned = useCoreQuery("schedule.list", {}).data?.rows.find((one) => one.clientId === clientId);
  const wait = planned?.nextAt == null ? null : formatWait(planned.nextAt, nowMs);
  const resumes = row?.queue == null ? null : unbroken(capitalized(shortQueueText(row.queue, nowMs)));
  return (
    <Fact clientId={clientId} title={t("Last sync")} screen="sync" busy={row === undefined}>
      {row === undefined ? (
        <FactNote words={null} failed={false} />
      ) : (
        <p className={styles.factLine}>
          <SyncChip state={shownState(row, offline)} />
          <AsOfLabel asOf={row.asOf} nowMs={nowMs} />
        </p>
      )}
      <p className={text.mutedSmall}>
        {row?.state === "needs_sign_in"
          ? t("Can't sync until the client is reconnected")
          : (resumes ?? nextWords(wait, { offline, planned: planned?.state }))}
      </p>
    </Fact>
  );
}

/**
 * How many checks are tied out, and behind it the worst of what the others came to, in the form and order of *Tie-outs*. A run that a sync
 * has overtaken says so first, since its counts no longer hold.
 */
function TieOutWords({ clientId, run }: { readonly clientId: string; readonly run: ShownTieOutRun }) {
  const { checks, accepted: acceptedChecks } = run;
  const recheck = recheckOf(run);
  const counts = tieOutCountsOf(checks, acceptedChecks);
  const { ties, variance: varying, cannotCheck, notRun = 0, accepted = 0 } = counts;
  if (useNothingToTieOut(clientId, checks, acceptedChecks)) return <span className={text.muted}>{NOTHING_TO_TIE_OUT.yet}</span>;
  if (recheck !== false)
    return (
      <>
        <RecheckChip running={recheck === "running"} />
        <span className={text.muted}>{tiedWords(run)}</span>
      </>
    );
  const among = tiedAmong(counts, checks.length);
  const first = checks.find(({ check, outcome }) => outcome === "variance" && !acceptedChecks.includes(check))?.check ?? "";
  return (
    <>
      {ties === 0 && among === 0 ? null : <TiedCount counts={counts} all={ties === checks.length} of={among} />}
      {varying > 0 ? (
        <a href={`#${recordAddress(clientId, "tie-outs", first)}`}>
          <OutcomeChip outcome="variance" count={varying} />
        </a>
      ) : cannotCheck > 0 ? (
        <OutcomeChip outcome="cannot_check" count={cannotCheck} />
      ) : notRun > 0 ? (
        <OutcomeChip outcome="not_run" count={notRun} />
      ) : accepted === 0 ? null : (
        <Chip
          tone="neutral"
          quiet
          word={t("{accepted} accepted", { accepted })}
          title={t("Didn't tie out, but someone accepted the result and gave a reason.")}
        />
      )}
    </>
  );
}

function TieOutFact({ clientId }: { readonly clientId: string }) {
  const day = useTieOutDay(clientId);
  const { data, isPending, isError } = useCoreQuery("tieOuts.last", { clientId, asOfDate: day });
  return (
    <Fact clientId={clientId} title={t("Tie-outs")} screen="tie-outs" busy={isPending}>
      {data == null ? (
        <FactNote words={data === null ? t("No tie-outs for {day} yet", { day: formatDay(day) }) : null} failed={isError} />
      ) : (
        <>
          <p className={styles.factLine}>
            <TieOutWords clientId={clientId} run={data} />
          </p>
          <p className={text.mutedSmall}>{t("As of {day}", { day: formatDay(data.asOfDate) })}</p>
        </>
      )}
    </Fact>
  );
}

function BooksFact({ clientId, row }: StandingProps) {
  // The firm's figures are updated when a sync ends; before the first one has ended, ask the mirror.
  const mirror = useCoreQuery("documents.totals", { clientId, filter: {} }, { enabled: row?.documents === 0 });
  if (row === undefined)
    return (
      <Fact clientId={clientId} title={t("Books")} screen="documents" busy>
        <FactNote words={null} failed={false} />
      </Fact>
    );
  const documents = Math.max(row.documents, mirror.data?.count ?? 0);
  const to = (screen: "documents" | "parties" | "findings") => `#${clientAddress(clientId, screen)}`;
  return (
    <Fact clientId={clientId} title={t("Books")} screen="documents">
      <p className={styles.factLine}>
        <a href={to("documents")} title={t("Payments aren't counted.")}>
          {t("{documents, plural, one {1 transaction} other {{shown} transactions}}", {
            documents,
            shown: formatCount(documents),
          })}
        </a>
        <a href={to("parties")}>
          {t("{parties, plural, one {1 contact} other {{shown} contacts}}", { parties: row.parties, shown: formatCount(row.parties) })}
        </a>
        {row.findings === 0 ? null : (
          <a href={to("findings")}>
            {t("{findings, plural, one {1 exception} other {{findings} exceptions}}", { findings: row.findings })}
          </a>
        )}
        {row.removed === 0 ? null : (
          <span>
            {t("{removed, plural, one {1 record deleted in ledger} other {{removed} records deleted in ledger}}", { removed: row.removed })}
          </span>
        )}
      </p>
      <p className={text.mutedSmall}>
        <a href={`#${recordAddress(clientId, "checks", "periods")}`}>
          {row.lockedThrough === null
            ? row.asOf === null
              ? t("Lock date not synced yet")
              : t("No overall lock date in the ledger")
            : t("Locked through {lockedThrough}", { lockedThrough: formatDay(row.lockedThrough) })}
        </a>
      </p>
    </Fact>
  );
}
