import { useState } from "react";
import type { FluxReview } from "#shared/contract/flux.ts";
import { Button } from "../../components/button.tsx";
import confirm from "../../components/confirm-dialog.module.css";
import { Dialog } from "../../components/dialog.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { queryClient } from "../../state/query-client.ts";

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
          announce(t("{signed} rows below their threshold signed as {role}.", { signed, role }));
          void queryClient.invalidateQueries({ queryKey: ["flux.list"] });
        },
      },
    );
  return (
    <>
      <Button
        disabled={left === 0}
        title={t("Rows below their threshold, together; material rows are left alone")}
        onClick={() => setAsking(true)}
      >
        {t("Sign below threshold…")}
      </Button>
      {asking ? (
        <Dialog title={t("Sign rows below their threshold")} onClose={() => setAsking(false)}>
          <div className={confirm.body}>
            <p>{t("{left} rows are below their threshold and not signed. Preparer and reviewer must be two people.", { left })}</p>
            {sign.error === null ? null : <FailureNote failure={sign.error.failure} />}
          </div>
          <div className={confirm.foot}>
            <Button data-first-focus="" onClick={() => setAsking(false)}>
              {t("Go back")}
            </Button>
            <Button disabled={sign.isPending} onClick={() => signAs("preparer")}>
              {t("Sign as preparer")}
            </Button>
            <Button disabled={sign.isPending} onClick={() => signAs("reviewer")}>
              {t("Sign as reviewer")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
