import { useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { StandingLockRow } from "#shared/contract/periods.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { Answer } from "../../blocks/answer.tsx";
import { DayField } from "../../blocks/day-input.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { type ChangeBlock, changeBlocks, HAPPENED, type Happened } from "./change-blocks.ts";
import { ChangeItem } from "./change-item.tsx";
import styles from "./checks.module.css";

const FIRST_ROWS = 200;
const ROWS_MAX = 1000;
const KINDS = Object.keys(HAPPENED) as readonly Happened[];

/** What moved in the books between readings: what lies in closed periods first, the newest first within. */
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
      <div className={styles.bar}>
        <p className={styles.quiet}>
          {t("Tieout's own record of what it saw. Who made a change in the ledger is not told with its records.")}
        </p>
        <span className={styles.tools}>
          <DayField label={t("Seen since")} value={since ?? ""} onChange={setSince} onClear={() => setSince(null)} />
          <select
            className={styles.input}
            aria-label={t("What happened")}
            value={kind ?? ""}
            onChange={(event) => setKind(KINDS.find((name) => name === event.target.value) ?? null)}
          >
            <option value="">{t("Anything")}</option>
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {HAPPENED[name].word}
              </option>
            ))}
          </select>
        </span>
      </div>
      <Answer query={closed} label={t("the changes in closed periods")}>
        {(first) => (
          <Answer query={all} label={t("the changes")}>
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
          </Answer>
        )}
      </Answer>
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
  if (inClosed.length + others.length === 0)
    return (
      <EmptyNote title={narrowed || kind !== null ? t("Nothing of the kind was seen") : t("Nothing has changed since the first reading")}>
        <p>
          {t("Every watched field that moves between two readings stands here, before and after, and every record that comes or goes.")}
        </p>
      </EmptyNote>
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
      <h2 className={styles.heading}>{t("In closed periods ({inClosed})", { inClosed: formatCount(inClosed.length) })}</h2>
      {inClosed.length === 0 ? <p className={styles.aside}>{t("No change lies behind a lock that stands now.")}</p> : list(inClosed)}
      <h2 className={styles.heading}>{t("In open periods, or without a date ({others})", { others: formatCount(others.length) })}</h2>
      {others.length === 0 ? <p className={styles.aside}>{t("None.")}</p> : list(others)}
      {closed.next === null && all.next === null ? null : (
        <div className={styles.more}>
          {onMore === null ? (
            <p className={styles.quiet}>{t("There are older changes. Choose a date to see fewer at once.")}</p>
          ) : (
            <Button onClick={onMore}>{t("Show older changes")}</Button>
          )}
        </div>
      )}
    </>
  );
}
