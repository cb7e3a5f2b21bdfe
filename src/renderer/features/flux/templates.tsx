import { type ComponentProps, type RefObject, useState } from "react";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";
import { FLUX_PLACEHOLDERS, fillTemplate, type SavedFluxTemplate } from "#shared/model/reports/flux-template.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { SETTING_ACTS, useSettingActs } from "../../state/core/firm-acts.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { PickDialog } from "../../ui/dialogs/pick-dialog.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./flux.module.css";

interface TemplateButtonProps extends Pick<ComponentProps<"button">, "title" | "ref"> {
  /** The row that the text is for; left out where it is for several. */
  readonly row?: FluxRow;
  readonly comparison: FluxComparison;
  /** Where the text goes: the focus returns here, not to the button, so that a person writes on where the text ends. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Told the text, with the row's figures filled in where there is one. */
  readonly onPick: (text: string) => void;
}

interface TemplatePickerProps extends Omit<TemplateButtonProps, "title" | "ref" | "field"> {
  readonly onManage: () => void;
  readonly onClose: () => void;
}

/** The firm's explanation texts: one is picked by typing, arrows and Enter, and all of them can be edited in place. */
export function TemplateButton({ row, comparison, field, onPick, ...button }: TemplateButtonProps) {
  const [open, setOpen] = useState<"picker" | "manager" | null>(null);
  const pickFrom = (): void => {
    // A dialog gives the focus back to what had it before.
    field.current?.focus();
    setOpen("picker");
  };
  return (
    <>
      <Button {...button} onClick={pickFrom}>
        {t("Templates…")}
      </Button>
      {open === "picker" ? (
        <TemplatePicker
          {...(row === undefined ? {} : { row })}
          comparison={comparison}
          onPick={onPick}
          onManage={() => setOpen("manager")}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === "manager" ? <TemplateManager onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function TemplatePicker({ row, comparison, onPick, onManage, onClose }: TemplatePickerProps) {
  const [search, setSearch] = useState("");
  const templates = useCoreQuery("flux.templates", {});
  const filled = ({ text }: SavedFluxTemplate): string => (row === undefined ? text : fillTemplate(text, row, comparison));
  const found = (templates.data ?? []).filter((one) => `${one.name} ${one.text}`.toLowerCase().includes(search.toLowerCase()));
  const items = found.map((one) => ({
    id: one.name,
    content: (
      <span className={styles.template}>
        <b>{one.name}</b>
        <span className={textStyles.muted}>{filled(one)}</span>
      </span>
    ),
    onPick: () => onPick(filled(one)),
  }));
  // Alone while the others load, Enter would take it for the template that was typed.
  const manage = { id: " manage", content: t("Edit templates…"), onPick: onManage };
  return (
    <PickDialog
      title={t("Templates")}
      label={t("Find a template")}
      placeholder={t("Find a template")}
      text={search}
      onText={setSearch}
      items={templates.isPending ? [] : [...items, manage]}
      loading={templates.isPending}
      empty={t("Loading…")}
      {...(templates.error === null ? {} : { note: templates.error.failure.message })}
      wide
      onClose={onClose}
    />
  );
}

/** The firm's templates, to add, change and remove. */
function TemplateManager({ onClose }: { readonly onClose: () => void }) {
  const templates = useCoreQuery("flux.templates", {});
  const [edited, setEdited] = useState<SavedFluxTemplate | null>(null);
  const { act, pending } = useSettingActs();
  return (
    <Dialog title={t("Templates")} wide onClose={onClose}>
      <div className={confirm.body}>
        {templates.data?.length === 0 ? <p>{t("No templates yet. Add explanations you write every month.")}</p> : null}
        <ul className={styles.stamps}>
          {templates.data?.map((one) => (
            <li key={one.name} className={styles.savedTemplate}>
              <span className={styles.template}>
                <b>{one.name}</b>
                <span className={textStyles.muted}>{one.text}</span>
                {one.person === null || one.at === null ? null : <DecidedBy verb={t("saved")} person={one.person} at={one.at} />}
              </span>
              <Button
                needs="preparer"
                kind="quiet"
                aria-label={t("Edit template {name}", { name: one.name })}
                onClick={() => setEdited(one)}
              >
                {t("Edit")}
              </Button>
              <Button
                needs="preparer"
                kind="quiet"
                disabled={pending}
                aria-label={t("Remove template {name}", { name: one.name })}
                onClick={() =>
                  void act(t("Template {name} removed.", { name: one.name }), () => call("flux.removeTemplate", { name: one.name }))
                }
              >
                {t("Remove")}
              </Button>
            </li>
          ))}
        </ul>
        <TemplateForm key={edited?.name ?? ""} edited={edited} onSaved={() => setEdited(null)} />
      </div>
      <UndoMessage clientId={SETTING_ACTS} />
    </Dialog>
  );
}

function TemplateForm({ edited, onSaved }: { readonly edited: SavedFluxTemplate | null; readonly onSaved: () => void }) {
  const [name, setName] = useState(edited?.name ?? "");
  const [text, setText] = useState(edited?.text ?? "");
  const { act, pending } = useSettingActs();
  const submit = async (): Promise<void> => {
    const input = { name, text, ...(edited === null ? {} : { replaces: edited.name }) };
    if (!(await act(t("Template {name} saved.", { name }), () => call("flux.saveTemplate", input)))) return;
    setName("");
    setText("");
    onSaved();
  };
  return (
    <form
      className={styles.templateForm}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label className={layout.field}>
        {t("Name")}
        <input className={styles.field} data-first-focus="" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <label className={layout.field}>
        {t("Text")}
        <textarea className={styles.input} rows={3} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p className={textStyles.muted}>
        {t("Tieout fills in these placeholders for each account: {placeholders}", {
          placeholders: FLUX_PLACEHOLDERS.map((one) => `{${one}}`).join(" "),
        })}
      </p>
      <div className={layout.buttons}>
        <Button needs="preparer" type="submit" kind="primary" disabled={name.trim() === "" || text.trim() === "" || pending}>
          {edited === null ? t("Add template") : t("Save template")}
        </Button>
        {edited === null ? null : <Button onClick={onSaved}>{t("Cancel")}</Button>}
      </div>
    </form>
  );
}
