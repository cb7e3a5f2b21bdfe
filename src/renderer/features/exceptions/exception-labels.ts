import type { FindingRow } from "#shared/contract/clients/clients.ts";
import { lockName } from "../../format/labels/lock-labels.ts";
import { recordWords } from "../../format/labels/record-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";

const KINDS: Readonly<Record<string, string>> = {
  lock_moved_back: t("Lock date moved back"),
  deleted_document: t("Deleted transaction"),
  back_dated_document: t("Backdated transaction"),
  edited_in_closed_period: t("Changed in a locked period"),
  merged_on_masked_tax_id: t("Contacts unmerged"),
  unknown_value: t("Unknown value"),
  malformed_record: t("Problem with a record"),
  unresolved_account: t("Account not found"),
  count_drop: t("Fewer records than before"),
};

/** What kind of finding it is; a code that has no words yet is read as words. */
export function kindLabel(code: string): string {
  const words = code.replaceAll("_", " ");
  return KINDS[code] ?? capitalized(words);
}

/** A name that a program gave, as words: `purchaseOrders` is `Purchase orders`. */
function plainText(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[._-]/g, " ")
    .toLowerCase();
  return capitalized(words);
}

/** The field that it is about; of a lock moved back, the lock as Checks calls it. The locks of single periods have one name. */
export function fieldOf({ code, field }: Pick<FindingRow, "code" | "field">): string | null {
  if (field === null) return null;
  if (code !== "lock_moved_back") return plainText(field);
  return /^periods(?:\/|$)/.test(field) ? t("Lock date") : lockName({ id: field, periodLabel: null, ownedBy: "source" });
}

/** The data sets as the Sync screen calls them. */
export function dataSetNames(streams: readonly { readonly stream: string; readonly label: string }[] = []): (stream: string) => string {
  const names = new Map(streams.map(({ stream, label }) => [stream, label]));
  return (stream) => names.get(stream) ?? plainText(stream);
}

/** The record that it is about, as people call it. */
export function recordOf({ recordName, recordId }: Pick<FindingRow, "recordName" | "recordId">): string {
  return recordName ?? (recordId === null ? "" : recordWords(recordId));
}

/** What happened, without the name of the record where the message begins with it: its column is beside it. */
export function whatHappened({ message, recordName }: Pick<FindingRow, "message" | "recordName">): string {
  if (recordName === null || !message.startsWith(`${recordName} was `)) return message;
  return capitalized(message.slice(`${recordName} was `.length));
}
