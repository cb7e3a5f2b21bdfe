import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { FluxStatus } from "#shared/model/reports/flux.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { PanelsContext } from "../../../state/window/panels.ts";
import { isOwnKey } from "../../../state/window/use-escape.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import { isLeft } from "../flux-labels.ts";
import styles from "./focus.module.css";
import { FocusRow } from "./focus-row.tsx";
import { waits } from "./next-step.ts";

interface FocusModeProps {
  readonly review: FluxReview;
  /** The rows to go through, in order; they stay the same while rows are signed off. */
  readonly ids: readonly string[];
  readonly onLeave: () => void;
}

/** Where a person begins who comes back to a list that is half done. */
const TO_PREPARE: ReadonlySet<FluxStatus> = new Set(["needed", "returned", "stale", "draft"]);

function firstToPrepare(rows: readonly FluxRow[]): number {
  const at = rows.findIndex(({ status }) => TO_PREPARE.has(status));
  return Math.max(0, at);
}

/**
 * One row after another over the whole work area. Page up and down go through the rows, Escape goes back to the table; the keys of the
 * text field are in FocusRow.
 */
export function FocusMode({ review, ids, onLeave }: FocusModeProps) {
  const area = useRef<HTMLElement>(null);
  const panels = useContext(PanelsContext);
  const rows = ids.flatMap((id) => review.rows.find(({ accountId }) => accountId === id) ?? []);
  const [at, setAt] = useState(() => firstToPrepare(rows));
  const row = rows[at];
  const following = rows[at + 1] ?? row;
  const left = rows.filter(isLeft).length;
  const toPrepare = rows.filter((one) => isLeft(one) && TO_PREPARE.has(one.status)).length;
  const go = (to: number): void => setAt(Math.max(0, Math.min(rows.length, to)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOwnKey(event)) return;
    if (event.key === "PageDown") go(at + 1);
    else if (event.key === "PageUp") go(at - 1);
    else if (event.key === "Escape" && panels?.over.length === 0) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOver = row === undefined;
  useEffect(() => {
    if (isOver) area.current?.focus();
  }, [isOver]);
  return (
    <section ref={area} className={styles.mode} aria-label={t("Focus mode")} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <Button kind="quiet" icon={<ArrowLeft size={14} aria-hidden />} title={t("Back to the table (Esc)")} onClick={onLeave}>
          {t("Table")}
        </Button>
        <span className={styles.share}>
          <ProgressBar share={rows.length === 0 ? 1 : 1 - left / rows.length} label={t("Rows done")} />
        </span>
        <span role="status">
          {isOver
            ? t("{count, plural, one {1 row} other {{shown} rows}}", { count: rows.length, shown: formatCount(rows.length) })
            : t("Row {at} of {count}", { at: at + 1, count: rows.length })}
        </span>
        <span className={textStyles.muted}>{leftWords(toPrepare, left - toPrepare)}</span>
        <span className={layout.grow} />
        <Button
          kind="quiet"
          icon={<ChevronLeft size={14} aria-hidden />}
          disabled={at === 0}
          title={t("Previous row (Page Up)")}
          onClick={() => go(at - 1)}
        >
          {t("Previous")}
        </Button>
        <Button
          kind="quiet"
          icon={<ChevronRight size={14} aria-hidden />}
          disabled={isOver}
          title={t("Skip this row (Page Down)")}
          onClick={() => go(at + 1)}
        >
          {t("Skip")}
        </Button>
      </div>
      {row === undefined || following === undefined ? (
        <Over left={rows.filter(isLeft)} onRow={(open) => go(rows.indexOf(open))} onLeave={onLeave} />
      ) : (
        <FocusRow key={row.accountId} review={review} row={row} following={following} onNext={() => go(at + 1)} />
      )}
    </section>
  );
}

/** What is left, by the role that has to do it: a prepared row waits for its reviewer alone. */
function leftWords(toPrepare: number, toReview: number): string {
  if (toPrepare === 0) return toReview === 0 ? t("All done") : t("All prepared, {toReview} to review", { toReview });
  return toReview === 0
    ? t("{toPrepare} to prepare", { toPrepare })
    : t("{toPrepare} to prepare, {toReview} to review", { toPrepare, toReview });
}

interface OverProps {
  readonly left: readonly FluxRow[];
  readonly onRow: (row: FluxRow) => void;
  readonly onLeave: () => void;
}

/** The end of the list: what is still open, and the way back. */
function Over({ left, onRow, onLeave }: OverProps) {
  const [first] = left;
  return (
    <EmptyState
      state={left.length === 0 ? "done" : "empty"}
      title={left.length === 0 ? t("All done") : t("{left, plural, one {1 row} other {# rows}} still to do", { left: left.length })}
    >
      <p>
        {left.length === 0
          ? t("Every material row in this list is signed off.")
          : left.some(waits)
            ? t(
                "{left, plural, one {It needs} other {Each needs}} an explanation or a sign-off, or its sign-off is waiting for the firm's server.",
                { left: left.length },
              )
            : t("{left, plural, one {It needs} other {They need}} an explanation or a sign-off.", { left: left.length })}
      </p>
      <div className={layout.buttons}>
        {first === undefined ? null : <Button onClick={() => onRow(first)}>{t("Go to the first open row")}</Button>}
        <Button kind="primary" onClick={onLeave}>
          {t("Back to the table")}
        </Button>
      </div>
    </EmptyState>
  );
}
