import { useState } from "react";
import { formatCount } from "../../../format/amounts/amount.ts";
import { onlyCurrency } from "../../../format/amounts/one-currency.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { byUrgency, MATCH_FILTERS, type MatchFilter, type OrderMatch, passesMatchFilter } from "../check-labels.ts";
import styles from "../checks.module.css";
import { MatchRows } from "./match-rows.tsx";

const FILTER_LABELS: Readonly<Record<MatchFilter, string>> = {
  look: t("Needs attention"),
  over_billed: t("Overbilled"),
  proposed: t("Suggested matches"),
  all: t("All orders"),
};
const AT_ONCE = 50;

/** Purchase orders beside what was billed on them, what needs a person first. */
export function MatchList({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("matches.list", { clientId });
  return (
    <QueryAnswer query={query} label={t("purchase orders")}>
      {(matches) =>
        matches.length === 0 ? (
          <EmptyState title={t("No purchase orders")}>
            <p>{t("Orders appear here next to their bills. Tieout marks overbilled amounts and price variances.")}</p>
          </EmptyState>
        ) : (
          <Matches clientId={clientId} matches={matches} />
        )
      }
    </QueryAnswer>
  );
}

function Matches({ clientId, matches }: { readonly clientId: string; readonly matches: readonly OrderMatch[] }) {
  const [chosen, setFilter] = useState<MatchFilter | null>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const counts = Object.fromEntries(
    MATCH_FILTERS.map((name) => [name, matches.filter((match) => passesMatchFilter(match, name)).length]),
  ) as Record<MatchFilter, number>;
  const filter = chosen ?? (counts.look > 0 ? "look" : "all");
  const rows = matches.filter((match) => passesMatchFilter(match, filter)).sort(byUrgency);
  // Of all orders, so that the line above the table says the same in every view.
  const currency = onlyCurrency(matches.flatMap((match) => [match.currency, ...match.bills.map((bill) => bill.currency)]));
  return (
    <>
      <div className={styles.bar}>
        <Segments
          label={t("Orders to show")}
          options={MATCH_FILTERS.map((name) => ({ value: name, word: FILTER_LABELS[name], count: counts[name] }))}
          chosen={filter}
          onChange={setFilter}
        />
        <p className={text.muted}>
          {currency === null
            ? t("Orders and bills are compared net of tax. Suggested bills don't count until you confirm them.")
            : t("Orders and bills are compared net of tax, in {currency}. Suggested bills don't count until you confirm them.", {
                currency,
              })}
        </p>
      </div>
      {rows.length === 0 ? (
        <EmptyState state="filtered" title={t("No orders in this view")} />
      ) : (
        <MatchTable clientId={clientId} rows={rows.slice(0, shown)} showCurrency={currency === null} />
      )}
      {rows.length > shown ? (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + 4 * AT_ONCE)}>
            {t("Show more ({rows} in all)", { rows: formatCount(rows.length) })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface TableProps {
  readonly clientId: string;
  readonly rows: readonly OrderMatch[];
  /** The line above names no currency, since there are several. */
  readonly showCurrency: boolean;
}

function MatchTable({ clientId, rows, showCurrency }: TableProps) {
  const isOver = rows.some(({ overBilled }) => overBilled !== null);
  // What the ledger linked isn't undone here.
  const hasActs = rows.some(({ bills }) => bills.some(({ how }) => how !== "linked"));
  return (
    <table className={styles.table} aria-label={t("Purchase orders and their bills")}>
      <thead>
        <tr>
          <th scope="col">{t("Order")}</th>
          <th scope="col">{t("Vendor")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col" className={styles.figure}>
            {t("Ordered, net")}
          </th>
          <th scope="col" className={styles.figure}>
            {t("Billed, net")}
          </th>
          {isOver ? (
            <th scope="col" className={styles.figure}>
              {t("Overbilled")}
            </th>
          ) : null}
          <th scope="col">{t("Result")}</th>
          {hasActs ? <th scope="col">{t("Actions")}</th> : null}
        </tr>
      </thead>
      {rows.map((match) => (
        <MatchRows key={match.orderId} {...{ clientId, match, isOver, hasActs, showCurrency }} />
      ))}
    </table>
  );
}
