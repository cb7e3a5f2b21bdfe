import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import type { LaidOutKind, LayoutItem, LayoutView } from "#shared/model/reports/statement-layout.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useDialogActs } from "../../state/core/dialog-acts.ts";
import { useActs } from "../../state/core/undo.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./layout-dialog.module.css";
import { addedItem, type Draft, draftOf, layoutBody, movedItem, removedItem, renamedItem, SECTION_WORDS } from "./layout-draft.ts";

/** Opens the layout of a statement for a person to change. */
export function LayoutButton({ clientId, kind }: { readonly clientId: string; readonly kind: LaidOutKind }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Edit layout…")}
      </Button>
      {open ? <LayoutDialog clientId={clientId} kind={kind} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface LayoutDialogProps {
  readonly clientId: string;
  readonly kind: LaidOutKind;
  readonly onClose: () => void;
}

function LayoutDialog({ clientId, kind, onClose }: LayoutDialogProps) {
  const query = useCoreQuery("statements.layout", { clientId, statement: kind });
  const title = kind === "profit_and_loss" ? t("Profit and loss layout") : t("Balance sheet layout");
  return (
    <Dialog title={title} wide onClose={onClose}>
      <div className={confirm.body}>
        <QueryAnswer query={query} label={t("layout")}>
          {(view) => <Editor key={view.decision?.decisionNo ?? 0} clientId={clientId} view={view} onClose={onClose} />}
        </QueryAnswer>
      </div>
    </Dialog>
  );
}

interface EditorProps {
  readonly clientId: string;
  readonly view: LayoutView;
  readonly onClose: () => void;
}

function Editor({ clientId, view, onClose }: EditorProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(view));
  const acts = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const before = layoutBody(view, draftOf(view));
  const restore = () =>
    view.decision === null
      ? call("statements.resetLayout", { clientId, statement: view.statement })
      : call("statements.saveLayout", { clientId, layout: before });
  const save = (): void =>
    void acts.perform({
      ...told(),
      key: "save",
      words: t("Layout saved"),
      run: () => call("statements.saveLayout", { clientId, layout: layoutBody(view, draft) }),
      undo: restore,
    });
  const reset = (): void => {
    const run = () => call("statements.resetLayout", { clientId, statement: view.statement });
    void acts.perform({ ...told(), key: "reset", words: t("Standard layout restored"), run, undo: restore });
  };
  const isNamed = draft.items.every(({ title }) => title.trim() !== "");
  return (
    <div className={styles.editor}>
      <p className={text.muted}>
        {t(
          "Groups and subtotals appear on the statement in this order. Moving an account to another group never changes its balance or the totals that are tied out.",
        )}
      </p>
      {view.decision === null ? null : <DecidedBy verb={t("Last saved")} person={view.decision.person} at={view.decision.at} />}
      <Items draft={draft} onDraft={setDraft} />
      <Accounts view={view} draft={draft} onDraft={setDraft} />
      {refused === null ? null : <FailureNote failure={refused} />}
      <footer className={styles.foot}>
        <Button
          needs="preparer"
          disabled={view.decision === null || acts.pending !== null}
          title={view.decision === null ? t("The statement already has the standard layout.") : undefined}
          onClick={reset}
        >
          {t("Reset to standard layout")}
        </Button>
        <Button
          needs="preparer"
          kind="primary"
          disabled={!isNamed || acts.pending !== null}
          title={isNamed ? undefined : t("Give every group and subtotal a name.")}
          onClick={save}
        >
          {t("Save layout")}
        </Button>
      </footer>
    </div>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Groups and subtotals: renamed in place, moved within their section, added and removed. */
function Items({ draft, onDraft }: PartProps) {
  const sections = [...new Set(draft.items.map(({ section }) => section))];
  return sections.map((section) => (
    <fieldset key={section} className={styles.section}>
      <legend>{SECTION_WORDS[section]}</legend>
      {draft.items
        .filter((item) => item.section === section)
        .map((item) => (
          <ItemRow key={item.id} item={item} draft={draft} onDraft={onDraft} />
        ))}
      <div className={styles.add}>
        {section === "profit" ? (
          <>
            <Button kind="quiet" onClick={() => onDraft(addedItem(draft, { kind: "group", section, side: "income", title: "" }))}>
              {t("Add income group")}
            </Button>
            <Button kind="quiet" onClick={() => onDraft(addedItem(draft, { kind: "group", section, side: "costs", title: "" }))}>
              {t("Add expense group")}
            </Button>
          </>
        ) : (
          <Button kind="quiet" onClick={() => onDraft(addedItem(draft, { kind: "group", section, title: "" }))}>
            {t("Add group")}
          </Button>
        )}
        <Button kind="quiet" onClick={() => onDraft(addedItem(draft, { kind: "subtotal", section, title: "" }))}>
          {t("Add subtotal")}
        </Button>
      </div>
    </fieldset>
  ));
}

const focus = (field: HTMLElement | null) => field?.focus();

/** What a row's field and buttons are called; a row that was just added has no name yet. */
function labelsOf({ kind, title: name }: LayoutItem) {
  if (name === "")
    return kind === "group"
      ? {
          ...{ name: t("Name of new group"), up: t("Move new group up"), down: t("Move new group down") },
          remove: t("Remove new group"),
        }
      : {
          ...{ name: t("Name of new subtotal"), up: t("Move new subtotal up"), down: t("Move new subtotal down") },
          remove: t("Remove new subtotal"),
        };
  return {
    name: kind === "group" ? t("Name of group {name}", { name }) : t("Name of subtotal {name}", { name }),
    ...{ up: t("Move {name} up", { name }), down: t("Move {name} down", { name }), remove: t("Remove {name}", { name }) },
  };
}

function ItemRow({ item, draft, onDraft }: PartProps & { readonly item: LayoutItem }) {
  const { id, title, kind } = item;
  const labels = labelsOf(item);
  const [up, down, without] = [movedItem(draft, id, -1), movedItem(draft, id, 1), removedItem(draft, item)];
  return (
    <div className={styles.row}>
      <span className={text.mutedSmall}>{kind === "group" ? t("Group") : t("Subtotal")}</span>
      <input
        className={controls.input}
        // Only one that was just added has no name: it's typed next.
        ref={title === "" ? focus : undefined}
        aria-label={labels.name}
        maxLength={80}
        value={title}
        onChange={({ target }) => onDraft(renamedItem(draft, id, target.value))}
        onKeyDown={(event) => {
          const to = event.key === "ArrowUp" ? up : event.key === "ArrowDown" ? down : null;
          if (!event.altKey || to === null) return;
          event.preventDefault();
          onDraft(to);
        }}
      />
      <Button
        kind="quiet"
        icon={<ArrowUp size={14} aria-hidden />}
        aria-label={labels.up}
        disabled={up === null}
        onClick={() => up !== null && onDraft(up)}
      />
      <Button
        kind="quiet"
        icon={<ArrowDown size={14} aria-hidden />}
        aria-label={labels.down}
        disabled={down === null}
        onClick={() => down !== null && onDraft(down)}
      />
      <Button
        kind="quiet"
        icon={<Trash2 size={14} aria-hidden />}
        aria-label={labels.remove}
        disabled={without === null}
        title={
          without === null
            ? t(
                "You can't remove standard groups, because every account needs a group. Groups without accounts don't appear on the statement.",
              )
            : undefined
        }
        onClick={() => without !== null && onDraft(without)}
      />
    </div>
  );
}

/** Every account of the statement with the groups that it may be in. */
function Accounts({ view, draft, onDraft }: PartProps & { readonly view: LayoutView }) {
  const groups = draft.items.filter(({ kind }) => kind === "group");
  return (
    <fieldset className={styles.section}>
      <legend>{t("Accounts")}</legend>
      {view.accounts.map(({ id, code, name, group, sections }) => (
        <label key={id} className={styles.account}>
          <span>{[code, name].filter((part) => part !== null && part !== "").join(" ")}</span>
          <select
            className={controls.input}
            value={draft.moved[id] ?? group}
            onChange={({ target }) => onDraft({ ...draft, moved: { ...draft.moved, [id]: target.value } })}
          >
            {groups
              .filter((item) => sections.includes(item.section))
              .map((item) => (
                <option key={item.id} value={item.id}>
                  {item.title}
                </option>
              ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
