import type { LedgerRequest, LedgerResponse } from "../../adapter.ts";
import { isObject, parseWireObject, textOf } from "../../wire-json.ts";
import type { PreparedCall, WriteContext } from "../../writing.ts";
import { bodyText, isAccepted } from "../decode.ts";
import { recordOfType } from "./record-types.ts";

/** Ids that customers make: custom fields of bodies, lines and records, and segments. */
const FIELD_ID = /\b(?:cust(?:body|col|entity|event|item|record)?|cseg)_[a-z0-9_]+/g;

/** Rule 30: scripts name fields by their internal ids; the record's catalogue knows what people call them. */
export function* explainRejection(
  context: WriteContext,
  call: PreparedCall,
  rejection: string,
): Generator<LedgerRequest, readonly { readonly id: string; readonly label: string }[], LedgerResponse> {
  const ids = [...new Set(rejection.match(FIELD_ID) ?? [])];
  const record = recordOfType(call.items[0]?.entityType ?? "");
  if (ids.length === 0 || record === undefined) return [];
  const { restPrefix, recordPath } = context.profile.c;
  const answer = yield {
    method: "GET",
    path: `${restPrefix}${recordPath}/metadata-catalog/${record.path}`,
    headers: { Accept: "application/schema+json" },
    allowRejection: true,
  };
  if (!isAccepted(answer)) return [];
  const { properties } = parseWireObject(bodyText(answer));
  if (!isObject(properties)) return [];
  return ids.flatMap((id) => {
    const property = properties[id];
    const label = isObject(property) ? textOf(property.title) : undefined;
    return label === undefined ? [] : [{ id, label }];
  });
}
