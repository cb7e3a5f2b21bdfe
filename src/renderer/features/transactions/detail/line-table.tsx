import { MessageSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DocumentLine } from "#shared/model/books/document.ts";
import { formatAmount, formatNumeral } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { usePanelLink } from "../../../state/window/panels.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { Notes } from "../../../ui/notes/notes.tsx";
import { taxName } from "./tax-name.ts";
import styles from "./transaction-panel.module.css";

type Names = Readonly<Record<string, string>>;

interface LineTableProps {
  readonly clientId: string;
  readonly documentId: string;
  /** The document's title for people. */
  readonly label: string;
  readonly lines: readonly DocumentLine[];
  readonly names: Names;
  /** Notes and open tasks by line, keyed by subject. */
  readonly counts: ReadonlyMap<string, number>;
  /** No amount of the lines or of the tax below them has parentheses, so that both end where the lines between them do. */
  readonly plain: boolean;
}

/**
 * The lines: description, account or item, tax code, dimensions, net amount. What opens a line's notes is beside its words, so that the net
 * amounts end where the tax below them does.
 */
export function LineTable({ clientId, documentId, label, lines, names, counts, plain }: LineTableProps) {
  const [noted, setNoted] = useState<string | null>(null);
  return (
    <table className={styles.table} {...(plain ? { "data-mixed": "" } : {})}>
      <thead>
        <tr>
          <th scope="col">{t("Line")}</th>
          <th scope="col">
            <HiddenText>{t("Notes")}</HiddenText>
          </th>
          <th scope="col" className={styles.end}>
            {t("Quantity")}
          </th>
          <th scope="col" className={classes(styles.end, styles.amount)}>
            {t("Tax")}
          </th>
          <th scope="col" className={classes(styles.end, styles.amount)}>
            {t("Net")}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <LineRow
            key={line.id}
            clientId={clientId}
            line={line}
            names={names}
            noteLabel={t("Notes on line {line}", { line: place + 1 })}
            count={counts.get(`${documentId}/${line.id}`)}
            open={noted === line.id}
            onNotes={() => setNoted(noted === line.id ? null : line.id)}
          >
            <Notes
              clientId={clientId}
              subject={{ kind: "line", id: `${documentId}/${line.id}` }}
              label={t("{label}, line {line}", { label, line: place + 1 })}
              seen={`${line.net.amount} ${line.net.currency}`}
            />
          </LineRow>
        ))}
      </tbody>
    </table>
  );
}

interface LineRowProps {
  readonly clientId: string;
  readonly line: DocumentLine;
  readonly names: Names;
  readonly noteLabel: string;
  /** Notes and open tasks on the line; undefined where there are none. */
  readonly count: number | undefined;
  readonly open: boolean;
  readonly onNotes: () => void;
  /** Shown below the line while its notes are open. */
  readonly children: ReactNode;
}

function LineRow({ clientId, line, names, noteLabel, count, open, onNotes, children }: LineRowProps) {
  return (
    <>
      <tr>
        <td>
          <LineText clientId={clientId} line={line} names={names} />
        </td>
        <td className={styles.noteCell}>
          <Button
            kind="quiet"
            icon={<MessageSquare size={14} aria-hidden />}
            aria-expanded={open}
            aria-label={count === undefined ? noteLabel : t("{noteLabel} ({count})", { noteLabel, count })}
            title={t("Notes and tasks on this line")}
            onClick={onNotes}
          >
            {count}
          </Button>
        </td>
        <td className={styles.end}>
          {line.quantity === undefined ? null : formatNumeral(line.quantity)}
          {line.unitAmount === undefined ? null : (
            <div className={text.mutedSmall}>× {formatAmount(line.unitAmount.amount, line.unitAmount.currency)}</div>
          )}
        </td>
        <td className={styles.end}>
          {line.tax.amount === undefined ? (
            <span className={text.muted}>–</span>
          ) : (
            <Money amount={line.tax.amount.amount} currency={line.tax.amount.currency} />
          )}
        </td>
        <td className={styles.end}>
          <Money amount={line.net.amount} currency={line.net.currency} />
        </td>
      </tr>
      {open ? (
        <tr>
          <td colSpan={5} className={styles.noteRow}>
            {children}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function LineText({ clientId, line, names }: { readonly clientId: string; readonly line: DocumentLine; readonly names: Names }) {
  const linkTo = usePanelLink(clientId);
  const account = line.accountId === undefined ? undefined : (names[line.accountId] ?? line.accountId);
  const item = line.itemId === undefined ? undefined : (names[line.itemId] ?? line.itemId);
  const taxes = line.tax.components.flatMap((component) => taxName("line", component, names) ?? []).join(", ");
  return (
    <>
      <div>{line.description ?? item ?? account ?? "–"}</div>
      <div className={text.mutedSmall}>
        {item === undefined ? null : <span>{account === undefined ? item : `${item}, `}</span>}
        {line.accountId === undefined ? null : <a href={linkTo({ kind: "account", id: line.accountId })}>{account}</a>}
      </div>
      {taxes === "" ? null : <div className={text.mutedSmall}>{taxes}</div>}
      {line.dimensions.map((dimension) => (
        <span
          key={dimension.dimensionId}
          className={classes(styles.tag, dimension.fannedFromHeader && styles.fanned)}
          title={
            dimension.fannedFromHeader
              ? t("Set on the whole transaction in the ledger. Applies to every line without its own value.")
              : t("Set on the line.")
          }
        >
          {names[dimension.dimensionId] ?? dimension.dimensionId}:{" "}
          {names[`${dimension.dimensionId}=${dimension.valueId}`] ?? dimension.valueId}
          {dimension.fannedFromHeader ? t(" (from transaction)") : ""}
        </span>
      ))}
      {line.billable === undefined ? null : (
        <span className={styles.tag}>
          {{ billable: t("Billable to"), billed: t("Billed to"), not_billable: t("Not billable, customer:") }[line.billable.status]}{" "}
          {names[line.billable.customerId] ?? line.billable.customerId}
        </span>
      )}
    </>
  );
}
