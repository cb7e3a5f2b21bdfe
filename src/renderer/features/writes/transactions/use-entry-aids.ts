import { useEffect, useMemo, useState } from "react";
import type { EntryDefaults, EntryWarnings, TaxCode } from "#shared/contract/books/entries.ts";
import { addDays, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { later, today } from "../../../api/clock.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { formTotals, type TaxCodes } from "./entry-tax.ts";
import { type DocumentForm, isBlank } from "./transaction-draft.ts";

const TYPING_MS = 250;
const NO_CODES: readonly TaxCode[] = [];
const NOTHING: Readonly<Record<string, string>> = {};

/** What the form knows of this client's books and ledger while it is filled in. */
export interface EntryAids {
  readonly taxList: readonly TaxCode[];
  readonly taxCodes: TaxCodes;
  /** Why a field can't be used with this ledger, by field. */
  readonly refused: Readonly<Record<string, string>>;
  readonly defaults: EntryDefaults | null;
  /** It is known which columns and fields there are, so that nothing moves once the form is shown. */
  readonly ready: boolean;
}

export function useEntryAids(clientId: string, form: DocumentForm): EntryAids {
  const { type } = form;
  const [day] = useState(today);
  const codes = useCoreQuery("entries.taxCodes", { clientId, type }, { keepPrevious: true });
  const refused = useCoreQuery("entries.refusedFields", { clientId, type, issueDate: day }, { keepPrevious: true });
  const partyId = form.party?.id;
  const defaults = useCoreQuery("entries.defaults", { clientId, type, ...(partyId === undefined ? {} : { partyId }) });
  const taxList = codes.data ?? NO_CODES;
  const taxCodes = useMemo(() => new Map(taxList.map((code) => [code.code, code])), [taxList]);
  const ready = !codes.isPending && !refused.isPending;
  return { taxList, taxCodes, refused: refused.data ?? NOTHING, defaults: defaults.data ?? null, ready };
}

/** The due date that usual terms give; empty where the ledger keeps none, or nothing tells. */
export function suggestedDue(form: DocumentForm, { defaults, refused }: EntryAids): string {
  const issued = readCalendarDate(form.issueDate);
  const fallsDue = form.type === "purchase_bill" || form.type === "sales_invoice";
  if (!fallsDue || form.party === null || issued === null || defaults?.termDays == null || refused.dueDate !== undefined) return "";
  return addDays(issued, defaults.termDays);
}

/** What a person should know of the document before the review: asked again when they stop typing. */
export function useEntryWarnings(clientId: string, form: DocumentForm, decimals: number, codes: TaxCodes): EntryWarnings | null {
  const entry = useMemo(() => entryOf(form, decimals, codes), [form, decimals, codes]);
  const [asked, setAsked] = useState(entry);
  const wanted = JSON.stringify(entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the entry moved
  useEffect(() => later(TYPING_MS, () => setAsked(entry)), [wanted]);
  const found = useCoreQuery(
    "entries.warnings",
    { clientId, entry: asked ?? { type: form.type, issueDate: today(), currency: "XXX", accountIds: [] } },
    { enabled: asked !== null, keepPrevious: true },
  );
  return asked === null ? null : (found.data ?? null);
}

/** The document as far as it is entered; null before it has a date. */
function entryOf(form: DocumentForm, decimals: number, codes: TaxCodes) {
  const issueDate = readCalendarDate(form.issueDate);
  if (issueDate === null || !/^[A-Z]{3}$/.test(form.currency)) return null;
  const { gross } = formTotals(form, decimals, codes);
  const accountIds = form.lines.flatMap(({ kind, target }) => (kind === "account" && target !== null ? [target.id] : []));
  return {
    type: form.type,
    issueDate,
    currency: form.currency,
    ...(form.party === null ? {} : { partyId: form.party.id }),
    ...(form.number.trim() === "" ? {} : { number: form.number.trim() }),
    ...(form.reference.trim() === "" ? {} : { reference: form.reference.trim() }),
    ...(form.entityId === "" ? {} : { entityId: form.entityId }),
    ...(form.lines.every(isBlank) || isZero(gross) ? {} : { total: gross }),
    accountIds: [...new Set(accountIds)],
  };
}
