import { useId } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { t } from "../../language/t.ts";
import { forgetDraft, useDraft } from "../../state/views/flux-drafts.ts";
import { rowKey, usePinned } from "../../state/views/pinned-transactions.ts";
import { useCommandEnter } from "../../state/window/command-enter.ts";
import { Button } from "../../ui/controls/button.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./flux.module.css";
import { Pinned } from "./pinned.tsx";
import { useFluxActs } from "./use-flux-acts.ts";

/** What a change means, in a person's words, with the documents that show it. Ctrl+Enter keeps it. */
export function ExplanationForm({ review, row }: { readonly review: FluxReview; readonly row: FluxRow }) {
  const { clientId } = review;
  const key = rowKey(review, row);
  const { text, setText } = useDraft(key, row.explanation?.text ?? "");
  const { pinned, setPinned } = usePinned(review, row);
  const { explain, pending } = useFluxActs(review);
  const id = useId();
  const kept = row.explanation;
  const changed = text.trim() !== (kept?.text ?? "") || pinned.join() !== (kept?.documentIds ?? []).join();
  const save = (): void => {
    if (text.trim() === "" || !changed || pending !== null) return;
    void explain(row, { text: text.trim(), documentIds: pinned, sign: false }, () => forgetDraft(key));
  };
  const onKeyDown = useCommandEnter("preparer", save);
  return (
    <section className={styles.section} aria-label={t("Explanation")}>
      <h3>
        <label htmlFor={id}>{t("Explanation")}</label>
      </h3>
      <textarea
        id={id}
        className={styles.input}
        rows={3}
        maxLength={5000}
        data-key="explain"
        placeholder={
          row.status === "not_needed"
            ? t("Optional: this row doesn't need an explanation.")
            : t("Why it changed. You can pin transactions below as evidence.")
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Pinned clientId={clientId} pinned={pinned} onPinned={setPinned} />
      <div className={styles.acts}>
        <Button needs="preparer" disabled={!changed || text.trim() === "" || pending !== null} title={t("Ctrl+Enter")} onClick={save}>
          {t("Save")}
        </Button>
        {kept === null ? null : <DecidedBy verb={t("written")} person={kept.person} at={kept.at} />}
        {row.returned === null ? null : (
          <p className={styles.returned}>
            <DecidedBy verb={t("Returned")} person={row.returned.person} at={row.returned.at} />
            {`: “${row.returned.why}”`}
          </p>
        )}
      </div>
    </section>
  );
}
