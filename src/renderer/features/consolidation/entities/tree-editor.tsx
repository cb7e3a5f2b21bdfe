import { Plus } from "lucide-react";
import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { call } from "../../../api/client.ts";
import { withDays } from "../../../format/dates/date.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Kbd, Keys } from "../../../ui/controls/kbd.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { PairList } from "../eliminations/elimination-list.tsx";
import styles from "../group.module.css";
import { groupAddress, mappingWords } from "../group-labels.ts";
import { useGroupActs } from "../use-group-actions.ts";
import { NodePanel } from "./entity-panel.tsx";
import { addEntity, isSameTree, removeEntity, treeRows } from "./tree-draft.ts";
import { TreeFields } from "./tree-fields.tsx";
import { TreeList } from "./tree-list.tsx";
import { useDraft } from "./use-tree-draft.ts";

interface TreeEditorProps {
  readonly start: EntityTreeDraft;
  /** The version that the change is based on; null for a tree that isn't saved yet. */
  readonly version: number | null;
  /** Not saved yet, so it can be saved without changes. */
  readonly fresh: boolean;
  readonly notes?: readonly string[];
}

/** Edits a tree. Nothing is stored before Save, which adds a new version. */
export function TreeEditor({ start, version, fresh, notes = [] }: TreeEditorProps) {
  const { draft, change, undo, canUndo, reset } = useDraft(start);
  const rows = treeRows(draft);
  const [chosen, setChosen] = useState<string | null>(rows[0]?.key ?? null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  );
  const row = rows[at];
  const edited = !isSameTree(draft, start);
  const add = (): void => {
    if (row === undefined) return;
    const added = addEntity(draft, row.node.id);
    change(added.draft);
    setChosen(`${row.key} / ${added.id}`);
  };
  const remove = (): void => {
    if (row === undefined || draft.nodes.length < 2) return;
    change(removeEntity(draft, row.node.id));
    setChosen(rows[at - 1]?.key ?? null);
  };
  return (
    <div className={styles.editor}>
      <ScrollSection className={styles.tree} aria-label={t("Entity tree")}>
        <TreeFields draft={draft} onChange={change} />
        {notes.length === 0 ? null : (
          <ul className={styles.proposal} aria-label={t("Notes on this suggestion")}>
            {notes.map((note) => (
              <li key={note}>{withDays(note)}</li>
            ))}
          </ul>
        )}
        <TreeList draft={draft} rows={rows} at={at} onChoose={setChosen} onChange={change} onAdd={add} onRemove={remove} onUndo={undo} />
        <div className={styles.acts}>
          <Button icon={<Plus size={14} aria-hidden />} title={t("Add entity below (Insert)")} onClick={add}>
            {t("Add entity below")}
          </Button>
          <Button title={t("Remove entity (Delete)")} disabled={draft.nodes.length < 2} onClick={remove}>
            {t("Remove")}
          </Button>
          <Button kind="quiet" disabled={!canUndo} title={t("Undo last change (Ctrl+Z)")} onClick={undo}>
            {t("Undo")}
          </Button>
          <span className={styles.keys}>
            <Sentence
              text="{right} move in, {left} move out, {up}{down} reorder, {enter} edit fields"
              values={{
                right: <Keys keys="alt+→" />,
                left: <Keys keys="alt+←" />,
                up: <Keys keys="alt+↑" />,
                down: <Kbd>↓</Kbd>,
                enter: <Kbd>{t("Enter")}</Kbd>,
              }}
            />
          </span>
        </div>
        <PairList draft={draft} onChange={change} />
        <MappingNote draft={draft} isSaved={!edited && !fresh} />
      </ScrollSection>
      {row === undefined ? null : <NodePanel key={row.node.id} draft={draft} node={row.node} onChange={change} />}
      <SaveBar draft={draft} version={version} changed={fresh || edited} edited={edited} onDiscard={reset} />
    </div>
  );
}

/** Accounts are mapped in a file, so it says only how they are mapped, and leads to where the file is explained unless that would lose changes. */
function MappingNote({ draft, isSaved }: { readonly draft: EntityTreeDraft; readonly isSaved: boolean }) {
  const words = mappingWords(draft);
  if (words === null) return null;
  return (
    <p className={styles.quiet}>
      {words} {isSaved ? <a href="#/help/groups">{t("How to map accounts to group accounts")}</a> : null}
    </p>
  );
}

interface SaveBarProps {
  readonly draft: EntityTreeDraft;
  readonly version: number | null;
  /** There is something to save. */
  readonly changed: boolean;
  /** There is something to discard: not in a new group as it is opened. */
  readonly edited: boolean;
  readonly onDiscard: () => void;
}

function SaveBar({ draft, version, changed, edited, onDiscard }: SaveBarProps) {
  const [, navigate] = useHashLocation();
  const { act, pending } = useGroupActs();
  const save = () =>
    act(
      version === null ? t("{name} saved.", { name: draft.name }) : t("{name} saved as a new version.", { name: draft.name }),
      async () => {
        const saved = await call("groups.save", { tree: draft, ...(version === null ? {} : { basedOn: version }) });
        if (version === null) navigate(groupAddress(saved.treeId, "tree"));
        return saved;
      },
      ({ treeId, version: made }) => call("groups.undo", { treeId, version: made }),
    );
  return (
    <div className={styles.saveBar}>
      <Button needs="preparer" kind="primary" disabled={!changed || pending} onClick={save}>
        {version === null ? t("Save group") : t("Save as new version")}
      </Button>
      <Button disabled={!edited || pending} onClick={onDiscard}>
        {t("Discard changes")}
      </Button>
      <span className={styles.quiet}>
        {version === null
          ? t("Nothing changes until you save.")
          : changed
            ? t("Version {version} is in effect. You have unsaved changes.", { version })
            : t("Version {version} is in effect.", { version })}
      </span>
    </div>
  );
}
