import { Unlink } from "lucide-react";
import type { DocumentListRow } from "#shared/contract/books/documents.ts";
import { today } from "../../api/clock.ts";
import { formatDay } from "../../format/dates/date.ts";
import { statusReason } from "../../format/labels/status-reason.ts";
import { overdueWords, statusLabel, typeLabel } from "../../format/labels/transaction-labels.ts";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import { Money } from "../../ui/figures/money.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import styles from "./transaction-columns.module.css";

const STATUS_HELP = t(
  "Cash sales, expenses and journals show as Posted instead of Open or Paid, because nothing is owed on them. If the ledger gives no status, Tieout works it out. Hover over the status to see how.",
);

/** The columns of the document list. */
export function documentColumns(): readonly Column<DocumentListRow>[] {
  return [
    {
      id: "number",
      header: t("Number"),
      width: "minmax(104px, 0.7fr)",
      help: t("Transaction number in the ledger. If a transaction has none, hover over the dash to see its ID."),
      cell: (row) => <NumberCell row={row} />,
      value: (row) => row.number,
    },
    {
      id: "issueDate",
      header: t("Date"),
      width: "94px",
      help: t("Transaction date."),
      sortable: true,
      cell: (row) => formatDay(row.issueDate),
      value: (row) => row.issueDate,
    },
    { ...text("type", t("Type"), "124px", (row) => typeLabel(row.type, row.unappliedKind)), minor: true },
    {
      id: "party",
      header: t("Contact or memo"),
      width: "minmax(110px, 2fr)",
      help: t("The contact. Transactions without one, such as journals, show their memo."),
      cell: (row) => <Cut text={contactOrMemo(row)} />,
      value: contactOrMemo,
    },
    { ...text("reference", t("Reference"), "minmax(80px, 1fr)", (row) => row.reference), minor: true },
    {
      id: "dueDate",
      minor: true,
      header: t("Due"),
      width: "94px",
      help: t("Due date, if the ledger has one."),
      sortable: true,
      cell: (row) => (row.dueDate === null ? <Nothing /> : formatDay(row.dueDate)),
      value: (row) => row.dueDate,
    },
    {
      id: "status",
      header: t("Status"),
      width: "minmax(118px, 0.6fr)",
      help: STATUS_HELP,
      cell: (row) => <Status row={row} />,
      value: (row) => statusLabel(row.status, row.type).word,
    },
    {
      ...{ id: "currency", tellsApart: true, minor: true },
      header: t("Currency"),
      width: "76px",
      help: t("Currency of the amounts."),
      cell: (row) => row.currency,
      value: (row) => row.currency,
    },
    ...amountColumns(),
  ];
}

function amountColumns(): readonly Column<DocumentListRow>[] {
  return [
    {
      id: "total",
      header: t("Total"),
      width: "minmax(100px, 0.8fr)",
      align: "end",
      sortable: true,
      cell: (row) => <Money amount={row.total} currency={row.currency} />,
      value: (row) => ({ amount: row.total, currency: row.currency }),
    },
    {
      id: "outstanding",
      header: t("Outstanding"),
      width: "minmax(104px, 0.8fr)",
      align: "end",
      sortable: true,
      help: t("Amount still owed or unapplied."),
      cell: (row) => <Figure amount={row.outstanding} currency={row.currency} />,
      value: (row) => ({ amount: row.outstanding, currency: row.currency }),
    },
  ];
}

function text(id: string, header: string, width: string, value: (row: DocumentListRow) => string | null): Column<DocumentListRow> {
  return { id, header, width, cell: (row) => <Cut text={value(row)} />, value };
}

function NumberCell({ row }: { readonly row: DocumentListRow }) {
  return (
    <span className={styles.number} title={row.id}>
      {row.removed ? <Unlink size={12} aria-label={t("Deleted in ledger")} /> : null}
      {row.number === null ? <Nothing /> : <span className={row.removed ? styles.struck : styles.strong}>{row.number}</span>}
    </span>
  );
}

/** A journal has no contact, and often no number: its memo says what it is. */
function contactOrMemo({ partyName, memo }: DocumentListRow): string | null {
  return partyName ?? (memo?.trim() || null);
}

function Status({ row }: { readonly row: DocumentListRow }) {
  const { word, tone } = statusLabel(row.status, row.type);
  const reason = statusReason(row);
  const overdue = overdueWords(row, today());
  if (overdue !== null)
    return (
      <span className={classes(textStyles.ellipsis, textStyles.late)} {...(reason === null ? {} : { title: reason })}>
        {overdue}
      </span>
    );
  // The icon alone tells what was deleted from the other states, as plain as they are.
  const icon = tone === "deleted" ? {} : { icon: null };
  return <Chip quiet tone={tone} word={word} {...icon} {...(reason === null ? {} : { title: reason })} />;
}

function Cut({ text }: { readonly text: string | null }) {
  if (text === null) return <Nothing />;
  return (
    <span className={textStyles.ellipsis} title={text}>
      {text}
    </span>
  );
}

function Nothing() {
  return <span className={textStyles.muted}>–</span>;
}
