import { Copy, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { call } from "../../../api/client.ts";
import { formatAmount, formatCount } from "../../../format/amounts/amount.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { spanText } from "../../../format/dates/date-range.ts";
import { billName, bothPaidWords, likelihood } from "../../../format/labels/duplicate-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { usePeriodSpan } from "../../../state/period/selected-range.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import textStyles from "../../../styles/text.module.css";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { Segments } from "../../../ui/controls/segments.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { TaskButton } from "../../../ui/notes/task-button.tsx";
import styles from "../checks.module.css";
import { ReasonWords } from "../reason-words.tsx";
import pairs from "./duplicate-list.module.css";
import { type DuplicateScope, shownScope } from "./duplicate-scope.ts";
import { PairComparison, PairTitle } from "./pair-comparison.tsx";

type Pair = DuplicatePage["rows"][number];

const AT_ONCE = 20;

interface DuplicateListProps {
  readonly clientId: string;
  /** The bill whose pairs alone are shown, whatever their dates are; null for all. */
  readonly documentId: string | null;
}

/** Bills that may have been entered twice, surest first. Nothing is ever removed here. */
export function DuplicateList({ clientId, documentId }: DuplicateListProps) {
  const [dismissed, setDismissed] = useState(false);
  const [limit, setLimit] = useState(AT_ONCE);
  const [chosen, setScope] = useState<DuplicateScope | null>(null);
  const span = usePeriodSpan(clientId);
  const within = span === null ? {} : { from: span.from, to: span.to };
  // The count of the period is the one that the close's checklist and the pack give.
  const isAsked = span !== null && documentId === null;
  const ofPeriod = useCoreQuery("duplicates.list", { clientId, dismissed, limit: 1, ...within }, { enabled: isAsked });
  const scope = shownScope(chosen, { found: ofPeriod.data?.found, isPending: ofPeriod.isPending });
  const asked = documentId !== null ? { documentId } : scope === "all" ? {} : within;
  const enabled = documentId !== null || (span !== null && scope !== null);
  const query = useCoreQuery("duplicates.list", { clientId, dismissed, limit, ...asked }, { keepPrevious: true, enabled });
  return (
    <QueryAnswer query={query} label={t("bills")}>
      {(page) => (
        <>
          <div className={classes(styles.bar, styles.measured)}>
            {documentId !== null ? (
              <ButtonLink href={`#${recordAddress(clientId, "checks", "duplicates")}`}>{t("Show other pairs")}</ButtonLink>
            ) : span === null ? null : (
              <Segments
                label={t("Bills to show")}
                options={scopes(spanText(span), ofPeriod.data)}
                chosen={scope ?? "period"}
                onChange={setScope}
              />
            )}
            <p className={textStyles.muted}>{query.isPlaceholderData ? null : foundText(page)}</p>
            <label className={styles.check}>
              <input type="checkbox" checked={dismissed} onChange={(event) => setDismissed(event.target.checked)} />
              {t("Dismissed ({dismissed})", { dismissed: formatCount(page.dismissed) })}
            </label>
          </div>
          {page.rows.length === 0 && !query.isPlaceholderData ? (
            <NoPairs
              shownDismissed={dismissed}
              dismissed={page.dismissed}
              within={documentId === null && scope === "period" && span !== null ? spanText(span) : null}
              isOfBill={documentId !== null}
            />
          ) : (
            <Pairs clientId={clientId} rows={page.rows} />
          )}
          {page.rows.length < page.found ? (
            <div className={styles.more}>
              <Button onClick={() => setLimit(Math.min(5000, limit + 4 * AT_ONCE))}>{t("Show more")}</Button>
            </div>
          ) : null}
          {page.cut.map(({ partyName, currency, total, bills, notCompared }) => (
            <p key={`${partyName} ${currency} ${total}`} className={styles.aside}>
              <Sentence
                text="{vendor}: {bills} bills or expenses for {currency} {total} each, too many to compare every pair. Pairs not compared: {notCompared}."
                values={{
                  vendor: partyName ?? t("No vendor"),
                  bills: formatCount(bills),
                  total: formatAmount(total, currency),
                  currency,
                  notCompared: formatCount(notCompared),
                }}
              />
            </p>
          ))}
        </>
      )}
    </QueryAnswer>
  );
}

/** The scopes to choose from; the period's with its count once that is known. */
function scopes(period: string, page: DuplicatePage | undefined) {
  return [
    { value: "period" as const, word: period, ...(page === undefined ? {} : { count: page.found }) },
    { value: "all" as const, word: t("All dates") },
  ];
}

function foundText({ found, rows }: DuplicatePage): string {
  if (found === 0) return t("No pairs");
  const shown = rows.length < found ? t(", {rows} shown", { rows: formatCount(rows.length) }) : "";
  return t("{count, plural, one {1 pair} other {{found} pairs}}{shown}. Dismissing a pair doesn't change the ledger.", {
    found: formatCount(found),
    count: found,
    shown,
  });
}

interface NoPairsProps {
  readonly shownDismissed: boolean;
  readonly dismissed: number;
  /** The days whose bills are shown; null for all days. */
  readonly within: string | null;
  readonly isOfBill: boolean;
}

function NoPairs({ shownDismissed, dismissed, within, isOfBill }: NoPairsProps) {
  if (shownDismissed)
    return (
      <EmptyState title={within === null ? t("No dismissed pairs") : t("No dismissed pairs for {within}", { within })}>
        <p>{t("Dismissed pairs appear here, with the person who dismissed them and the time. You can restore them.")}</p>
      </EmptyState>
    );
  const title = isOfBill ? t("No possible duplicates of this transaction") : t("No possible duplicate bills");
  return (
    <EmptyState title={within === null ? title : t("No possible duplicate bills for {within}", { within })}>
      <p>
        {t(
          "Bills or expenses from the same vendor, for the same amount and at most 30 days apart, appear here in pairs. Recurring monthly ones are left out. So are pairs with different numbers more than a week apart.",
        )}
      </p>
      {dismissed === 0 ? null : (
        <p>
          {t(
            "{count, plural, one {1 pair is dismissed. Select “Dismissed” to see it.} other {{dismissed} pairs are dismissed. Select “Dismissed” to see them.}}",
            { count: dismissed, dismissed: formatCount(dismissed) },
          )}
        </p>
      )}
    </EmptyState>
  );
}

function Pairs({ clientId, rows }: { readonly clientId: string; readonly rows: readonly Pair[] }) {
  const { perform, pending } = useActs(clientId);
  const decide = (pair: Pair, dismiss: boolean) => {
    const [a, b] = pair.documents;
    const input = { clientId, a: a.id, b: b.id };
    const there = () => call("duplicates.dismiss", input);
    const back = () => call("duplicates.restore", input);
    const names = { a: billName(a), b: billName(b) };
    const words = dismiss
      ? t("{a} and {b} marked as not duplicates.", names)
      : t("{a} and {b} marked as possible duplicates again.", names);
    void perform({ key: pair.id, words, run: dismiss ? there : back, undo: dismiss ? back : there });
  };
  return (
    <ul>
      {rows.map((pair) => {
        const [a, b] = pair.documents;
        const names = { a: billName(a), b: billName(b) };
        const { dismissal } = pair;
        return (
          <li key={pair.id} className={pairs.pair}>
            <Evidence pair={pair} />
            <PairComparison clientId={clientId} bills={pair.documents} />
            <div className={pairs.decisions}>
              {dismissal?.stands === true ? (
                <Button needs="preparer" disabled={pending === pair.id} onClick={() => decide(pair, false)}>
                  {t("Restore")}
                </Button>
              ) : (
                <Button
                  needs="preparer"
                  disabled={pending === pair.id}
                  title={t("Marks the two as not duplicates. If either one changes, the dismissal no longer counts.")}
                  onClick={() => decide(pair, true)}
                >
                  {t("Dismiss")}
                </Button>
              )}
              <TaskButton
                clientId={clientId}
                subject={{ kind: "document", id: b.id }}
                label={t("{a} and {b}", names)}
                seen={t("match score {score} of 100", { score: pair.score })}
                title={t("Resolve possible duplicate: {a} and {b}", names)}
              />
              {dismissal === null ? null : <DecidedBy verb={t("dismissed")} person={dismissal.person} at={dismissal.at} />}
              {dismissal === null || dismissal.note === null ? null : <span className={textStyles.muted}>“{dismissal.note}”</span>}
              {dismissal?.stands === false ? (
                <span className={pairs.changed}>
                  {t("One of the two has changed since the pair was dismissed. Review the pair again.")}
                </span>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** How sure the pair is, what that rests on, and what it costs. */
function Evidence({ pair: { documents, score, reasons } }: { readonly pair: Pair }) {
  const { word, tone, means } = likelihood(score);
  const paid = bothPaidWords(documents);
  return (
    <div className={pairs.about}>
      <PairTitle bills={documents} />
      <p className={pairs.score}>
        <Chip tone={tone} word={word} icon={Copy} title={means} />
        <span className={textStyles.muted}>{t("Match score {score} of 100", { score })}</span>
      </p>
      {paid === null ? null : (
        <p className={pairs.paid}>
          <TriangleAlert size={14} aria-hidden />
          {paid}
        </p>
      )}
      <p className={textStyles.mutedSmall}>
        <ReasonWords text={capitalized(withAmounts(reasons.join("; ")))} />
      </p>
    </div>
  );
}
