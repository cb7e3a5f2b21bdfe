import type { JobItem, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { classes } from "../../../ui/controls/classes.ts";
import styles from "./change-preview.module.css";
import { useEffectGround } from "./use-affected-records.ts";
import { type EffectRow, effectOf } from "./write-changes.ts";

interface EffectListProps {
  readonly clientId: string;
  readonly operations: readonly WriteOperation[];
  readonly items: readonly JobItem[];
  readonly seen?: WriteJob["seen"];
  /** Someone else changed the record: what was seen before is no longer what the ledger has. */
  readonly conflict?: boolean;
  /** Whether the local copy has what the ledger has now, to be shown beside the others. */
  readonly hasLedgerVersion?: boolean;
  /** The ledger has it: what was open before is no longer known. */
  readonly posted?: boolean;
}

/** How many operations are shown field by field; the others only by name. */
const TOLD = 12;

/** What a write does: each record by its name, and every field and line of it before and after. */
export function EffectList(props: EffectListProps) {
  const { clientId, operations, items, seen, conflict = false, hasLedgerVersion = false, posted = false } = props;
  const told = operations.slice(0, TOLD);
  const { ground, pending } = useEffectGround(clientId, told, seen);
  const titlesOf = (index: number) => items.filter(({ operation }) => operation === index);
  return (
    <div className={layout.stack} aria-busy={pending}>
      {told.map((operation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: operations are identified by their order alone
        <section key={index} className={layout.stack}>
          <Titles items={titlesOf(index)} />
          {operations.length > 1 && titlesOf(index).length === 0 ? <p>{t("Part {part}", { part: index + 1 })}</p> : null}
          <Rows
            rows={effectOf(operation, { ...ground, posted, conflict: conflict && hasLedgerVersion })}
            isNew={operation.kind.startsWith("create")}
            conflict={conflict && operation.kind === "update_document"}
          />
        </section>
      ))}
      {operations.length > TOLD ? <Titles items={items.filter(({ operation }) => operation >= TOLD)} /> : null}
    </div>
  );
}

function Titles({ items }: { readonly items: readonly JobItem[] }) {
  return items.length === 0 ? null : (
    <ul className={layout.closeStack}>
      {items.map(({ operation, part, title, reference }) => (
        <li key={`${operation} ${part}`}>
          {withAmounts(title)}
          {reference === null ? null : <span className={text.muted}> {referenceWords(reference)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** What is added to the record is said before it is sent, and why. */
function referenceWords(reference: string): string {
  if (!reference.startsWith("tieout-")) return t("(reference {reference})", { reference });
  return t("(Tieout adds a reference such as {reference}, to find this update if the ledger's answer is lost)", { reference });
}

interface RowsProps {
  readonly rows: readonly EffectRow[] | null;
  readonly isNew: boolean;
  readonly conflict: boolean;
}

function Rows({ rows, isNew, conflict }: RowsProps) {
  if (rows === null) return null;
  if (rows.length === 0) return <p className={text.muted}>{t("No changes to show.")}</p>;
  if (rows.some(({ theirs }) => theirs !== undefined)) return <Versions rows={rows} />;
  return (
    <table className={classes(styles.table, isNew && styles.new)} aria-label={t("Changes, field by field")}>
      <thead>
        <tr>
          <th scope="col">{t("Field")}</th>
          {isNew ? null : <th scope="col">{conflict ? t("Original version") : t("Before")}</th>}
          <th scope="col">{isNew ? t("Value") : conflict ? t("Your version") : t("After")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              <How row={row} isNew={isNew} />
            </th>
            {isNew ? null : <td className={row.before === null ? text.muted : styles.before}>{row.before ?? t("(empty)")}</td>}
            <td className={row.after === null ? text.muted : styles.after}>{row.after ?? t("(empty)")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The columns of a record in conflict: as it was, as the update makes it, and as the ledger has it now. */
export function VersionsHead() {
  return (
    <thead>
      <tr>
        <th scope="col">{t("Field")}</th>
        <th scope="col">{t("Original version")}</th>
        <th scope="col">{t("Your version")}</th>
        <th scope="col">{t("Ledger's version")}</th>
      </tr>
    </thead>
  );
}

/** A record in conflict, field by field. What differs from the first is emphasized, a cleared value too, which is muted as in the form. */
function Versions({ rows }: { readonly rows: readonly EffectRow[] }) {
  const look = (value: string | null, before: string | null) =>
    classes((value === null || value === before) && text.muted, value !== before && styles.after);
  return (
    <table className={styles.table} aria-label={t("Changes, field by field")}>
      <VersionsHead />
      <tbody>
        {rows.map(({ key, name, before, after, theirs = null }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className={text.muted}>{before ?? t("(empty)")}</td>
            <td className={look(after, before)}>{after ?? t("(empty)")}</td>
            <td className={look(theirs, before)}>{theirs ?? t("(empty)")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A line that comes or goes says so in a word. */
function How({ row: { key, before, after }, isNew }: { readonly row: EffectRow; readonly isNew: boolean }) {
  if (isNew || !key.includes("line ") || (before !== null && after !== null)) return null;
  return <span className={styles.how}>{before === null ? t("Added") : t("Removed")}</span>;
}
