import { Chip } from "../../components/chip.tsx";
import { classes } from "../../components/classes.ts";
import { Figure } from "../../components/figure.tsx";
import { amountValue, type Column } from "../../components/grid-types.ts";
import { formatCount } from "../../format/amount.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import styles from "./parties.module.css";
import { type PartyFigure, type PartyLine, roleWords } from "./party-lines.ts";

const FIGURES: readonly (readonly [PartyFigure, string, string])[] = [
  ["receivable", t("Receivable"), t("Open invoices of a customer. Credits and receipts that settle nothing yet are not taken off.")],
  ["payable", t("Payable"), t("Open bills of a vendor. Credits and payments that settle nothing yet are not taken off.")],
  ["unappliedIn", t("Unapplied in"), t("Credits and receipts of a customer that settle nothing yet.")],
  ["unappliedOut", t("Unapplied out"), t("Credits of a vendor and payments to it that settle nothing yet.")],
];

/** The columns of the parties; what belongs to a party as a whole stands on its first line only. */
export function partyColumns(): readonly Column<PartyLine>[] {
  return [
    {
      id: "name",
      header: t("Party"),
      help: t("One line for each party and currency. Parties that were merged here stand as one."),
      width: "minmax(200px, 2fr)",
      cell: (line) => <Name line={line} />,
      value: (line) => line.label,
    },
    {
      id: "roles",
      minor: true,
      header: t("Roles"),
      help: t("What the party is to the client, as the ledger says."),
      width: "132px",
      cell: (line) => (line.party === null || !line.first ? null : roleWords(line.party)),
      value: (line) => (line.party === null ? null : roleWords(line.party)),
    },
    {
      id: "taxIdentifier",
      minor: true,
      header: t("Tax identifier"),
      help: t("As the ledger has it. Marked where a customer or vendor has none."),
      width: "132px",
      cell: (line) => <TaxIdentifier line={line} />,
      value: (line) => line.party?.taxIdentifier ?? null,
    },
    {
      id: "currency",
      header: t("In"),
      help: t("The currency of the line's amounts."),
      width: "52px",
      cell: (line) => line.currency,
      value: (line) => line.currency,
    },
    ...FIGURES.map(([id, header, help]) => figureColumn(id, header, help)),
    {
      id: "documents",
      header: t("Docs"),
      help: t("Documents of the party, of every kind and date."),
      width: "68px",
      align: "end",
      cell: (line) => (line.party === null || !line.first ? null : formatCount(line.party.documents)),
      value: (line) => (line.party === null || !line.first ? null : String(line.party.documents)),
    },
    {
      id: "lastDocument",
      header: t("Last"),
      help: t("The date of its newest document."),
      width: "118px",
      cell: (line) => (line.first && line.party?.lastDocument != null ? formatDay(line.party.lastDocument) : null),
      value: (line) => (line.first ? (line.party?.lastDocument ?? null) : null),
    },
    {
      id: "records",
      header: t("Records"),
      help: t("Records of the ledger that stand for the party: more than one where parties were merged here."),
      width: "74px",
      align: "end",
      cell: (line) => (line.party === null || !line.first ? null : formatCount(line.party.records)),
      value: (line) => (line.party === null || !line.first ? null : String(line.party.records)),
    },
  ];
}

function figureColumn(id: PartyFigure, header: string, help: string): Column<PartyLine> {
  return {
    id,
    header,
    help,
    width: "minmax(108px, 1fr)",
    align: "end",
    cell: ({ amounts, currency }) => (amounts === null || currency === null ? null : <Figure amount={amounts[id]} currency={currency} />),
    value: ({ amounts, currency }) => (amounts === null || currency === null ? null : amountValue(amounts[id], currency)),
  };
}

function Name({ line }: { readonly line: PartyLine }) {
  return (
    <span className={classes(styles.name, !line.first && styles.again)} title={line.label}>
      <bdi>{line.label}</bdi>
      {line.party === null || line.party.active || !line.first ? null : <span className={styles.quiet}> {t("inactive")}</span>}
    </span>
  );
}

function TaxIdentifier({ line: { party, first } }: { readonly line: PartyLine }) {
  if (party === null || !first) return null;
  if (party.taxIdentifier !== null) return <span className={styles.name}>{party.taxIdentifier}</span>;
  if (!party.isCustomer && !party.isVendor) return <span className={styles.quiet}>–</span>;
  return (
    <Chip
      tone="warning"
      word={t("Missing")}
      title={t("The ledger has no tax identifier of this party. Equal ones are what merges rest on.")}
    />
  );
}
