import type { PostedRecord } from "#main/domain/documents/posted-differences.ts";
import type { WriteContext } from "#main/ledgers/writing.ts";
import { recordName } from "#shared/model/labels/record-name.ts";
import type { PostedDifference, WriteOperation } from "#shared/model/ledger/write.ts";

type NameOf = (id: string) => string | undefined;

/** A difference between records, with their names for people: an id says nothing to them. Other differences stay as they are. */
export function namedDifference(
  difference: PostedDifference,
  context: WriteContext,
  operation: WriteOperation,
  posted: readonly PostedRecord[],
): PostedDifference {
  const nameOf = namesOf(difference.field, context, operation, posted);
  if (nameOf === null) return difference;
  const [intended, has] = [difference.intended, difference.posted].map((text) => inNames(text, nameOf));
  if (intended === difference.intended && has === difference.posted) return difference;
  return { ...difference, named: { intended: intended ?? "", posted: has ?? "" } };
}

/** Ids of a text by their names: one id, several of them, or an id with an amount behind it. */
function inNames(text: string, nameOf: NameOf): string {
  return text.replaceAll(/[^\s,]+/g, (word) => nameOf(word) ?? word);
}

function namesOf(field: string, context: WriteContext, operation: WriteOperation, posted: readonly PostedRecord[]): NameOf | null {
  const { capabilities, organisation } = context.discovery;
  const target: NameOf = (id) => accountName(context, id) ?? context.item(id)?.name;
  if (/^lines\[\d+\]$/.test(field) || /(?:^|\.)(?:accountId|totalAccountId|itemId)$/.test(field)) return target;
  if (/(?:^|\.)(?:party\.id|customerId)$/.test(field)) return (id) => context.party(id)?.name ?? partyOf(posted, id);
  if (field === "entityId") return (id) => organisation.entities.find((entity) => entity.id === id)?.name;
  if (field === "allocations") return (id) => documentName(context, posted, id);
  if (!/\.dimensions\b/.test(field)) return null;
  const named = dimensionsOf(field, operation);
  const dimensions = capabilities.dimensions.filter(({ id }) => named === null || named.includes(id));
  return (id) => dimensions.flatMap(({ values }) => values).find((value) => value.id === id)?.name;
}

function accountName(context: WriteContext, id: string): string | undefined {
  const account = context.account(id);
  return account === undefined ? undefined : [account.code, account.name].filter((part) => part !== undefined).join(" ");
}

/** A contact that the ledger put in the place of another is named by the record that names it. */
function partyOf(posted: readonly PostedRecord[], id: string): string | undefined {
  return posted
    .flatMap(({ mapped }) => mapped)
    .flatMap((one) => (one.kind === "document" || one.kind === "payment" ? [one.value] : []))
    .find(({ partyId }) => partyId === id)?.partyName;
}

function documentName(context: WriteContext, posted: readonly PostedRecord[], id: string): string | undefined {
  const read = posted.find((one) => one.id === id)?.mapped.find((one) => one.kind === "document")?.value;
  const known = context.record(id) ?? (read === undefined ? undefined : { document: read });
  return known === undefined ? undefined : recordName(known);
}

/** The dimension that a difference is about, or those that its line emptied; values of several dimensions may have one id. */
function dimensionsOf(field: string, operation: WriteOperation): readonly string[] | null {
  const [, index, place] = /^lines\[(\d+)\]\.dimensions(?:\[(\d+)\])?/.exec(field) ?? [];
  if (index === undefined) return null;
  if (place === undefined)
    return operation.kind === "update_document" ? (operation.changes.lines?.[Number(index)]?.clearedDimensions ?? null) : null;
  const said = operation.kind === "create_document" ? operation.document : operation.kind === "update_document" ? operation.changes : null;
  const dimension = said?.lines?.[Number(index)]?.dimensions[Number(place)]?.dimensionId;
  return dimension === undefined ? null : [dimension];
}
