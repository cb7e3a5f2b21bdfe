import type { LineChange, SeenRecord } from "#shared/model/ledger/write.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { statusLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { lineOfDraft } from "../queue/job-form.ts";
import { sameAmount, type UpdateOperation } from "../transactions/transaction-change.ts";
import type { DocumentForm, LineForm } from "../transactions/transaction-draft.ts";
import { amountOf, LINE_PARTS, manyOf, partKey, partName, textOfPart, withPart } from "./line-parts.ts";

export type Side = "mine" | "theirs";

/** One field in which mine, theirs and what was last seen do not all agree. */
export interface ConflictRow {
  readonly key: string;
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
  /** Null where the last seen value is no longer known. */
  readonly seen: string | null;
  /** The side that holds when a person says nothing; null where both moved and a person must say. */
  readonly usual: Side | null;
}

/** The fields of a document outside of its lines, in the order in which they are shown. */
export const FIELDS = {
  party: t("Contact"),
  number: t("Number"),
  reference: t("Reference"),
  issueDate: t("Date"),
  dueDate: t("Due date"),
  exchangeRate: t("Exchange rate"),
  entityId: t("Entity"),
  memo: t("Memo"),
  status: t("Status"),
} as const;
export type FieldKey = keyof typeof FIELDS;
/** What stands for a line that one side does not have. */
export const NOT_THERE = t("Not in this version");

/** What was seen, as a form; the parts of it that the job does not keep are those of the mirror. */
export function formOfSeen(seen: SeenRecord, theirs: DocumentForm, lineOf: (line: SeenRecord["lines"][number], key: number) => LineForm) {
  return {
    ...theirs,
    party: seen.partyId === undefined ? null : seen.partyId === theirs.party?.id ? theirs.party : { id: seen.partyId, name: seen.partyId },
    number: seen.number ?? "",
    reference: seen.reference ?? "",
    issueDate: seen.issueDate,
    dueDate: seen.dueDate ?? "",
    exchangeRate: seen.exchangeRate ?? "",
    entityId: seen.entityId ?? "",
    memo: seen.memo ?? "",
    status: seen.status === "draft" || seen.status === "awaiting_approval" ? seen.status : ("open" as const),
    lines: seen.lines.map(lineOf),
  } satisfies DocumentForm;
}

/** The form that the person had before them: what was seen with the changes laid over it. */
export function withChanges(form: DocumentForm, changes: UpdateOperation["changes"]): DocumentForm {
  const {
    party,
    lines,
    tax: _tax,
    totalAccountId: _account,
    type: _type,
    currency: _currency,
    cleared = [],
    ...texts
  } = {
    type: undefined,
    ...changes,
  };
  return {
    ...form,
    ...(texts as Partial<DocumentForm>),
    ...Object.fromEntries(cleared.map((field) => [field, field === "party" ? null : ""])),
    ...(party === undefined ? {} : { party: party.id === form.party?.id ? form.party : { id: party.id, name: party.id } }),
    ...(lines === undefined ? {} : { lines: changedLines(form, lines) }),
  };
}

function changedLines(form: DocumentForm, lines: readonly LineChange[]): readonly LineForm[] {
  const isJournal = form.type === "journal";
  return lines.map((draft, key) => {
    const fresh = lineOfDraft(draft, isJournal, key);
    const old = draft.id === undefined ? undefined : form.lines.find((line) => line.lineId === draft.id);
    if (old === undefined) return fresh;
    // A line that stays keeps what the change did not say of it.
    return {
      ...old,
      key,
      kind: draft.kind,
      net: fresh.net,
      credit: fresh.credit,
      ...(fresh.target === null || fresh.target.id === old.target?.id ? {} : { target: fresh.target }),
      ...(draft.description === undefined ? {} : { description: fresh.description }),
      ...(draft.quantity === undefined ? {} : { quantity: fresh.quantity }),
      ...(draft.unitAmount === undefined ? {} : { unitAmount: fresh.unitAmount }),
      ...(draft.tax === undefined ? {} : { taxCode: fresh.taxCode }),
      ...(draft.dimensions.length === 0 ? {} : { dimensions: fresh.dimensions }),
      ...emptied(draft, draft.dimensions.length === 0 ? old : fresh),
    };
  });
}

/** What a change took out of a line that stays. */
function emptied({ cleared = [], clearedDimensions = [] }: LineChange, { dimensions }: LineForm): Partial<LineForm> {
  const left = Object.entries(dimensions).filter(([dimension]) => !clearedDimensions.includes(dimension));
  return {
    ...Object.fromEntries(cleared.map((field) => [field === "tax" ? "taxCode" : field, ""])),
    ...(clearedDimensions.length === 0 ? {} : { dimensions: Object.fromEntries(left) }),
  };
}

/**
 * The fields in which mine, theirs and the last seen version differ. Lines are identified by id, and one that every version has is
 * told part by part, so that keeping one part of mine brings nothing else of mine back.
 * @param names the names of accounts, items and dimension values, by `id` and `dimension=value`
 */
export function conflictRows(
  mine: DocumentForm,
  theirs: DocumentForm,
  seen: DocumentForm | null,
  names: Readonly<Record<string, string>> = {},
): readonly ConflictRow[] {
  const { currency } = theirs;
  const lines = lineKeys(mine, theirs, seen).flatMap(({ key, name, find, id, index }) => {
    const [own, other, last] = [mine, theirs, seen ?? theirs].map(find);
    const text = (line: LineForm | undefined) => textOfLine(line, currency, names);
    if (id === undefined || own === undefined || other === undefined || last === undefined)
      return [rowOf(key, name, text(own), text(other), seen === null ? null : text(last))];
    return LINE_PARTS.map((part) => {
      const partText = (line: LineForm) => textOfPart(line, part, currency, names);
      return rowOf(partKey(id, part), partName(index + 1, part), partText(own), partText(other), seen === null ? null : partText(last));
    });
  });
  return [...fieldRows(mine, theirs, seen), ...lines].filter((row) => row !== null);
}

/** The fields and lines that a change moves, each line as a whole. */
export function changedRows(
  after: DocumentForm,
  before: DocumentForm,
  names: Readonly<Record<string, string>> = {},
): readonly ConflictRow[] {
  const lineText = (line: LineForm | undefined) => textOfLine(line, before.currency, names);
  const lines = lineKeys(after, before, before).map(({ key, name, find }) =>
    rowOf(key, name, lineText(find(after)), lineText(find(before)), lineText(find(before))),
  );
  return [...fieldRows(after, before, before), ...lines].filter((row) => row !== null);
}

function fieldRows(mine: DocumentForm, theirs: DocumentForm, seen: DocumentForm | null): readonly (ConflictRow | null)[] {
  return (Object.keys(FIELDS) as FieldKey[]).map((key) =>
    rowOf(key, FIELDS[key], textOf(mine, key), textOf(theirs, key), seen === null ? null : textOf(seen, key)),
  );
}

/**
 * The document as decided: theirs, with mine where mine was kept. A field without a decision follows
 * the side that moved alone.
 */
export function decidedForm(
  mine: DocumentForm,
  theirs: DocumentForm,
  rows: readonly ConflictRow[],
  chosen: Readonly<Record<string, Side>>,
): DocumentForm {
  const side = new Map(rows.map((row) => [row.key, chosen[row.key] ?? row.usual ?? "theirs"]));
  const mineKept = (key: string) => side.get(key) === "mine";
  const fields = (Object.keys(FIELDS) as FieldKey[]).filter(mineKept).map((key) => [key, mine[key]] as const);
  const kept = theirs.lines.flatMap((line): readonly LineForm[] => {
    const own = mine.lines.find(({ lineId }) => lineId === line.lineId);
    if (mineKept(`line ${line.lineId}`)) return own === undefined ? [] : [own];
    if (own === undefined) return [line];
    const parts = LINE_PARTS.filter((part) => mineKept(partKey(line.lineId ?? "", part)));
    return [parts.reduce((decided, part) => withPart(decided, own, part), line)];
  });
  const own = mine.lines.filter((line) => !theirs.lines.some((other) => other.lineId !== null && other.lineId === line.lineId));
  // A line that theirs took out is put in again as a new one: the ledger no longer knows its id.
  const added = own.flatMap((line, index) => (mineKept(ownKey(line, index)) ? [{ ...line, lineId: null }] : []));
  return { ...theirs, ...Object.fromEntries(fields), lines: [...kept, ...added].map((line, key) => ({ ...line, key })) };
}

/** True when every field in which both moved was decided. */
export function isDecided(rows: readonly ConflictRow[], chosen: Readonly<Record<string, Side>>): boolean {
  return rows.every((row) => row.usual !== null || chosen[row.key] !== undefined);
}

function rowOf(key: string, name: string, mine: string, theirs: string, seen: string | null): ConflictRow | null {
  if (sameText(mine, theirs) && (seen === null || sameText(seen, theirs))) return null;
  const mineMoved = seen === null || !sameText(mine, seen);
  const theirsMoved = seen === null || !sameText(theirs, seen);
  const usual: Side | null = sameText(mine, theirs) || !mineMoved ? "theirs" : theirsMoved ? null : "mine";
  return { key, name, mine, theirs, seen, usual };
}

/** Whether two values are the same, however an amount is written. */
export function sameText(a: string, b: string): boolean {
  return a === b || (readAmount(a) !== null && sameAmount(a, b));
}

/** A field of a form as text. */
export function textOf(form: DocumentForm, key: FieldKey): string {
  if (key === "party") return form.party?.name ?? "";
  return key === "status" ? statusLabel(form.status).word : form[key].trim();
}

interface LineKey {
  readonly key: string;
  readonly name: string;
  readonly find: (form: DocumentForm) => LineForm | undefined;
  /** Of a line that the ledger has or had; a new one has none. */
  readonly id?: string;
  readonly index: number;
}

function lineKeys(mine: DocumentForm, theirs: DocumentForm, seen: DocumentForm | null): readonly LineKey[] {
  const ids = [
    ...new Set([theirs, ...(seen === null ? [] : [seen]), mine].flatMap(({ lines }) => lines.flatMap((line) => line.lineId ?? []))),
  ];
  const own = mine.lines.filter((line) => !theirs.lines.some((other) => other.lineId !== null && other.lineId === line.lineId));
  const fresh = own.flatMap((line, index): readonly LineKey[] =>
    line.lineId === null
      ? [{ key: ownKey(line, index), name: t("New line"), find: (form) => (form === mine ? line : undefined), index }]
      : [],
  );
  return [
    ...ids.map((id, index) => ({
      ...{ id, index },
      key: `line ${id}`,
      name: t("Line {index}", { index: index + 1 }),
      find: (form: DocumentForm) => form.lines.find((line) => line.lineId === id),
    })),
    ...fresh,
  ];
}

function ownKey(line: LineForm, index: number): string {
  return line.lineId === null ? `new line ${index}` : `line ${line.lineId}`;
}

/** A line in one text: what, how many, how much. Amounts are written with their currency's decimals. */
export function textOfLine(line: LineForm | undefined, currency: string, names: Readonly<Record<string, string>>): string {
  if (line === undefined) return NOT_THERE;
  const part = (name: Parameters<typeof textOfPart>[1]) => textOfPart(line, name, currency, names);
  return [part("target"), part("description"), manyOf(line, currency), part("taxCode"), part("dimensions"), amountOf(line, currency)]
    .filter((text) => text !== "")
    .join(", ");
}
