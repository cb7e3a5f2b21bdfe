import { useState } from "react";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";
import { announce } from "../../state/window/announcements.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";

function signedWords(signed: number, role: "preparer" | "reviewer"): string {
  if (signed > 0) return t("{signed, plural, one {1 row} other {# rows}} below threshold signed off as {role}.", { signed, role });
  return role === "preparer"
    ? t("No rows signed off as preparer. The remaining rows already have this sign-off or were returned.")
    : t(
        "No rows signed off as reviewer. The remaining rows already have this sign-off, were returned, need the preparer's first, or were prepared by you.",
      );
}

/** Signs everything below its threshold at once; what is material is signed row by row. */
export function SignBelow({ review }: { readonly review: FluxReview }) {
  const [asking, setAsking] = useState(false);
  const sign = useCoreCommand("flux.signBelow");
  const { belowThreshold, belowThresholdSigned } = review.progress;
  const left = belowThreshold - belowThresholdSigned;
  const signAs = (role: "preparer" | "reviewer"): void =>
    sign.mutate(
      { clientId: review.clientId, period: review.period.id, comparison: review.comparison, role },
      {
        onSuccess: ({ signed }) => {
          setAsking(false);
          announce(signedWords(signed, role));
          void queryClient.invalidateQueries({ queryKey: ["flux.list"] });
        },
      },
    );
  return (
    <>
      <Button
        aria-haspopup="dialog"
        needs="preparer"
        disabled={left === 0}
        title={t("Signs off the rows below their threshold in one go. Material rows aren't affected.")}
        onClick={() => setAsking(true)}
      >
        {t("Sign off below threshold…")}
      </Button>
      {asking ? (
        <Dialog title={t("Sign off rows below threshold")} onClose={() => setAsking(false)}>
          <div className={confirm.body}>
            <p>
              {t(
                "{left, plural, one {1 row below threshold lacks} other {# rows below threshold lack}} one or both sign-offs. Preparer and reviewer must be different people.",
                { left },
              )}
            </p>
            {sign.error === null ? null : <FailureNote failure={sign.error.failure} />}
          </div>
          <div className={layout.dialogFoot}>
            <Button data-first-focus="" onClick={() => setAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button needs="preparer" disabled={sign.isPending} onClick={() => signAs("preparer")}>
              {t("Sign off as preparer")}
            </Button>
            <Button needs="reviewer" disabled={sign.isPending} onClick={() => signAs("reviewer")}>
              {t("Sign off as reviewer")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
