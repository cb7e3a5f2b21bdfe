import { t } from "#shared/language/t.ts";
import type { RejectedField } from "#shared/model/ledger/write.ts";
import type { LedgerRequest, LedgerResponse } from "../../adapter.ts";
import { isObject, parseWireObject, textOf } from "../../wire-json.ts";
import type { PreparedCall, WriteContext } from "../../writing.ts";
import { bodyText, isAccepted } from "../decode.ts";
import { type RecordName, recordOfType } from "./record-types.ts";

/** Ids that customers make: custom fields of bodies, lines and records, and segments. */
const FIELD_ID = /\b(?:cust(?:body|col|entity|event|item|record)?|cseg)_[a-z0-9_]+/g;

/** The fields that an answer asks for, up to its sentence's end. */
const ASKED = /\benter value\(s\) for:?([^".]*)/i;

/** Where an answer names a field of the record's head; of lines it names the sublist as well. */
const ERROR_PATH = /"o:errorPath"\s*:\s*"(\w+)"/;

type FormFields = Readonly<Record<string, readonly [field: string, label: string]>>;

/** What the head of a document is written from, as the forms call it. */
const DOCUMENT_FIELDS: FormFields = {
  tranDate: ["issueDate", "Date"],
  dueDate: ["dueDate", "Due date"],
  tranId: ["number", "Number"],
  otherRefNum: ["reference", "Reference"],
  memo: ["memo", "Memo"],
  subsidiary: ["entityId", "Entity"],
  currency: ["currency", "Currency"],
  exchangeRate: ["exchangeRate", "Exchange rate"],
};
/** Where money moves at once, the account is a field of its own. */
const CASH_FIELDS: FormFields = { ...DOCUMENT_FIELDS, account: ["totalAccountId", "Bank account"] };
const PAYMENT_FIELDS: FormFields = {
  tranDate: ["date", "Date"],
  memo: ["reference", "Reference"],
  account: ["accountId", "Bank account"],
  currency: ["currency", "Currency"],
  exchangeRate: ["exchangeRate", "Exchange rate"],
};
const OF_CUSTOMERS = ["CustInvc", "CustCred", "CashSale", "CustPymt"];

/**
 * Rule 30: scripts name fields by their internal ids; the record's catalogue knows what people call them. Tieout fills in the record's
 * own fields and the dimensions of lines, and no other field that a customer made.
 */
export function* explainRejection(
  context: WriteContext,
  call: PreparedCall,
  rejection: string,
): Generator<LedgerRequest, readonly RejectedField[], LedgerResponse> {
  const record = recordOfType(call.items[0]?.entityType ?? "");
  if (record === undefined) return [];
  const [, asked] = ASKED.exec(rejection) ?? [];
  const required: readonly string[] = asked?.match(FIELD_ID) ?? [];
  // The ledger asks for a field of its own by what people call it, and the path says which it is.
  const isOwnAsked = asked !== undefined && required.length === 0;
  const own = ownField(record, ERROR_PATH.exec(rejection)?.[1]).map((field) => ({ ...field, ...asking(isOwnAsked) }));
  const ids = [...new Set(rejection.match(FIELD_ID) ?? [])];
  if (ids.length === 0) return own;
  const { restPrefix, recordPath } = context.profile.c;
  const answer = yield {
    method: "GET",
    path: `${restPrefix}${recordPath}/metadata-catalog/${record.path}`,
    headers: { Accept: "application/schema+json" },
    allowRejection: true,
  };
  if (!isAccepted(answer)) return own;
  const { properties } = parseWireObject(bodyText(answer));
  if (!isObject(properties)) return own;
  const custom = ids.flatMap((id) => {
    const property = properties[id];
    const label = isObject(property) ? textOf(property.title) : undefined;
    const field = isOnLines(context, record, id) ? "lines" : null;
    return label === undefined ? [] : [{ id, label, field, ...asking(required.includes(id)) }];
  });
  return [...own, ...custom];
}

function asking(isRequired: boolean): Pick<RejectedField, "required"> {
  return isRequired ? { required: true } : {};
}

function ownField({ type }: RecordName, id: string | undefined): readonly RejectedField[] {
  if (id === undefined) return [];
  if (id === "entity" || id === "customer")
    return [{ id, label: OF_CUSTOMERS.includes(type) ? t("Customer") : t("Vendor"), field: "party.id" }];
  const fields = isPayment(type) ? PAYMENT_FIELDS : type === "Check" || type === "CashSale" ? CASH_FIELDS : DOCUMENT_FIELDS;
  const [field, label] = fields[id] ?? [];
  return field === undefined || label === undefined ? [] : [{ id, label, field }];
}

/** Rule 10: a dimension that the ledger keeps on the head alone is never written. */
function isOnLines(context: WriteContext, { type }: RecordName, id: string): boolean {
  return (
    !isPayment(type) &&
    context.discovery.capabilities.dimensions.some(
      ({ fieldKey, level, ownedBy }) => fieldKey === id && level !== "header" && ownedBy === "source",
    )
  );
}

function isPayment(type: string): boolean {
  return type === "CustPymt" || type === "VendPymt";
}
