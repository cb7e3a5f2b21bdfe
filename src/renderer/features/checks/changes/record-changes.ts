import type { ChangeView } from "#shared/contract/reports/analysis.ts";
import { differingParts, isToldByLocks } from "#shared/model/labels/change-words.ts";
import type { Tone } from "../../../format/labels/sync-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";

/** Everything that one reading found moved in one record. */
export interface ChangeBlock {
  readonly key: string;
  readonly recordId: string;
  readonly recordKind: ChangeView["recordKind"];
  readonly label: string;
  readonly detectedAt: string;
  readonly date: string | null;
  readonly inClosedPeriod: boolean;
  readonly closedBy: readonly string[];
  readonly happened: Happened;
  /** The write of ours that it was; null where nobody is known. */
  readonly by: ChangeView["by"];
  readonly fields: readonly (ChangeView["shown"] & { readonly changeNo: number })[];
}

export type Happened = "created" | "removed" | "returned" | "changed";

export const HAPPENED: Readonly<Record<Happened, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  created: { word: t("New"), tone: "ok", means: t("Not in the ledger at the previous sync.") },
  removed: { word: t("Deleted"), tone: "failed", means: t("Deleted in the ledger. Tieout keeps the last known version.") },
  returned: { word: t("Restored"), tone: "warning", means: t("Deleted in the ledger, then restored.") },
  changed: {
    word: t("Changed"),
    tone: "current",
    means: t("A key field, such as the amount, date or contact, changed since the previous sync."),
  },
};

const RECORD = "record";
const DELETED = "deleted";

/** Changes put together by record and reading, newest reading first. */
export function changeBlocks(rows: readonly ChangeView[]): ChangeBlock[] {
  const groups = new Map<string, ChangeView[]>();
  for (const row of rows) {
    const key = `${row.recordId} ${row.detectedAt}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const blocks = [...groups].map(([key, group]) => blockOf(key, group));
  return blocks.filter(({ happened, fields }) => happened !== "changed" || fields.length > 0).sort(postingsAfterwards);
}

/** What was posted for a document follows the document, where one reading found both. */
function postingsAfterwards(a: ChangeBlock, b: ChangeBlock): number {
  if (a.detectedAt !== b.detectedAt) return a.detectedAt < b.detectedAt ? 1 : -1;
  return Number(a.recordKind === "journal") - Number(b.recordKind === "journal");
}

function blockOf(key: string, group: readonly ChangeView[]): ChangeBlock {
  const [first] = group as [ChangeView];
  const { recordId, recordKind, label, detectedAt, date } = first;
  const fields = group
    .filter((row) => row.field !== RECORD && !isToldByLocks(row))
    .sort((a, b) => a.changeNo - b.changeNo)
    .map(({ changeNo, field, shown }) => {
      const [before, after] = differingParts(shown.before, shown.after);
      return { changeNo, field: shown.field, before: cellText(field, before), after: cellText(field, after) };
    });
  return {
    key,
    recordId,
    recordKind,
    label,
    detectedAt,
    date,
    inClosedPeriod: group.some((row) => row.inClosedPeriod),
    closedBy: [...new Set(group.flatMap((row) => row.closedBy))],
    happened: happenedTo(group),
    by: first.by,
    fields,
  };
}

/** A value as it fills a cell: a status begins with a capital, as everywhere; a text stays as someone wrote it. */
function cellText(field: string, value: string | null): string | null {
  return value !== null && /status$/i.test(field) ? capitalized(value) : value;
}

/** Some ledgers drop a deleted record, others keep it with a status that says so. */
function happenedTo(group: readonly ChangeView[]): Happened {
  const came = group.find(({ field }) => field === RECORD);
  if (came === undefined) {
    const status = group.find(({ field }) => field === "status");
    if (status?.after === DELETED) return "removed";
    return status?.before === DELETED ? "returned" : "changed";
  }
  if (came.before === null) return "created";
  return came.after === "removed" ? "removed" : "returned";
}

/** Only what was asked for is known: a filter, or older changes that aren't listed yet, may hide some. */
export function noneWords(isFiltered: boolean, isWhole: boolean): string {
  if (!isWhole) return t("None among the newest changes.");
  return isFiltered ? t("No matching changes.") : t("No changes.");
}
