import { Unlink } from "lucide-react";
import type { DocumentListRow } from "#shared/contract/documents.ts";
import { Chip } from "../../components/chip.tsx";
import type { Column } from "../../components/grid-types.ts";
import { Money } from "../../components/money.tsx";
import { formatDay } from "../../format/date.ts";
import { statusWords, typeWords } from "../../format/document-words.ts";
import { statusReason } from "../../format/status-reason.ts";
import { t } from "../../language/t.ts";
import styles from "./document-columns.module.css";

/** The columns of the document list. */
export function documentColumns(): readonly Column<DocumentListRow>[] {
  return [
    {
      id: "number",
      header: t("Number"),
      width: "minmax(104px, 0.7fr)",
      help: t("The number in the ledger. Where it has none, its id there stands in the document, and on hover."),
      cell: (row) => <NumberCell row={row} />,
      value: (row) => row.number,
    },
    {
      id: "issueDate",
      header: t("Date"),
      width: "94px",
      help: t("The date of the document."),
      sortable: true,
      cell: (row) => formatDay(row.issueDate),
      value: (row) => row.issueDate,
    },
    { ...text("type", t("Type"), "124px", (row) => typeWords(row.type, row.unapplied)), minor: true },
    text("party", t("Party"), "minmax(110px, 2fr)", (row) => row.partyName),
    { ...text("reference", t("Reference"), "minmax(80px, 1fr)", (row) => row.reference), minor: true },
    {
      id: "dueDate",
      minor: true,
      header: t("Due"),
      width: "94px",
      help: t("The day by which it is to be settled, where the ledger states one."),
      sortable: true,
      cell: (row) => (row.dueDate === null ? <Nothing /> : formatDay(row.dueDate)),
      value: (row) => row.dueDate,
    },
    {
      id: "status",
      header: t("Status"),
      width: "minmax(118px, 0.6fr)",
      help: t("Posted: cash documents and journals, which are never owed."),
      cell: (row) => <Status row={row} />,
      value: (row) => statusWords(row.status, row.type).word,
    },
    {
      id: "currency",
      header: t("In"),
      width: "46px",
      help: t("ISO code of the currency that the amounts are in."),
      cell: (row) => row.currency,
      value: (row) => row.currency,
    },
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
      help: t("What is still owed or still to be applied."),
      cell: (row) => <Money amount={row.outstanding} currency={row.currency} />,
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
      {row.removed ? <Unlink size={12} aria-label={t("Gone from the ledger")} /> : null}
      {row.number === null ? (
        <span className={styles.quiet}>{t("no number")}</span>
      ) : (
        <span className={row.removed ? styles.struck : styles.strong}>{row.number}</span>
      )}
    </span>
  );
}

function Status({ row }: { readonly row: DocumentListRow }) {
  const { word, tone } = statusWords(row.status, row.type);
  const reason = statusReason(row);
  return (
    <>
      <Chip tone={tone} word={word} icon={null} {...(reason === null ? {} : { title: reason })} />
      {row.statusIsDerived ? (
        <span className={styles.derived} title={reason ?? undefined}>
          {t("derived")}
        </span>
      ) : null}
    </>
  );
}

function Cut({ text }: { readonly text: string | null }) {
  return text === null ? <Nothing /> : <span className={styles.cut}>{text}</span>;
}

function Nothing() {
  return <span className={styles.quiet}>–</span>;
}
