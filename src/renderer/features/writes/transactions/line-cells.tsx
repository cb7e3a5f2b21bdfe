import { X } from "lucide-react";
import { useState } from "react";
import type { TaxCode } from "#shared/contract/books/entries.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import { ListPickField } from "../../../ui/fields/pick-field.tsx";
import { TextInput } from "../form-field.tsx";
import { type DocumentForm, type FieldErrors, type LineForm, netOf } from "./transaction-draft.ts";

/** What every line of the form shares. */
export interface LineContext {
  readonly clientId: string;
  readonly form: DocumentForm;
  readonly decimals: number;
  readonly isJournal: boolean;
  /** What a line can name here. */
  readonly kinds: readonly ("account" | "item")[];
  readonly taxList: readonly TaxCode[];
  readonly hasTax: boolean;
  /** Why a line on an account can have no quantity and price. */
  readonly accountsWithoutPrice: string | undefined;
  /** What the contact's lines mostly post to. */
  readonly usualTarget: string | undefined;
  /** Dimensions with their own column, and those below the line. */
  readonly columns: readonly Dimension[];
  readonly below: readonly Dimension[];
  readonly errors: FieldErrors;
}

interface CellProps {
  readonly context: LineContext;
  readonly line: LineForm;
  /** The line counts, so that what it can't do without is required. */
  readonly counts: boolean;
  readonly error: (field: string) => string | undefined;
  readonly label: (words: string) => string;
  readonly onLine: (change: Partial<LineForm>) => void;
}

export function TargetCell({ context, line, counts, error, label, onLine }: CellProps) {
  const { clientId, kinds, usualTarget } = context;
  const kind = kinds.includes(line.kind) ? line.kind : (kinds[0] ?? "account");
  // A line of the ledger's that names nothing, such as a note among the others, may stay so.
  const [namesNothing] = useState(line.lineId !== null && line.target === null);
  return (
    <td>
      <ComboboxField
        clientId={clientId}
        kind={kind}
        also={kinds.find((other) => other !== kind)}
        label={label(kinds.length === 2 ? t("account or item") : kind === "item" ? t("item") : t("account"))}
        value={line.target}
        required={counts && !namesNothing}
        error={error("accountId")}
        placeholder={usualTarget === undefined || line.key > 0 ? t("Search") : t("Usually {name}", { name: usualTarget })}
        onChange={(target, chosen) => onLine({ target, kind: chosen === "item" ? "item" : "account" })}
      />
    </td>
  );
}

export function TextCell({ line, error, label, onLine }: CellProps) {
  return (
    <td>
      <TextInput
        label={label(t("description"))}
        value={line.description}
        error={error("description")}
        onChange={(description) => onLine({ description })}
      />
    </td>
  );
}

type AmountField = "quantity" | "unitAmount" | "net" | "credit";

const AMOUNT_WORDS: Readonly<Record<AmountField, string>> = {
  quantity: t("quantity"),
  unitAmount: t("price"),
  net: t("amount"),
  credit: t("credit"),
};

interface AmountCellsProps extends CellProps {
  readonly fields: readonly AmountField[];
}

export function AmountCells({ context, line, counts, error, label, onLine, fields }: AmountCellsProps) {
  const { form, decimals, isJournal } = context;
  // A line of some ledgers has an amount alone, unless it names an item.
  const priceless = line.kind === "account" && !isJournal ? context.accountsWithoutPrice : undefined;
  const worked = isJournal || line.net.trim() !== "" ? undefined : (netOf(line, form.type, decimals) ?? undefined);
  return fields.map((field) => (
    <td key={field}>
      <TextInput
        amount
        disabled={priceless !== undefined && (field === "quantity" || field === "unitAmount") && line[field] === ""}
        hint={field === "quantity" || field === "unitAmount" ? priceless : undefined}
        label={label(isJournal && field === "net" ? t("debit") : AMOUNT_WORDS[field])}
        value={line[field]}
        required={counts && field === "net" && !isJournal && worked === undefined}
        error={error(field)}
        placeholder={field === "net" ? worked : field === "quantity" && line.unitAmount !== "" ? "1" : undefined}
        onChange={(text) => onLine({ [field]: text })}
      />
    </td>
  ));
}

export function TaxCell({ context, line, error, label, onLine }: CellProps) {
  const options = context.taxList.map(({ code, name, rate }) => ({
    id: code,
    name,
    ...(rate === null ? {} : { detail: `${formatNumeral(rate)}%` }),
  }));
  const value = line.taxCode === "" ? null : (options.find(({ id }) => id === line.taxCode) ?? { id: line.taxCode, name: line.taxCode });
  return (
    <td>
      <ListPickField
        label={label(t("tax code"))}
        options={options}
        value={value}
        error={error("taxCode")}
        placeholder={t("No tax code")}
        none={t("No matching tax code")}
        onChange={(chosen) => onLine({ taxCode: chosen?.id ?? "" })}
      />
    </td>
  );
}

export function DimensionCell({ line, error, label, onLine, dimension }: CellProps & { readonly dimension: Dimension }) {
  const { id, name, values } = dimension;
  const chosen = line.dimensions[id] ?? "";
  const options = values.filter((value) => value.active || value.id === chosen).map((value) => ({ id: value.id, name: value.name }));
  return (
    <ListPickField
      label={label(name)}
      options={options}
      value={options.find((option) => option.id === chosen) ?? null}
      error={error("dimensions")}
      placeholder={t("None")}
      onChange={(option) => onLine({ dimensions: { ...line.dimensions, [id]: option?.id ?? "" } })}
    />
  );
}

export function RemoveCell({ number, onRemove }: { readonly number: number; readonly onRemove: () => void }) {
  return (
    <td>
      <Button
        kind="quiet"
        // The keys go from cell to cell; Ctrl+Shift+Backspace does the same from any of them.
        tabIndex={-1}
        aria-label={t("Remove line {number}", { number })}
        title={t("Remove line (Ctrl+Shift+Backspace)")}
        icon={<X size={14} aria-hidden />}
        onClick={onRemove}
      />
    </td>
  );
}
