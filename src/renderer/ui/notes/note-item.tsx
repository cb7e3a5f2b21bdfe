import { useState } from "react";
import type { NoteView } from "#shared/contract/clients/notes.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { isCommandEnter } from "../../state/window/command-enter.ts";
import textStyles from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { DecidedBy } from "./decided-by.tsx";
import { NoteHistory } from "./note-history.tsx";
import styles from "./notes.module.css";

interface NoteItemProps {
  readonly clientId: string;
  readonly note: NoteView;
}

/** A note: changed, taken away and put back here; every former text stays in its history. */
export function NoteItem({ clientId, note }: NoteItemProps) {
  const [editing, setEditing] = useState(false);
  const { perform, pending } = useActs(clientId);
  const { noteId, text } = note;
  const short = text.slice(0, 40);
  const keep = (changed: string): void => {
    setEditing(false);
    if (changed === "" || changed === text) return;
    void perform({
      key: noteId,
      words: t("Note changed."),
      run: () => call("notes.edit", { clientId, noteId, text: changed }),
      undo: () => call("notes.edit", { clientId, noteId, text }),
    });
  };
  const remove = (): void =>
    void perform({
      key: noteId,
      words: t("Note removed."),
      run: () => call("notes.remove", { clientId, noteId }),
      undo: () => call("notes.restore", { clientId, noteId }),
    });
  if (editing) return <NoteEditor text={text} label={t("Edit note: {text}", { text: short })} onKeep={keep} />;
  return (
    <li className={styles.item}>
      <p className={styles.text}>{text}</p>
      <div className={styles.foot}>
        <DecidedBy verb={t("written")} person={note.person} at={note.madeAt} />
        {note.edited ? <span className={textStyles.muted}>{t("edited later")}</span> : null}
        {note.mentions.length === 0 ? null : <span>{t("mentions {names}", { names: note.mentions.join(", ") })}</span>}
        {note.subject.seen === null ? null : (
          <span className={textStyles.muted}>{t("On screen when this note was written: {seen}", { seen: note.subject.seen })}</span>
        )}
        <Button
          needs="preparer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Edit note: {text}", { text: short })}
          onClick={() => setEditing(true)}
        >
          {t("Edit")}
        </Button>
        <Button
          needs="preparer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Remove note: {text}", { text: short })}
          onClick={remove}
        >
          {t("Remove")}
        </Button>
        <NoteHistory clientId={clientId} itemId={noteId} label={t("History of note: {text}", { text: short })} />
      </div>
    </li>
  );
}

interface NoteEditorProps {
  readonly text: string;
  readonly label: string;
  readonly onKeep: (text: string) => void;
}

function NoteEditor({ text, label, onKeep }: NoteEditorProps) {
  const [draft, setDraft] = useState(text);
  return (
    <li className={styles.item}>
      <textarea
        className={styles.input}
        rows={3}
        maxLength={5000}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (isCommandEnter(event)) onKeep(draft.trim());
          if (event.key === "Escape") {
            event.stopPropagation();
            onKeep(text);
          }
        }}
      />
      <div className={styles.foot}>
        <Button disabled={draft.trim() === ""} title={t("Ctrl+Enter")} onClick={() => onKeep(draft.trim())}>
          {t("Save changes")}
        </Button>
        <Button kind="quiet" title={t("Esc")} onClick={() => onKeep(text)}>
          {t("Cancel")}
        </Button>
      </div>
    </li>
  );
}
