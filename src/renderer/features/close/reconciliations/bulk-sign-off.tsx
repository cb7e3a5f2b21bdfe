import { useState } from "react";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { call } from "../../../api/client.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import confirm from "../../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { blockReason } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";

interface BulkProps {
  readonly clientId: string;
  readonly period: string;
  /** The selected accounts, or all that are shown. */
  readonly rows: readonly ReconciliationRow[];
  readonly isSelection: boolean;
}

/** Signs off every account without an unreconciled difference at once; the others are named with the reason. */
export function BulkSignOff({ clientId, period, rows, isSelection }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const { perform, pending } = useActs(clientId);
  const mayReview = useMayAs("reviewer");
  const ready = (role: "preparer" | "reviewer") => rows.filter(({ blocked }) => blocked[role] === null);
  const [toPrepare, toReview] = [ready("preparer"), ready("reviewer")];
  const left = rows.filter(({ blocked }) => blocked.preparer !== null && blocked.preparer !== "already" && blocked.reviewer !== null);
  const signAs = (role: "preparer" | "reviewer") => {
    setAsking(false);
    const accountIds = ready(role).map(({ accountId }) => accountId);
    void perform({
      key: role,
      words: ({ signed }) => t("{count, plural, one {1 account} other {# accounts}} signed off as {role}.", { count: signed.length, role }),
      run: () => call("reconciliations.signAll", { clientId, period, accountIds, role }),
      undo: async ({ signed }) => {
        for (const { decisionNo } of signed) await call("decisions.undo", { clientId, decisionNo });
      },
    });
  };
  // The button promises no more accounts than this person can sign off with it.
  const signable = new Set([...toPrepare, ...(mayReview ? toReview : [])]);
  const nothing = signable.size === 0;
  const count = nothing ? rows.length : signable.size;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        needs="preparer"
        disabled={nothing || pending !== null}
        title={nothing ? t("None of these accounts is ready for your sign-off.") : t("Signs off on the accounts that are reconciled.")}
        onClick={() => setAsking(true)}
      >
        {isSelection
          ? t("{count, plural, one {Sign off on 1 account…} other {Sign off on # accounts…}}", { count })
          : t("Sign off on reconciled accounts…")}
      </Button>
      {asking ? (
        <Dialog title={t("Sign off on reconciled accounts")} onClose={() => setAsking(false)}>
          <div className={confirm.body}>
            <p>
              {t(
                "{prepare, plural, one {1 account is} other {# accounts are}} ready for preparer sign-off and {review, plural, one {1 is} other {# are}} ready for reviewer sign-off. You can't review what you prepared.",
                { prepare: toPrepare.length, review: toReview.length },
              )}
            </p>
            <LeftOut rows={left} />
          </div>
          <div className={layout.dialogFoot}>
            <Button data-first-focus="" onClick={() => setAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button needs="preparer" disabled={toPrepare.length === 0} onClick={() => signAs("preparer")}>
              {t("Sign off as preparer")}
            </Button>
            <Button needs="reviewer" disabled={toReview.length === 0} onClick={() => signAs("reviewer")}>
              {t("Sign off as reviewer")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

const LISTED = 6;

/** The accounts that stay as they are, with the reasons. */
function LeftOut({ rows }: { readonly rows: readonly ReconciliationRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <p>{t("{count, plural, one {1 account isn't} other {# accounts aren't}} included:", { count: rows.length })}</p>
      <ul className={styles.changed}>
        {rows.slice(0, LISTED).map((row) => (
          <li key={row.accountId}>
            {row.label}: {blockReason(row, "preparer")}
          </li>
        ))}
        {rows.length > LISTED ? <li>{t("and {left} more", { left: formatCount(rows.length - LISTED) })}</li> : null}
      </ul>
    </>
  );
}
