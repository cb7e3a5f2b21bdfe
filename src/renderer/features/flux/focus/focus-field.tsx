import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { mayAs } from "#shared/model/close/person.ts";
import { formatLongPeriod } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { forgetDraft, useDraft } from "../../../state/views/flux-drafts.ts";
import { changeFluxView, useFluxView } from "../../../state/views/flux-view.ts";
import { rowKey, usePinned } from "../../../state/views/pinned-transactions.ts";
import { isCommandEnter } from "../../../state/window/command-enter.ts";
import { isOwnKey } from "../../../state/window/use-escape.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import flux from "../flux.module.css";
import { Pinned } from "../pinned.tsx";
import { TemplateButton } from "../templates.tsx";
import { useFluxActs } from "../use-flux-acts.ts";
import styles from "./focus.module.css";
import { copyTitle, type LastText } from "./last-text.ts";
import { isMe, type NextStep, nextStep, preparersOf, waits } from "./next-step.ts";

interface FocusFieldProps {
  readonly review: FluxReview;
  readonly row: FluxRow;
  readonly lastText: LastText;
  readonly onNext: () => void;
}

/** The one field of focus mode. Ctrl+Enter saves, signs and goes on; F2 takes over the last text, F4 opens the templates. */
export function FocusField({ review, row, lastText, onNext }: FocusFieldProps) {
  const { signs } = useFluxView();
  const work = useRowWork({ review, row, signs, onNext });
  const { text, setText, step } = work;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const templates = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  const fill = (next: string): void => {
    setText(next);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOwnKey(event)) return;
    if (isCommandEnter(event)) {
      // Held down, it would go on to sign the rows that follow, which nobody has looked at.
      if (!event.repeat) work.goOn();
    } else if (event.key === "F2" && lastText) fill(lastText.text);
    else if (event.key === "F4") templates.current?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work in the field and on the buttons below it
    <div className={flux.section} onKeyDown={onKeyDown}>
      <h3>
        <label htmlFor={id}>{t("Explanation")}</label>
      </h3>
      {row.returned === null ? null : (
        <p className={styles.returned}>
          <DecidedBy verb={t("Returned")} person={row.returned.person} at={row.returned.at} />
          {`: “${row.returned.why}”`}
        </p>
      )}
      <textarea
        ref={field}
        id={id}
        className={flux.input}
        rows={4}
        maxLength={5000}
        placeholder={t("Why it changed")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Pinned clientId={review.clientId} pinned={work.pinned} onPinned={work.setPinned} />
      <div className={flux.acts}>
        <Button disabled={!lastText} title={copyTitle(lastText)} onClick={() => lastText && fill(lastText.text)}>
          {lastText ? t("Copy explanation from {period}", { period: formatLongPeriod(lastText.period) }) : t("Copy last explanation")}
        </Button>
        <TemplateButton
          ref={templates}
          title={t("Insert a template (F4)")}
          row={row}
          comparison={review.comparison}
          field={field}
          onPick={setText}
        />
      </div>
      <SaveLine row={row} step={step} isBusy={work.isBusy} signs={signs} onSave={work.goOn} />
    </div>
  );
}

interface SaveLineProps {
  readonly row: FluxRow;
  readonly step: NextStep;
  readonly isBusy: boolean;
  readonly signs: boolean;
  readonly onSave: () => void;
}

/** The act that brings a person to the next row, and what it does on the way. */
function SaveLine({ row, step, isBusy, signs, onSave }: SaveLineProps) {
  return (
    <>
      <div className={flux.acts}>
        <Button kind="primary" disabled={isBusy || step.kind === "write"} title={saveTitle(row, step)} onClick={onSave}>
          {stepWords(step)}
        </Button>
        <label className={layout.checkbox}>
          <input type="checkbox" checked={signs} onChange={(event) => changeFluxView({ signs: event.target.checked })} />
          {t("Sign off as preparer when saving")}
        </label>
        {row.explanation === null ? null : <DecidedBy verb={t("written")} person={row.explanation.person} at={row.explanation.at} />}
      </div>
      {step.kind === "next" && row.status === "ready_for_review" && !waits(row) ? <ReviewedBy row={row} /> : null}
    </>
  );
}

/** The key that saves; or why nothing can be saved yet: a row that was returned may have a text, which has to change. */
function saveTitle({ explanation }: FluxRow, step: NextStep): string {
  if (step.kind !== "write") return t("Ctrl+Enter");
  return explanation === null
    ? t("Write an explanation first, or skip the row (Page Down).")
    : t("Change the explanation first, or skip the row (Page Down).");
}

/** Who else can sign off as reviewer; without a name, where to add one. */
function ReviewedBy({ row }: { readonly row: FluxRow }) {
  const people = useCoreQuery("people.list", {}).data;
  if (people === undefined) return null;
  const prepared = preparersOf(row);
  const others = people.filter(
    (one) => one.active && !one.current && mayAs(one.role, "reviewer") && !prepared.some((person) => isMe(person, one)),
  );
  return (
    <p className={textStyles.muted}>
      {others.length === 0
        ? t("Someone else must review this row, but no one else can do it yet. An administrator can add a reviewer in Settings › People.")
        : t("Someone else must review this row. Reviewers: {names}.", { names: others.map(({ name }) => name).join(", ") })}
    </p>
  );
}

interface RowWork {
  readonly review: FluxReview;
  readonly row: FluxRow;
  readonly signs: boolean;
  readonly onNext: () => void;
}

/** The text of a row as it is being written, and the act that brings a person to the next one. */
function useRowWork({ review, row, signs, onNext }: RowWork) {
  const key = rowKey(review, row);
  const { text, setText } = useDraft(key, row.explanation?.text ?? "");
  const { pinned, setPinned } = usePinned(review, row);
  const me = useCoreQuery("people.list", {}).data?.find(({ current }) => current) ?? null;
  const acts = useFluxActs(review);
  const [isBusy, setBusy] = useState(false);
  const kept = row.explanation;
  const isText = text.trim() !== (kept?.text ?? "") || pinned.join() !== (kept?.documentIds ?? []).join();
  const step = nextStep({ row, isChanged: isText && text.trim() !== "", signs, me });
  // Going on does not wait until the screen is read again.
  const done = (): void => {
    forgetDraft(key);
    onNext();
  };
  const goOn = async (): Promise<void> => {
    if (isBusy) return;
    if (step.kind === "write") return;
    if (step.kind === "next") return onNext();
    setBusy(true);
    if (step.kind === "save") await acts.explain(row, { text: text.trim(), documentIds: pinned, sign: step.sign }, done);
    else await acts.sign(row, step.role, done);
    setBusy(false);
  };
  return { text, setText, pinned, setPinned, step, isBusy, goOn: () => void goOn() };
}

function stepWords(step: NextStep): string {
  if (step.kind === "next") return t("Next");
  if (step.kind === "sign") return step.role === "reviewer" ? t("Sign off as reviewer and go to next") : t("Sign off and go to next");
  return step.sign ? t("Save, sign off and go to next") : t("Save and go to next");
}
