import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { type Act, type Decided, notFound, ownDecisions } from "#main/store/work/own-decisions.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What a value is assigned to: one line, or every line that posts to an account or belongs to a party. */
export const OWN_TARGETS = ["line", "account", "party"] as const;
export type OwnTarget = (typeof OWN_TARGETS)[number];
const TARGET_WORDS: Readonly<Record<OwnTarget, string>> = { line: "line", account: "account", party: "contact" };

const dimensionBody = z.object({ name: z.string(), values: z.array(z.object({ id: z.string(), name: z.string() })) });
const assignmentBody = z.object({
  dimensionId: z.string(),
  valueId: z.string(),
  target: z.object({ kind: z.enum(OWN_TARGETS), id: z.string() }),
});

/** A current assignment, with who made it. */
export interface OwnAssignment extends Decided {
  readonly dimensionId: string;
  readonly valueId: string;
  readonly target: { readonly kind: OwnTarget; readonly id: string };
}

/** What begins the id of a dimension that no ledger has. */
const OWN_PREFIX = "own:";

/** The dimensions that the service keeps at the reporting layer (rule 20); no ledger is ever sent one. */
export function ownDimensions({ db }: MirrorReader): Dimension[] {
  return ownDecisions(db, "own_dimension", dimensionBody).map(({ subject: id, body }) => ({
    id,
    name: body.name,
    // No ledger has a field for it.
    fieldKey: "",
    level: "line",
    ownedBy: "us",
    active: true,
    values: body.values.map((value) => ({ ...value, active: true })),
  }));
}

/** Current assignments of current dimensions and values. */
export function ownAssignments(reader: MirrorReader): OwnAssignment[] {
  const values = new Set(ownDimensions(reader).flatMap(({ id, values: own }) => own.map((value) => `${id} ${value.id}`)));
  return ownDecisions(reader.db, "own_dimension_value", assignmentBody)
    .filter(({ body }) => values.has(`${body.dimensionId} ${body.valueId}`))
    .map(({ decisionNo, person, at, body }) => ({ decisionNo, person, at, ...body }));
}

/** A line as an assignment sees it. */
export interface AssignedLine {
  readonly lineId: string | undefined;
  readonly accountId: string | undefined;
  readonly partyId: string | undefined;
}

export interface OwnValue {
  readonly dimensionId: string;
  readonly valueId: string;
  /** Which of the assignments decided. */
  readonly by: OwnTarget;
}

/** The own values of a line: what was assigned to the line itself, else to its account, else to its party. */
export function ownValuesOf(assignments: readonly OwnAssignment[]): (line: AssignedLine) => OwnValue[] {
  const dimensionIds = [...new Set(assignments.map(({ dimensionId }) => dimensionId))];
  const keyOf = (dimensionId: string, kind: OwnTarget, id: string) => `${dimensionId} ${kind} ${id}`;
  const byTarget = new Map(assignments.map(({ dimensionId, target, valueId }) => [keyOf(dimensionId, target.kind, target.id), valueId]));
  return ({ lineId, accountId, partyId }) =>
    dimensionIds.flatMap((dimensionId) => {
      for (const [by, id] of [
        ["line", lineId],
        ["account", accountId],
        ["party", partyId],
      ] as const) {
        const valueId = id === undefined ? undefined : byTarget.get(keyOf(dimensionId, by, id));
        if (valueId !== undefined) return [{ dimensionId, valueId, by }];
      }
      return [];
    });
}

/** The rows of the lines that have an assignment themselves. */
export function assignedLines(
  reader: MirrorReader,
  assignments: readonly OwnAssignment[],
): { readonly recNo: number; readonly lineNo: number; readonly id: string }[] {
  const ids = [...new Set(assignments.flatMap(({ target }) => (target.kind === "line" ? [target.id] : [])))];
  return ids.flatMap((id) => {
    const found = lineRow(reader, id);
    return found === null ? [] : [{ ...found, id }];
  });
}

interface DimensionToSave extends Act {
  /** Null: a new one. */
  readonly dimensionId: string | null;
  readonly newId: string;
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Makes a dimension of the service, or gives one another name or other values. A value keeps its id
 * while it keeps its name; what was assigned to a value that is left out counts no more.
 */
export function saveOwnDimension(
  reader: MirrorReader,
  input: DimensionToSave,
): Result<{ readonly decisionNo: number; readonly dimension: Dimension }, Failure> {
  const own = ownDimensions(reader);
  const known = own.find(({ id }) => id === input.dimensionId);
  if (input.dimensionId !== null && known === undefined)
    return fail(notFound(`Dimension ${input.dimensionId} isn't a Tieout dimension.`, "dimension"));
  const name = input.name.trim();
  if (name === "") return fail({ code: "invalid_input", message: "Name the dimension.", field: "name" });
  const others = [...mirroredNames(reader), ...own.filter((one) => one !== known).map((one) => one.name)];
  if (others.some((other) => sameName(other, name)))
    return fail({
      code: "already_exists",
      message: `There's already a dimension named ${name}.`,
      field: "name",
      next: "Choose another name.",
    });
  const names = input.values.map((value) => value.trim());
  if (names.includes("")) return fail({ code: "invalid_input", message: "A value needs a name.", field: "value" });
  const twice = names.find((value, at) => names.slice(0, at).some((earlier) => sameName(earlier, value)));
  if (twice !== undefined) return fail({ code: "invalid_input", message: `The value ${twice} is listed twice.`, field: "value" });
  const id = known?.id ?? `${OWN_PREFIX}${input.newId}`;
  const values = valuesOf(known, names);
  const decisionNo = makeDecision(reader.db, { ...act(input), kind: "own_dimension", subject: id, body: { name, values } });
  return ok({ decisionNo, dimension: ownDimensions(reader).find((one) => one.id === id) as Dimension });
}

function valuesOf(known: Dimension | undefined, names: readonly string[]): { id: string; name: string }[] {
  let last = Math.max(0, ...(known?.values ?? []).map(({ id }) => Number(id)));
  return names.map((name) => ({ id: known?.values.find((value) => sameName(value.name, name))?.id ?? String(++last), name }));
}

interface ValueToAssign extends Act {
  readonly dimensionId: string;
  /** The id of a value, or its name. */
  readonly value: string;
  readonly target: { readonly kind: OwnTarget; readonly id: string };
}

/** Assigns a value to a line, an account or a party, at the reporting layer alone; an earlier assignment there is replaced. */
export function assignOwnValue(reader: MirrorReader, input: ValueToAssign): Result<{ readonly decisionNo: number }, Failure> {
  const { dimensionId, target } = input;
  const dimension = ownDimensions(reader).find(({ id }) => id === dimensionId);
  if (dimension === undefined)
    return fail(notFound(`Dimension ${dimensionId} isn't a Tieout dimension. Assign the ledger's dimensions in the ledger.`, "dimension"));
  const value = dimension.values.find(({ id }) => id === input.value) ?? dimension.values.find(({ name }) => sameName(name, input.value));
  if (value === undefined) return fail(notFound(`Dimension ${dimension.name} has no value ${input.value}.`, "value"));
  if (!targetExists(reader, target)) return fail(notFound(notInBooks(TARGET_WORDS[target.kind], target.id), target.kind));
  const body = { dimensionId, valueId: value.id, target };
  return ok({
    decisionNo: makeDecision(reader.db, { ...act(input), kind: "own_dimension_value", subject: subjectOf(dimensionId, target), body }),
  });
}

interface ToRemove extends Act {
  readonly dimensionId: string;
  /** Null: the dimension itself. */
  readonly target: { readonly kind: OwnTarget; readonly id: string } | null;
}

/** Takes an assignment back, or the whole dimension; what was decided stays on record. */
export function removeOwnDimension(
  reader: MirrorReader,
  { dimensionId, target, person, nowMs }: ToRemove,
): Result<{ readonly decisionNo: number }, Failure> {
  const kind = target === null ? ("own_dimension" as const) : ("own_dimension_value" as const);
  const subject = target === null ? dimensionId : subjectOf(dimensionId, target);
  const standing = ownDecisions(reader.db, kind, z.unknown()).find((decision) => decision.subject === subject);
  if (standing === undefined)
    return fail(
      target === null
        ? notFound(`Dimension ${dimensionId} isn't a Tieout dimension.`, "dimension")
        : notFound(`The ${TARGET_WORDS[target.kind]} ${target.id} has no value of dimension ${dimensionId}.`, target.kind),
    );
  undoDecision(reader.db, standing.decisionNo, person, nowMs);
  return ok({ decisionNo: standing.decisionNo });
}

function act({ person, nowMs }: Act): Act {
  return { person, nowMs };
}

function subjectOf(dimensionId: string, { kind, id }: OwnAssignment["target"]): string {
  return `${dimensionId} ${kind} ${id}`;
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function mirroredNames({ db }: MirrorReader): string[] {
  return prepared(db, "SELECT label FROM entity WHERE kind = 'dimension'").pluck().all() as string[];
}

function targetExists(reader: MirrorReader, { kind, id }: OwnAssignment["target"]): boolean {
  if (kind === "line") return lineRow(reader, id) !== null;
  if (prepared(reader.db, "SELECT 1 FROM entity WHERE kind = ? AND id = ?").get(kind, id) !== undefined) return true;
  // A party on a document may not have a record, such as an employee.
  const word = kind === "party" ? reader.words.find(id) : null;
  return word !== null && prepared(reader.db, "SELECT 1 FROM document WHERE party_word = ? LIMIT 1").get(word) !== undefined;
}

/** A line's id is the document's, a slash and its own. */
function lineRow(reader: MirrorReader, id: string): { readonly recNo: number; readonly lineNo: number } | null {
  const slash = id.lastIndexOf("/");
  const recNo = slash < 0 ? null : recordNumber(reader, id.slice(0, slash), "document");
  if (recNo === null) return null;
  const own = id.slice(slash + 1);
  const lineNo = own.startsWith("#")
    ? prepared(reader.db, "SELECT line_no FROM document_line WHERE rec_no = ? AND line_no = ? AND line_id IS NULL")
        .pluck()
        .get(recNo, Number(own.slice(1)))
    : prepared(reader.db, "SELECT line_no FROM document_line WHERE rec_no = ? AND line_id = ?").pluck().get(recNo, packId(own));
  return lineNo === undefined ? null : { recNo, lineNo: lineNo as number };
}
