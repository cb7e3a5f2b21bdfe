import { type KeyboardEvent, useEffect, useRef } from "react";
import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { classes } from "../../../ui/controls/classes.ts";
import styles from "../group.module.css";
import { membershipLabel } from "../group-labels.ts";
import { booksLabel, reorderRow, shiftRow, type TreeRow, treeRows } from "./tree-draft.ts";

interface TreeListProps {
  readonly draft: EntityTreeDraft;
  readonly rows: readonly TreeRow[];
  readonly at: number;
  readonly onChoose: (key: string) => void;
  readonly onChange: (draft: EntityTreeDraft | null) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
  readonly onUndo: () => void;
}

/** The entities as a tree with one tab stop: arrows choose, Alt and arrows move, Insert adds, Delete removes, Enter goes to the fields. */
export function TreeList(props: TreeListProps) {
  const { rows, at, onChoose } = props;
  const clients = useCoreQuery("clients.list", {}).data?.rows ?? [];
  const books = useCoreQuery("groups.suggest", {}).data?.tree.nodes ?? [];
  const list = useRef<HTMLDivElement>(null);
  const top = rows.filter(({ depth }) => depth === 0).length > 1 ? t("No owner") : t("Ultimate parent");
  const held = useRef(false);
  useEffect(() => {
    if (held.current) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  return (
    <div className={styles.entities}>
      {/* For the eye: a tree has no column titles, and what is in its rows is read with each of them. */}
      <div className={styles.entityHead} aria-hidden="true">
        <span>{t("Entity")}</span>
        <span>{t("Books")}</span>
        <span>{t("Currency")}</span>
        <span>{t("Ownership")}</span>
      </div>
      <div
        ref={list}
        role="tree"
        aria-label={t("Entities")}
        onFocus={() => {
          held.current = true;
        }}
        onBlur={(event) => {
          // A removed row loses the focus to nothing, so the tree keeps it.
          held.current = event.relatedTarget === null && !event.currentTarget.contains(document.activeElement);
        }}
        onKeyDown={(event) => onTreeKey(event, props)}
      >
        {rows.map((row, index) => (
          <div
            key={row.key}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            className={classes(styles.entity, index === at && styles.chosen)}
            onPointerDown={() => onChoose(row.key)}
          >
            <span className={styles.entityName} style={{ paddingInlineStart: 18 * row.depth }}>
              {row.node.name}
            </span>
            <span className={styles.books}>{booksLabel(row.node, books, clients)}</span>
            <span>{row.node.functionalCurrency}</span>
            <span className={styles.shares}>{row.memberships.map(membershipLabel).join("; ") || top}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function onTreeKey(event: KeyboardEvent, props: TreeListProps): void {
  const { draft, rows, at, onChoose, onChange } = props;
  const row = rows[at];
  if (row === undefined) return;
  const choose = (to: number) => onChoose(rows[Math.max(0, Math.min(rows.length - 1, to))]?.key ?? row.key);
  const move = (next: EntityTreeDraft | null): void => {
    if (next === null) return;
    onChange(next);
    // Keep the moved entity selected in its new place.
    const moved = treeRows(next).find(({ node, key }) => node.id === row.node.id && !rows.some((one) => one.key === key && one !== row));
    onChoose(moved?.key ?? row.key);
  };
  const keys: Readonly<Record<string, () => void>> = event.altKey
    ? {
        ArrowRight: () => move(shiftRow(draft, row, "in")),
        ArrowLeft: () => move(shiftRow(draft, row, "out")),
        ArrowUp: () => move(reorderRow(draft, row, -1)),
        ArrowDown: () => move(reorderRow(draft, row, 1)),
      }
    : {
        ArrowDown: () => choose(at + 1),
        ArrowUp: () => choose(at - 1),
        Home: () => choose(0),
        End: () => choose(rows.length - 1),
        ArrowLeft: () => choose(rows.findLastIndex(({ depth }, index) => index < at && depth === row.depth - 1)),
        ArrowRight: () => choose(at + 1),
        Insert: props.onAdd,
        Delete: props.onRemove,
        Enter: () => document.querySelector<HTMLElement>("[data-node-fields] input")?.focus(),
      };
  const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey);
  const act = isUndo ? props.onUndo : event.ctrlKey || event.metaKey ? undefined : keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
