import { useState } from "react";
import type { Choice, ChoiceKind, Named, PartyRole } from "#shared/contract/books/choices.ts";
import { accountTypeWords } from "../../format/labels/account-type-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { PickField } from "./pick-field.tsx";

const SHOWN = 30;

interface ComboboxFieldProps {
  readonly clientId: string;
  readonly kind: ChoiceKind;
  /** A second kind that is offered below the first, such as items below accounts. */
  readonly also?: ChoiceKind | undefined;
  readonly label: string;
  readonly value: Named | null;
  readonly onChange: (choice: Choice | null, kind: ChoiceKind) => void;
  readonly role?: PartyRole;
  /** Only those that this lets through; for example bank accounts. */
  readonly only?: (choice: Choice) => boolean;
  /** Those that suit the field best; they are offered first. */
  readonly suits?: (choice: Choice) => boolean;
  readonly error?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly first?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
}

/** Said when nothing has the typed text, so that nobody takes it for a list that is empty. */
const NO_MATCH: Readonly<Record<ChoiceKind, string>> = {
  party: t("No matching contact. Type part of a contact's name."),
  account: t("No matching account. Type part of an account's name or code."),
  item: t("No matching item. Type part of an item's name or code."),
  tax_rate: t("No matching tax rate. Type part of a tax rate's name or code."),
};

/** What was searched, in the field's own words: a vendor field doesn't find a contact that is only a customer. */
function noMatch({ kind, also, role }: ComboboxFieldProps): string {
  if (also !== undefined) return t("No matching account or item. Type part of its name or code.");
  if (kind !== "party" || role === undefined) return NO_MATCH[kind];
  return role === "vendor"
    ? t("No matching vendor. Type part of a vendor's name.")
    : t("No matching customer. Type part of a customer's name.");
}

/** A field that finds a record by a part of its name or code: typed, then chosen with the arrows and Enter. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { kind, label, onChange, error, describedBy, first, required, placeholder } = props;
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const { rows, shown, busy } = useChoices(props, text ?? "", open);
  return (
    <PickField
      label={label}
      value={shown === null ? null : { id: shown.id, name: shown.name, code: shown.code ?? null }}
      rows={rows}
      text={text}
      onText={setText}
      onOpen={setOpen}
      onChange={(row) => onChange(row?.choice ?? null, row?.kind ?? kind)}
      {...{ busy, error, describedBy, first, required, placeholder }}
      none={noMatch(props)}
    />
  );
}

/** The records that match what is typed, and the chosen one by its name. */
function useChoices({ clientId, kind, also, value, ...props }: ComboboxFieldProps, text: string, open: boolean) {
  const limit = props.only === undefined && props.suits === undefined ? SHOWN : 200;
  const role = props.role === undefined ? {} : { role: props.role };
  const found = useCoreQuery("choices.find", { clientId, kind, text, limit, ...role }, { enabled: open, keepPrevious: true });
  const others = useCoreQuery(
    "choices.find",
    { clientId, kind: also ?? kind, text, limit: SHOWN },
    { enabled: open && also !== undefined, keepPrevious: true },
  );
  // A form that was filled from a job knows ids only.
  const nameless = value !== null && value.name === value.id;
  const named = useCoreQuery("choices.find", { clientId, kind, text: "", id: value?.id ?? "", limit: 1 }, { enabled: nameless });
  // The answer to fewer letters is narrowed until the next one is here: Enter must never take a row that no longer matches.
  const wanted = text.trim().toLocaleLowerCase();
  const matches = ({ code, name }: Choice) => `${code ?? ""}\n${name}`.toLocaleLowerCase().includes(wanted);
  const rowsOf = (choices: readonly Choice[] | undefined, of: ChoiceKind) =>
    (choices ?? [])
      .filter((choice) => matches(choice) && (props.only?.(choice) ?? true))
      .sort((a, b) => Number(props.suits?.(b) ?? false) - Number(props.suits?.(a) ?? false))
      .slice(0, SHOWN)
      .map((choice) => ({
        id: choice.id,
        name: choice.name,
        code: choice.code,
        detail: [of === "account" && choice.detail !== null ? accountTypeWords(choice.detail) : choice.detail, choice.currency]
          .filter((part) => part !== null)
          .join(", "),
        choice,
        kind: of,
      }));
  const rows = [...rowsOf(found.data, kind), ...(also === undefined ? [] : rowsOf(others.data, also))];
  return { rows, shown: nameless ? (named.data?.[0] ?? value) : value, busy: found.data === undefined };
}
