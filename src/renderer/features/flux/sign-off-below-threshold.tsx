import { useState } from "react";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

function signedWords(signed: number, role: "preparer" | "reviewer"): string {
  if (signed > 0) return t("{signed, plural, one {1 account} other {# accounts}} below threshold signed off as {role}.", { signed, role });
  return role === "preparer"
    ? t("No accounts signed off as preparer. The remaining accounts already have this sign-off or were returned.")
    : t(
        "No accounts signed off as reviewer. The remaining accounts were returned, need the preparer's sign-off first, or were explained or prepared by you. For others, a sign-off is waiting for the firm's server.",
      );
}

/** Signs everything below its threshold at once; what is material is signed row by row. */
export function SignBelow({ review }: { readonly review: FluxReview }) {
  const [asking, setAsking] = useState(false);
  const { perform, pending } = useActs(review.clientId);
  const { belowThreshold, belowThresholdSigned } = review.progress;
  const left = belowThreshold - belowThresholdSigned;
  const signAs = (role: "preparer" | "reviewer") =>
    perform({
      key: role,
      words: ({ signed }) => signedWords(signed, role),
      run: () => call("flux.signBelow", { clientId: review.clientId, period: review.period.id, comparison: review.comparison, role }),
      onDone: () => setAsking(false),
    });
  return (
    <>
      <Button
        aria-haspopup="dialog"
        needs="preparer"
        disabled={left === 0}
        title={t("Signs off on the accounts below their threshold in one go. Material changes aren't affected.")}
        onClick={() => setAsking(true)}
      >
        {t("Sign off on accounts below threshold…")}
      </Button>
      {asking ? (
        <Dialog title={t("Sign off on accounts below threshold")} onClose={() => setAsking(false)}>
          <div className={confirm.body}>
            <p>
              {t(
                "{left, plural, one {1 account below threshold isn't} other {# accounts below threshold aren't}} fully signed off. Preparer and reviewer must be different people.",
                { left },
              )}
            </p>
          </div>
          <div className={layout.dialogFoot}>
            <Button data-first-focus="" onClick={() => setAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button needs="preparer" disabled={pending !== null} onClick={() => void signAs("preparer")}>
              {t("Sign off as preparer")}
            </Button>
            <Button needs="reviewer" disabled={pending !== null} onClick={() => void signAs("reviewer")}>
              {t("Sign off as reviewer")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
