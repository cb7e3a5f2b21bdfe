import { useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { StandingLockRow } from "#shared/contract/books/periods.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { DayField } from "../../../ui/fields/date-field.tsx";
import styles from "../checks.module.css";
import { ChangeItem } from "./change-item.tsx";
import { type ChangeBlock, changeBlocks, HAPPENED, type Happened, noneWords } from "./record-changes.ts";

const FIRST_ROWS = 200;
const ROWS_MAX = 1000;
const KINDS = Object.keys(HAPPENED) as readonly Happened[];

/** What changed in the books between syncs: changes in closed periods first, the newest first within each. */
export function ChangeList({ clientId }: { readonly clientId: string }) {
  const [since, setSince] = useState<CalendarDate | null>(null);
  const [kind, setKind] = useState<Happened | null>(null);
  const [limit, setLimit] = useState(FIRST_ROWS);
  const dated = since === null ? {} : { since };
  const asked = { clientId, newestFirst: true, limit, ...dated };
  const closed = useCoreQuery("changes.list", { ...asked, closedOnly: true }, { keepPrevious: true });
  const all = useCoreQuery("changes.list", asked, { keepPrevious: true });
  const locks = useCoreQuery("locks.list", { clientId });
  return (
    <>
      <div className={classes(styles.bar, styles.measured)}>
        <p className={text.muted}>
          {t("What changed in the ledger from one sync to the next. Tieout can't tell who made a change in the ledger itself.")}
        </p>
        <span className={styles.tools}>
          <DayField label={t("Detected since")} value={since ?? ""} onChange={setSince} onClear={() => setSince(null)} />
          <select
            className={styles.input}
            aria-label={t("Type of change")}
            value={kind ?? ""}
            onChange={(event) => setKind(KINDS.find((name) => name === event.target.value) ?? null)}
          >
            <option value="">{t("All changes")}</option>
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {HAPPENED[name].word}
              </option>
            ))}
          </select>
        </span>
      </div>
      <QueryAnswer query={closed} label={t("changes in closed periods")}>
        {(first) => (
          <QueryAnswer query={all} label={t("changes")}>
            {(rest) => (
              <Blocks
                clientId={clientId}
                closed={first}
                all={rest}
                kind={kind}
                locks={locks.data?.rows ?? []}
                narrowed={since !== null}
                onMore={limit < ROWS_MAX ? () => setLimit(ROWS_MAX) : null}
              />
            )}
          </QueryAnswer>
        )}
      </QueryAnswer>
    </>
  );
}

interface BlocksProps {
  readonly clientId: string;
  readonly closed: OperationOutput<"changes.list">;
  readonly all: OperationOutput<"changes.list">;
  readonly kind: Happened | null;
  readonly locks: readonly StandingLockRow[];
  readonly narrowed: boolean;
  readonly onMore: (() => void) | null;
}

function Blocks({ clientId, closed, all, kind, locks, narrowed, onMore }: BlocksProps) {
  const passes = ({ happened }: ChangeBlock) => kind === null || happened === kind;
  const inClosed = changeBlocks(closed.rows).filter(passes);
  const others = changeBlocks(all.rows).filter((block) => passes(block) && !block.inClosedPeriod);
  const isFiltered = narrowed || kind !== null;
  const isWhole = closed.next === null && all.next === null;
  if (inClosed.length + others.length === 0 && isWhole)
    return (
      <EmptyState state={isFiltered ? "filtered" : "empty"} title={isFiltered ? t("No matching changes") : t("No changes detected yet")}>
        <p>
          {t(
            "Added and deleted records appear here. So do changes to key fields, such as amounts, dates and contacts, with their values before and after.",
          )}
        </p>
      </EmptyState>
    );
  const list = (blocks: readonly ChangeBlock[]) => (
    <ul>
      {blocks.map((block) => (
        <ChangeItem key={block.key} clientId={clientId} block={block} locks={locks} />
      ))}
    </ul>
  );
  return (
    <>
      <h2 className={styles.heading}>
        {closed.next === null
          ? t("In closed or locked periods ({inClosed})", { inClosed: formatCount(inClosed.length) })
          : t("In closed or locked periods ({inClosed} shown)", { inClosed: formatCount(inClosed.length) })}
      </h2>
      {inClosed.length === 0 ? <p className={styles.aside}>{noneWords(isFiltered, closed.next === null)}</p> : list(inClosed)}
      <h2 className={styles.heading}>
        {all.next === null
          ? t("In open periods, or undated ({others})", { others: formatCount(others.length) })
          : t("In open periods, or undated ({others} shown)", { others: formatCount(others.length) })}
      </h2>
      {others.length === 0 ? <p className={styles.aside}>{noneWords(isFiltered, all.next === null)}</p> : list(others)}
      {isWhole ? null : (
        <div className={styles.more}>
          {onMore === null ? (
            <p className={text.muted}>
              {t("Older changes aren't listed here. To see them all, run this in a terminal: tieout change list --client {clientId}", {
                clientId,
              })}
            </p>
          ) : (
            <Button onClick={onMore}>{t("Show older changes")}</Button>
          )}
        </div>
      )}
    </>
  );
}
