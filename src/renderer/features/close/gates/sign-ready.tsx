import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { comparisonWord } from "../../../format/labels/flux-comparison-labels.ts";
import { t } from "../../../language/t.ts";
import { allOrNone } from "../../../state/core/all-or-none.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import confirm from "../../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import styles from "../close.module.css";
import { nothingReady } from "./gate-labels.ts";

type Role = "preparer" | "reviewer";

/** Signs off, in one act, the reconciliations and material changes that wait for nothing but a signature. */
export function SignReady({ status }: { readonly status: CloseStatus }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button needs="preparer" title={t("Reconciliations and material changes that only need a sign-off")} onClick={() => setAsking(true)}>
        {t("Sign off on what's ready…")}
      </Button>
      {asking ? <ReadyDialog status={status} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function ReadyDialog({ status, onClose }: { readonly status: CloseStatus; readonly onClose: () => void }) {
  const { clientId, period, comparisons } = status;
  const target = { clientId, period: period.id };
  const accounts = useCoreQuery("reconciliations.list", target);
  const asked = useQueries({
    queries: comparisons.map((comparison) => {
      const input = { ...target, comparison };
      return { queryKey: ["flux.list", input], queryFn: (): Promise<FluxReview> => call("flux.list", input) };
    }),
  });
  const reviews = asked.flatMap(({ data }) => data ?? []);
  const failure = accounts.error ?? asked.map(({ error }) => error).find((error) => error instanceof CallFailure);
  return (
    <Dialog title={t("Sign off on what's ready")} onClose={onClose}>
      {failure === undefined ? null : <FailureNote failure={failure.failure} />}
      {accounts.data === undefined || reviews.length < comparisons.length ? (
        <p className={confirm.body}>{t("Loading…")}</p>
      ) : (
        <Ready status={status} accounts={accounts.data} reviews={reviews} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Signing = { readonly clientId: string; readonly period: string; readonly role: Role };

/** The lines of one comparison that wait for a signature. */
interface ReadyFlux {
  readonly review: FluxReview;
  readonly lines: readonly FluxRow[];
}

/** Signs off every list, or none. @returns the decisions */
async function signAll(target: Signing, rows: readonly ReconciliationRow[], flux: readonly ReadyFlux[]): Promise<readonly number[]> {
  const idsOf = (list: readonly { readonly accountId: string }[]) => list.map(({ accountId }) => accountId);
  const signRows = async (): Promise<readonly number[]> => {
    const { signed } = await call("reconciliations.signAll", { ...target, accountIds: idsOf(rows) });
    return signed.map(({ decisionNo }) => decisionNo);
  };
  const signFlux = flux.map(({ review: { comparison }, lines }) => async (): Promise<readonly number[]> => {
    const { decisionNos } = await call("flux.signMany", { ...target, comparison, accountIds: idsOf(lines) });
    return decisionNos;
  });
  const parts = [...(rows.length === 0 ? [] : [signRows]), ...signFlux];
  const signed = await allOrNone(
    parts,
    (part) => part(),
    (decisionNos) => undoAll(target.clientId, decisionNos),
  );
  return signed.flat();
}

async function undoAll(clientId: string, decisionNos: readonly number[]): Promise<void> {
  for (const decisionNo of decisionNos.toReversed()) await call("decisions.undo", { clientId, decisionNo });
}

interface ReadyProps {
  readonly status: CloseStatus;
  readonly accounts: readonly ReconciliationRow[];
  readonly reviews: readonly FluxReview[];
  readonly onClose: () => void;
}

function Ready({ status: { clientId, period }, accounts, reviews, onClose }: ReadyProps) {
  const { perform } = useActs(clientId);
  const mayReview = useMayAs("reviewer");
  const me = useCoreQuery("people.list", {}).data?.find(({ current }) => current)?.name ?? null;
  const toReview = readyFor("reviewer", accounts, reviews, me);
  const role: Role = mayReview && toReview.count > 0 ? "reviewer" : "preparer";
  const { rows, flux, count } = role === "reviewer" ? toReview : readyFor("preparer", accounts, reviews, me);
  const sign = () => {
    onClose();
    void perform({
      key: "ready",
      words: ({ done, left }) =>
        left === 0
          ? t("{done, plural, one {1 item} other {# items}} signed off as {role}.", { done, role })
          : t("{done, plural, one {1 item} other {# items}} signed off as {role}, {left} skipped.", { done, left, role }),
      run: async () => {
        const decisionNos = await signAll({ clientId, period: period.id, role }, rows, flux);
        return { decisionNos, done: decisionNos.length, left: count - decisionNos.length };
      },
      undo: ({ decisionNos }) => undoAll(clientId, decisionNos),
    });
  };
  const isEmpty = count === 0;
  return (
    <>
      <div className={confirm.body}>
        {isEmpty ? <p>{nothingReady(accounts, reviews)}</p> : null}
        {rows.length === 0 ? null : <h3>{t("Reconciliations")}</h3>}
        <ul className={layout.plainList}>
          {rows.map(({ accountId, label, closing, currency }) => (
            <li key={accountId} className={styles.ready}>
              <span>{label}</span>
              <Money amount={closing} currency={currency} />
            </li>
          ))}
        </ul>
        {flux.map(({ review, lines }) => (
          <FluxLines key={review.comparison} review={review} lines={lines} isOnly={reviews.length === 1} />
        ))}
      </div>
      <div className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" data-first-focus="" disabled={isEmpty} ref={focusNow} onClick={sign}>
          {t("Sign off as {role}", { role })}
        </Button>
      </div>
    </>
  );
}

function FluxLines({ review, lines, isOnly }: ReadyFlux & { readonly isOnly: boolean }) {
  const { currency } = review;
  return (
    <>
      <h3>{isOnly ? t("Flux analysis") : t("Flux analysis: {comparison}", { comparison: comparisonWord(review) })}</h3>
      <ul className={layout.plainList}>
        {lines.map(({ accountId, label, change, explanation }) => (
          <li key={accountId} className={styles.ready}>
            <span>
              {label} <span className={text.mutedSmall}>{explanation?.text}</span>
            </span>
            {change === null ? null : <Money amount={change} currency={currency} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The dialog opens before its lists are loaded, so the button takes the focus when it appears. */
const focusNow = (button: HTMLButtonElement | null): void => button?.focus();

function readyFor(role: Role, accounts: readonly ReconciliationRow[], reviews: readonly FluxReview[], me: string | null) {
  const status = role === "preparer" ? "draft" : "ready_for_review";
  const isOwn = ({ stamps }: FluxRow) => stamps.some((one) => one.role === "preparer" && one.person === me);
  const isReady = (row: FluxRow) => row.material && row.status === status && (role === "preparer" || !isOwn(row));
  const rows = accounts.filter(({ required, blocked }) => required && blocked[role] === null);
  const flux = reviews.map((review): ReadyFlux => ({ review, lines: review.rows.filter(isReady) })).filter(({ lines }) => lines.length > 0);
  return { rows, flux, count: flux.reduce((sum, { lines }) => sum + lines.length, rows.length) };
}
