import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { fillTemplate } from "#shared/model/reports/flux-template.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { chooseRows } from "../../state/views/flux-marks.ts";
import { changeFluxView, useFluxView } from "../../state/views/flux-view.ts";
import { isCommandEnter } from "../../state/window/command-enter.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import styles from "./flux.module.css";
import { accountName } from "./flux-labels.ts";
import { TemplateButton } from "./templates.tsx";
import { useBulkActs } from "./use-bulk-acts.ts";

interface BulkBarProps {
  readonly review: FluxReview;
  /** The rows that are chosen, and all that are shown. */
  readonly rows: readonly FluxRow[];
  readonly shown: readonly FluxRow[];
}

/** What can be done with several rows at once. What was skipped is listed with its reason; the rest can be undone. */
export function BulkBar({ review, rows, shown }: BulkBarProps) {
  const acts = useBulkActs(review);
  const [explaining, setExplaining] = useState(false);
  const { refused } = acts;
  if (rows.length === 0 && refused.length === 0) return null;
  const ids = rows.map(({ accountId }) => accountId);
  const none = rows.length === 0 || acts.pending !== null;
  return (
    <section className={styles.bulk} aria-label={t("Selected accounts")}>
      <span>{t("{count, plural, one {1 account selected} other {# accounts selected}}", { count: rows.length })}</span>
      <Button needs="preparer" kind="primary" disabled={none} onClick={() => setExplaining(true)}>
        {t("Explain…")}
      </Button>
      <Button needs="preparer" disabled={none} onClick={() => void acts.signMany(ids, "preparer")}>
        {t("Sign off as {role}", { role: "preparer" })}
      </Button>
      <Button needs="reviewer" disabled={none} onClick={() => void acts.signMany(ids, "reviewer")}>
        {t("Sign off as {role}", { role: "reviewer" })}
      </Button>
      {refused.length === 0 ? null : (
        <details className={styles.refused}>
          <summary>
            {t("{count, plural, one {1 account skipped or not signed off} other {# accounts skipped or not signed off}}", {
              count: refused.length,
            })}
          </summary>
          <ul>
            {refused.map(({ accountId, label, message, next }) => (
              <li key={`${accountId} ${label}`}>{[message, next ?? ""].join(" ").trim()}</li>
            ))}
          </ul>
        </details>
      )}
      <span className={layout.grow} />
      <Button kind="quiet" disabled={shown.length === rows.length} onClick={() => chooseRows(shown.map(({ accountId }) => accountId))}>
        {t("Select all {count}", { count: formatCount(shown.length) })}
      </Button>
      <Button
        kind="quiet"
        icon={<X size={14} aria-hidden />}
        onClick={() => {
          chooseRows([]);
          acts.forgetRefused();
        }}
      >
        {t("Clear selection")}
      </Button>
      {explaining ? (
        <ExplainMany
          review={review}
          rows={rows}
          onExplain={(text, signs) => {
            setExplaining(false);
            void acts.explainMany(ids, text, signs);
          }}
          onClose={() => setExplaining(false)}
        />
      ) : null}
    </section>
  );
}

interface ExplainManyProps {
  readonly review: FluxReview;
  readonly rows: readonly FluxRow[];
  readonly onExplain: (text: string, signs: boolean) => void;
  readonly onClose: () => void;
}

/** One text for several rows, shown as the first of them will have it. */
function ExplainMany({ review: { comparison }, rows, onExplain, onClose }: ExplainManyProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const { signs } = useFluxView();
  const id = useId();
  const [first] = rows;
  const send = (): void => {
    if (text.trim() !== "") onExplain(text.trim(), signs);
  };
  return (
    <Dialog title={t("Explain {count, plural, one {1 account} other {# accounts}}", { count: rows.length })} onClose={onClose}>
      <div className={`${confirm.body} ${layout.stack}`}>
        <label className={confirm.why} htmlFor={id}>
          {t("Explanation")}
          <textarea
            ref={field}
            id={id}
            className={confirm.text}
            rows={4}
            maxLength={5000}
            data-first-focus=""
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (isCommandEnter(event)) send();
            }}
          />
        </label>
        {first === undefined || !text.includes("{") ? null : (
          <p className={textStyles.muted}>
            {t("Preview for {account}: {text}", { account: accountName(first), text: fillTemplate(text, first, comparison) })}
          </p>
        )}
        <label className={layout.checkbox}>
          <input type="checkbox" checked={signs} onChange={(event) => changeFluxView({ signs: event.target.checked })} />
          {t("Also sign off as preparer")}
        </label>
      </div>
      <div className={layout.dialogFoot}>
        <TemplateButton comparison={comparison} field={field} onPick={setText} />
        <span className={layout.grow} />
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" disabled={text.trim() === ""} title={t("Ctrl+Enter")} onClick={send}>
          {t("Explain {count, plural, one {1 account} other {# accounts}}", { count: rows.length })}
        </Button>
      </div>
    </Dialog>
  );
}
