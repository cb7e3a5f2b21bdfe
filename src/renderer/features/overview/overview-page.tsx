import type { ReactNode } from "react";
import type { ClientRow } from "#shared/contract/clients.ts";
import { InboxList } from "../../blocks/inbox-list.tsx";
import { Notes } from "../../blocks/notes.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { Chip, SyncChip } from "../../components/chip.tsx";
import { Money } from "../../components/money.tsx";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatDay, formatPeriod } from "../../format/date.ts";
import { PERIOD_WORDS } from "../../format/period-words.ts";
import { shownState } from "../../format/sync-words.ts";
import { CHECK_WORDS } from "../../format/tie-out-words.ts";
import { t } from "../../language/t.ts";
import { useAsOfDay } from "../../state/as-of-day.ts";
import { useBarPeriod } from "../../state/bar-period.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { type ClientScreen, clientAddress } from "../../state/place.ts";
import styles from "./overview-page.module.css";

/** A client at a glance: what waits for a person, how its close stands, what is open, and whether its figures tie. */
export function OverviewPage({ clientId }: { readonly clientId: string }) {
  const row = useCoreQuery("clients.list", {}).data?.rows.find((client) => client.clientId === clientId);
  return (
    <div className={styles.page}>
      <Waiting clientId={clientId} />
      <div className={styles.cards}>
        <CloseCard clientId={clientId} />
        <OpenItems clientId={clientId} side="receivable" title={t("Receivables")} />
        <OpenItems clientId={clientId} side="payable" title={t("Payables")} />
        <TieOuts clientId={clientId} />
        {row === undefined ? null : <Books row={row} />}
      </div>
      <Notes clientId={clientId} subject={{ kind: "client", id: "" }} label={row?.name ?? null} />
    </div>
  );
}

interface CardProps {
  readonly clientId: string;
  readonly title: string;
  readonly screen: ClientScreen;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

function Card({ clientId, title, screen, busy = false, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={title} aria-busy={busy}>
      <h2>
        <a href={`#${clientAddress(clientId, screen)}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

function Waiting({ clientId }: { readonly clientId: string }) {
  const inbox = useCoreQuery("inbox.list", { clientId });
  const items = inbox.data?.items ?? [];
  return (
    <section className={styles.waiting} aria-label={t("What waits for a person")} aria-busy={inbox.isPending}>
      <h2 className={styles.head}>{items.length === 0 ? t("Nothing waits for a person here") : t("What waits for a person")}</h2>
      {items.length === 0 ? null : <InboxList label={t("Waiting here")} items={items} />}
    </section>
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
        <p className={styles.quiet}>{period === null ? t("There is no such period in these books.") : ""}</p>
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
      <ProgressBar share={tasks === 0 ? null : (done + byHand) / tasks} label={t("Tasks of the close done")} />
      {data.started ? (
        <ul className={styles.list}>
          {behind.map(({ id, title, daysLate }) => (
            <li key={id}>
              {title}{" "}
              <span className={styles.late}>{t("{daysLate, plural, one {1 day late} other {{daysLate} days late}}", { daysLate })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>{t("Not taken into close yet.")}</p>
      )}
    </Card>
  );
}

const BUCKETS_LATE = ["1-30", "31-60", "61-90", "90+"] as const;

function OpenItems({
  clientId,
  side,
  title,
}: {
  readonly clientId: string;
  readonly side: "receivable" | "payable";
  readonly title: string;
}) {
  const asOfDate = useAsOfDay(clientId);
  const aging = useCoreQuery("reports.aging", { clientId, side, asOfDate }, { keepPrevious: true });
  const totals = aging.data?.totals ?? [];
  return (
    <Card
      clientId={clientId}
      title={t("{title} on {asOfDate}", { title, asOfDate: formatDay(asOfDate) })}
      screen="aging"
      busy={aging.isPending}
    >
      {aging.data !== undefined && totals.length === 0 ? <p className={styles.quiet}>{t("Nothing is open.")}</p> : null}
      <table className={styles.figures}>
        {totals.length === 0 ? null : (
          <thead>
            <tr>
              <th scope="col">{t("In")}</th>
              <th scope="col">{t("Open")}</th>
              <th scope="col">{t("Over 90 days")}</th>
              <th scope="col">{t("Unapplied")}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {totals.map((total) => (
            <tr key={total.currency} title={BUCKETS_LATE.map((bucket) => `${bucket}: ${total[bucket]}`).join("\n")}>
              <th scope="row">{total.currency}</th>
              {[total.outstanding, total["90+"], total.unappliedCash].map((amount, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                <td key={index}>
                  <Money amount={amount} currency={total.currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function TieOuts({ clientId }: { readonly clientId: string }) {
  const last = useCoreQuery("tieOuts.last", { clientId });
  const nowMs = useNow();
  return (
    <Card clientId={clientId} title={t("Tie-outs")} screen="tie-outs" busy={last.isPending}>
      {last.data === null ? <p className={styles.quiet}>{t("Nothing has been checked yet.")}</p> : null}
      {last.data ? (
        <>
          <ul className={styles.list}>
            {last.data.checks.map(({ check, outcome }) => (
              <li key={check} className={styles.check}>
                <span>{CHECK_WORDS[check].word}</span> <OutcomeChip outcome={outcome} />
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>
            {t("At {asOfDate}, checked", { asOfDate: formatDay(last.data.asOfDate) })} <AsOf instant={last.data.ranAt} nowMs={nowMs} ago />
          </p>
        </>
      ) : null}
    </Card>
  );
}

function countWords(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;
}

function Books({ row }: { readonly row: ClientRow }) {
  const nowMs = useNow();
  return (
    <Card clientId={row.clientId} title={t("Books")} screen="sync">
      <p>
        <SyncChip state={shownState(row)} />{" "}
        {row.asOf === null ? t("not read to the end yet") : <AsOf instant={row.asOf} nowMs={nowMs} ago />}
      </p>
      <ul className={styles.list}>
        <li>
          {t("{documents} documents, {parties} parties", { documents: formatCount(row.documents), parties: formatCount(row.parties) })}
        </li>
        <li>
          {row.lockedThrough === null
            ? t("No lock in the ledger")
            : t("Locked in the ledger to {lockedThrough}", { lockedThrough: formatDay(row.lockedThrough) })}
        </li>
        <li>{row.findings === 0 ? t("No findings") : countWords(row.findings, "finding")}</li>
        {row.removed === 0 ? null : <li>{t("{removed} gone from the ledger", { removed: countWords(row.removed, "record") })}</li>}
      </ul>
    </Card>
  );
}
