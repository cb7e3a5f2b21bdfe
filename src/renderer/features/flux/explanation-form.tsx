import { useId, useState } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useActs } from "../../state/core/undo.ts";
import { usePinned } from "../../state/views/pinned-transactions.ts";
import { Button } from "../../ui/controls/button.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./flux.module.css";

/** What a change means, in a person's words, with the documents that show it. Ctrl+Enter keeps it. */
export function ExplanationForm({ review, row }: { readonly review: FluxReview; readonly row: FluxRow }) {
  const { clientId, period, comparison } = review;
  const [text, setText] = useState(row.explanation?.text ?? "");
  const { pinned, setPinned } = usePinned(row);
  const { perform, pending } = useActs(clientId);
  const id = useId();
  const kept = row.explanation;
  const changed = text.trim() !== (kept?.text ?? "") || pinned.join() !== (kept?.documentIds ?? []).join();
  const save = (): void => {
    if (text.trim() === "" || !changed) return;
    void perform({
      key: "explain",
      words: t("{label}: explanation saved.", { label: row.label }),
      run: () =>
        call("flux.explain", {
          clientId,
          period: period.id,
          comparison,
          accountId: row.accountId,
          text: text.trim(),
          documentIds: [...pinned],
        }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  };
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
          row.material
            ? t("Why it changed. You can pin transactions below as evidence.")
            : t("Below the threshold, so an explanation is optional.")
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <Pinned clientId={clientId} pinned={pinned} onPinned={setPinned} />
      <div className={styles.acts}>
        <Button disabled={!changed || text.trim() === "" || pending !== null} title={t("Ctrl+Enter")} onClick={save}>
          {t("Save")}
        </Button>
        {kept === null ? null : <DecidedBy verb={t("written")} person={kept.person} at={kept.at} />}
        {row.returned === null ? null : (
          <p className={styles.returned}>
            {t('Returned: "{why}" ', { why: row.returned.why })}
            <DecidedBy verb={t("returned")} person={row.returned.person} at={row.returned.at} />
          </p>
        )}
      </div>
    </section>
  );
}

interface PinnedProps {
  readonly clientId: string;
  readonly pinned: readonly string[];
  readonly onPinned: (pinned: readonly string[]) => void;
}

function Pinned({ clientId, pinned, onPinned }: PinnedProps) {
  if (pinned.length === 0) return null;
  return (
    <ul className={styles.pinned} aria-label={t("Pinned transactions")}>
      {pinned.map((documentId) => (
        <li key={documentId}>
          <RecordNames clientId={clientId} ids={[documentId]} />
          <Button kind="quiet" onClick={() => onPinned(pinned.filter((other) => other !== documentId))}>
            {t("Unpin")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
