import { useId, useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { GateView, SignedSummary } from "#shared/contract/close/close-gates.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../../api/client.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { formatLongPeriod } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { allOrNone } from "../../../state/core/all-or-none.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useDialogActs } from "../../../state/core/dialog-acts.ts";
import { useActs } from "../../../state/core/undo.ts";
import { isCommandEnter } from "../../../state/window/command-enter.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { NoFigure } from "../../../ui/figures/figure.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import { PinSuggestion } from "../../../ui/notes/pin-suggestion.tsx";
import { blocked, cutOffWords, GATE_WORDS, openWords } from "./gate-labels.ts";
import styles from "./sign-dialog.module.css";

interface SignDialogProps {
  readonly status: CloseStatus;
  readonly role: "preparer" | "reviewer";
  readonly onClose: () => void;
}

/**
 * Shows what is signed off: the period's figures, what was required and done, and every override. Open work that the policy
 * lets this person override is overridden with the reason given here.
 */
export function SignDialog({ status, role, onClose }: SignDialogProps) {
  const { clientId, period } = status;
  const name = formatLongPeriod(period.label);
  const signing = useCoreQuery("close.signing", { clientId, period: period.id });
  return (
    <Dialog title={t("Sign off on {name} as {role}", { name, role })} onClose={onClose}>
      <div className={styles.body}>
        <QueryAnswer query={signing} label={t("figures")}>
          {({ summary }) => <Shown summary={summary} />}
        </QueryAnswer>
        <p className={styles.quiet}>
          {t("A sign-off applies to every figure in the period's statements. If a figure changes, the period must be signed off again.")}
        </p>
        <PinSuggestion />
      </div>
      <SignForm status={status} role={role} onClose={onClose} />
    </Dialog>
  );
}

function SignForm({ status, role, onClose }: SignDialogProps) {
  const [words, setWords] = useState("");
  const [busy, setBusy] = useState(false);
  const { clientId, period } = status;
  const { perform } = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const id = useId();
  const open = role === "reviewer" ? blocked(status.gates.sign) : [];
  const given = words.trim();
  const isReady = !busy && (open.length === 0 || given !== "");
  const send = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    await perform({
      ...told(),
      key: role,
      words: t("{label}: signed off as {role}.", { label: formatLongPeriod(period.label), role }),
      ...signing({ clientId, period: period.id }, role, open, given),
    });
    setBusy(false);
  };
  return (
    <>
      <div className={styles.body}>
        {open.length === 0 ? null : <OpenWork open={open} />}
        <label className={styles.why} htmlFor={id}>
          {open.length === 0 ? t("Note (optional)") : t("Reason")}
          <textarea
            id={id}
            className={styles.text}
            rows={2}
            maxLength={2000}
            data-first-focus=""
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (isCommandEnter(event)) void send();
            }}
          />
        </label>
      </div>
      {refused === null ? null : <FailureNote failure={refused} />}
      <div className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          kind="primary"
          disabled={!isReady}
          title={busy ? undefined : isReady ? t("Ctrl+Enter") : t("Enter a reason for signing off while work is still open")}
          onClick={() => void send()}
        >
          {open.length === 0 ? t("Sign off") : t("Override and sign off")}
        </Button>
      </div>
    </>
  );
}

/** What signing off now overrides. The button stays enabled: the sign-off itself tries to reach the firm's server again. */
function OpenWork({ open }: { readonly open: readonly GateView[] }) {
  const cutOff = cutOffWords(useCoreQuery("firm.exchange", {}).data ?? null);
  return (
    <>
      <p className={styles.open}>
        {t("Not finished: {open}. If you sign off now, you override this open work, and your reason is printed in the close pack.", {
          open: open.map(openWords).join(", "),
        })}
      </p>
      {cutOff === null ? null : <p className={styles.open}>{cutOff}</p>}
    </>
  );
}

type Target = { readonly clientId: string; readonly period: string };

/** Overrides what is open, then signs off. Without the sign-off, the overrides given for it are taken back. */
function signing(target: Target, role: SignDialogProps["role"], open: readonly GateView[], given: string) {
  const note = open.length > 0 || given === "" ? {} : { note: given };
  const overrides = open.map(({ gate }) => {
    return () => call("close.override", { ...target, gate, why: given });
  });
  const sign = () => call("close.sign", { ...target, role, ...note });
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId: target.clientId, decisionNo });
  return {
    run: () => allOrNone([...overrides, sign], (decide) => decide(), undo),
    undo: async (decisions: readonly { readonly decisionNo: number }[]): Promise<void> => {
      for (const decision of decisions.toReversed()) await undo(decision);
    },
  };
}

/** The figures that the sign-off is given on. */
export function Shown({ summary }: { readonly summary: SignedSummary }) {
  const { currency, debits, credits, netProfit, cash, exceptions, gates, byHand, overrides } = summary;
  const amounts = [
    [t("Debits posted in the period"), debits],
    [t("Credits posted in the period"), credits],
    [t("Net income"), netProfit],
    [t("Cash at period end"), cash],
  ] as const;
  return (
    <>
      <Facts label={t("What you're signing off")}>
        {amounts.map(([label, amount]) => (
          <Fact key={label} name={label} kind="figure">
            {amount === null ? <NoFigure /> : <Money amount={amount} currency={currency} showCurrency />}
          </Fact>
        ))}
        <Fact name={t("Open exceptions, all periods")}>{formatCount(exceptions)}</Fact>
        {gates.map(({ gate, required, done }) => (
          <Fact key={gate} name={GATE_WORDS[gate]}>
            {required > 0 ? t("{done} of {required} done", { done, required }) : gate === "review_notes" ? t("None") : t("None required")}
          </Fact>
        ))}
        <Fact name={t("Tasks marked complete manually")}>{formatCount(byHand)}</Fact>
      </Facts>
      {overrides.map(({ gate, person, at, why, items }) => (
        <p key={`${gate} ${at} ${items.join()}`} className={styles.quiet}>
          {t("{gate}: {items, plural, one {1 item} other {# items}} overridden by {person}, “{why}”", {
            ...{ gate: GATE_WORDS[gate], items: items.length, person: nameOfNoted(person), why },
          })}
        </p>
      ))}
    </>
  );
}
