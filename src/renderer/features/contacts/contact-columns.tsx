import { isZero } from "#shared/kernel/decimal.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { toggleContact, useChosenContacts } from "../../state/views/selected-contacts.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import { type PartyFigure, type PartyLine, roleLabel } from "./contact-rows.ts";
import styles from "./contacts.module.css";

const FIGURES: readonly (readonly [PartyFigure, string, string])[] = [
  ["receivable", t("Receivables"), t("Open invoices to a customer. Unapplied credits and receipts aren't deducted.")],
  ["payable", t("Payables"), t("Open bills from a vendor. Unapplied credits and payments aren't deducted.")],
  ["unappliedIn", t("Unapplied AR"), t("A customer's unapplied credits and receipts, shown as negative amounts.")],
  [
    "unappliedOut",
    t("Unapplied AP"),
    t("Unapplied credits from a vendor and unapplied payments to the vendor, shown as negative amounts."),
  ],
];

/** The columns of the contacts; values of a contact as a whole are shown on its first line only. */
export function partyColumns(clientId: string): readonly Column<PartyLine>[] {
  return [
    {
      id: "name",
      chooses: true,
      header: t("Contact"),
      help: t("One row per contact and currency. Merged contacts are combined."),
      width: "minmax(200px, 2fr)",
      cell: (line) => <Name clientId={clientId} line={line} />,
      value: (line) => line.label,
    },
    {
      id: "roles",
      minor: true,
      header: t("Role"),
      help: t("The contact's role in the ledger."),
      width: "132px",
      cell: (line) => (line.party === null || !line.first ? null : roleLabel(line.party)),
      value: (line) => (line.party === null ? null : roleLabel(line.party)),
    },
    {
      id: "taxIdentifier",
      minor: true,
      header: t("Tax ID"),
      help: t("Tax ID as recorded in the ledger. Vendors without one are marked."),
      width: "132px",
      cell: (line) => <TaxIdentifier line={line} />,
      value: (line) => line.party?.taxIdentifier ?? null,
    },
    {
      id: "currency",
      tellsApart: true,
      header: t("Currency"),
      help: t("Currency of the amounts in this row."),
      width: "76px",
      cell: (line) => line.currency,
      value: (line) => line.currency,
    },
    ...FIGURES.map(([id, header, help]) => figureColumn(id, header, help)),
    ...activityColumns(),
  ];
}

/** How much a contact is dealt with, and when it was last. */
function activityColumns(): readonly Column<PartyLine>[] {
  return [
    {
      id: "documents",
      // Counts, days and words go before any figure: beside a panel, what is open and what isn't applied stay longest.
      minor: true,
      header: t("Transactions"),
      help: t("Number of this contact's transactions, regardless of date and status. Payments and deleted transactions aren't counted."),
      width: "68px",
      align: "end",
      counts: true,
      cell: (line) => (line.party === null || !line.first ? null : formatCount(line.party.documents)),
      value: (line) => (line.party === null || !line.first ? null : String(line.party.documents)),
    },
    {
      id: "lastDocument",
      minor: 2,
      header: t("Last sale or purchase"),
      help: t(
        "Date of the contact's latest transaction, such as an invoice, bill, credit note or expense. Payments and voided or deleted transactions don't count.",
      ),
      width: "132px",
      cell: (line) => (line.party === null || !line.first ? null : <LastDay day={line.party.lastDocument} />),
      value: (line) => (line.first ? (line.party?.lastDocument ?? null) : null),
    },
    {
      id: "records",
      minor: true,
      header: t("Merged"),
      help: t("Number of ledger contacts that Tieout combines here, including this one. Empty if the contact isn't merged."),
      width: "74px",
      align: "end",
      counts: true,
      cell: (line) => (line.party === null || !line.first || line.party.records === 1 ? null : formatCount(line.party.records)),
      value: (line) => (line.party === null || !line.first ? null : String(line.party.records)),
      blank: (line) => (line.party?.records ?? 1) === 1,
    },
  ];
}

function figureColumn(id: PartyFigure, header: string, help: string): Column<PartyLine> {
  const isUnapplied = id.startsWith("unapplied");
  return {
    id,
    header,
    help,
    // Until figures are measured: wider, they would give way beside a panel that has room for them.
    width: "minmax(88px, 1fr)",
    pair: isUnapplied ? "unapplied" : "balances",
    align: "end",
    // Nothing open in any currency is nothing as well.
    cell: ({ amounts, currency }) => <Figure amount={amounts?.[id] ?? "0"} currency={currency ?? ""} />,
    value: ({ amounts, currency }) => {
      if (amounts === null || currency === null) return null;
      // Among negative amounts, a contact without any would come first.
      return isUnapplied && isZero(amounts[id]) ? null : amountValue(amounts[id], currency);
    },
  };
}

function Name({ clientId, line }: { readonly clientId: string; readonly line: PartyLine }) {
  const chosen = useChosenContacts(clientId);
  const { party } = line;
  const stay = (event: { readonly stopPropagation: () => void }) => event.stopPropagation();
  return (
    <span className={classes(text.oneLine, !line.first && styles.again)} title={line.label}>
      {party === null || !line.first ? null : (
        // For the pointer: on a row, Space does the same.
        // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the click from opening the contact
        <label className={styles.choose} onClick={stay} onPointerDown={stay}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t("Select {name}", { name: party.name })}
            checked={chosen.includes(party.id)}
            onChange={() => toggleContact(clientId, party.id)}
          />
        </label>
      )}
      <bdi className={line.first && line.party !== null ? text.name : undefined}>{line.label}</bdi>
      {/* Without brackets: a ledger may end the name itself with “(deleted)”. */}
      {line.party === null || line.party.active || !line.first ? null : <span className={text.muted}>{` · ${t("Inactive")}`}</span>}
    </span>
  );
}

function LastDay({ day }: { readonly day: string | null }) {
  return day === null ? <span className={text.muted}>–</span> : formatDay(day);
}

function TaxIdentifier({ line: { party, first } }: { readonly line: PartyLine }) {
  if (party === null || !first) return null;
  if (party.taxIdentifier !== null) return <bdi className={text.oneLine}>{party.taxIdentifier}</bdi>;
  // Forms and input tax need a vendor's; a customer may well have none.
  if (!party.isVendor) return <span className={text.muted}>–</span>;
  return (
    <Chip
      tone="warning"
      word={t("Missing")}
      title={t("No tax ID in the ledger. Contacts merge automatically only when their tax IDs match.")}
    />
  );
}
