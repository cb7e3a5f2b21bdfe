import { insideSentence } from "#shared/kernel/readable.ts";
import type { LineDraft } from "#shared/model/ledger/write.ts";
import type { WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import type { DocumentShape } from "./entities.ts";
import { refuseInput } from "./refused.ts";

/** The dimension values of a header or a line. */
export interface Held {
  readonly Class?: string;
  readonly Department?: string;
}

/** Where the values of a document's lines go. */
export interface Placed {
  readonly header: Held;
  /** The values that each line states itself, in the order of the drafts. */
  readonly lines: readonly Held[];
}

type Word = keyof Held;

interface Places {
  readonly onHeader: boolean;
  readonly onLine: boolean;
}

const words: readonly Word[] = ["Class", "Department"];

/**
 * Rule 10: a value that the ledger keeps on the header is written there once and never on the lines. Class is
 * written on lines where the company's preferences allow it, Department on journal lines only.
 * @param held the values on the header of an existing document
 * @throws WriteRefused where the lines need something the ledger doesn't support
 */
export function placeDimensions(context: WriteContext, side: DocumentShape["side"], drafts: readonly LineDraft[], held: Held = {}): Placed {
  for (const [index, draft] of drafts.entries()) {
    const odd = draft.dimensions.find(({ dimensionId }) => dimensionId !== "Class" && dimensionId !== "Department");
    if (odd !== undefined) refuseInput(`lines[${index}].dimensions`, `The ledger has no dimension with the ID ${odd.dimensionId}.`);
  }
  const placed = words.map((word) =>
    placeOne(word, { ...placesOf(context, word, side), name: dimensionWord(context, word) }, drafts, held[word]),
  );
  return {
    header: Object.assign({}, ...placed.map(({ word, header }) => (header === undefined ? {} : { [word]: header }))),
    lines: drafts.map((_, index) =>
      Object.assign({}, ...placed.map(({ word, lines }) => (lines[index] === undefined ? {} : { [word]: lines[index] }))),
    ),
  };
}

/** Header or line members for dimension values. */
export function dimensionMembers({ Class, Department }: Held): WireObject {
  return {
    ...(Class === undefined ? {} : { ClassRef: { value: Class } }),
    ...(Department === undefined ? {} : { DepartmentRef: { value: Department } }),
  };
}

function placesOf(context: WriteContext, word: Word, side: DocumentShape["side"]): Places {
  const { trackDepartments, classPerLine, classPerTransaction } = context.discovery.adapterFacts;
  const isTracked = word === "Department" ? trackDepartments === true : classPerLine === true || classPerTransaction === true;
  // Each line of a journal has both; a journal has no header for them.
  if (side === "journal") return { onHeader: false, onLine: isTracked };
  if (word === "Department") return { onHeader: isTracked, onLine: false };
  return { onHeader: classPerTransaction === true, onLine: classPerLine === true };
}

/** The dimension inside a sentence, by the name that the company has for it. */
export function dimensionWord(context: WriteContext, id: string): string {
  return insideSentence(context.discovery.capabilities.dimensions.find((dimension) => dimension.id === id)?.name ?? id);
}

function placeOne(
  word: Word,
  { onHeader, onLine, name }: Places & { readonly name: string },
  drafts: readonly LineDraft[],
  held: string | undefined,
) {
  const entries = drafts.map((draft) => draft.dimensions.find(({ dimensionId }) => dimensionId === word));
  const field = (index: number) => `lines[${index}].dimensions`;
  const first = entries.findIndex((entry) => entry !== undefined);
  if (first >= 0 && !onHeader && !onLine) refuseInput(field(first), `This company doesn't use ${name} tracking.`);
  const goesUp = entries.map((entry) => entry !== undefined && onHeader && (entry.fannedFromHeader === true || !onLine));
  const up = goesUp.indexOf(true);
  const header = up < 0 ? undefined : entries[up]?.valueId;
  for (const [index, entry] of entries.entries()) {
    if (goesUp[index] === true && entry?.valueId !== header)
      refuseInput(field(index), `The ledger allows one ${name} per transaction, so all lines need the same ${name}.`);
    const asksForLine = entry === undefined && goesUp.some((goes, other) => goes && entries[other]?.fannedFromHeader !== true);
    if (asksForLine && header !== held)
      refuseInput(
        field(index),
        `The ledger allows one ${name} per transaction, so the ${name} of the other lines would also apply to this line. Choose the same ${name} here, or remove it from the other lines.`,
      );
  }
  const onHead = header ?? held;
  const lines = entries.map((entry, index) =>
    entry === undefined || goesUp[index] === true || (onHeader && entry.valueId === onHead) ? undefined : entry.valueId,
  );
  return { word, header, lines };
}
