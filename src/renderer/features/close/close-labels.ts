import type { ClosedChange, CloseStatus, CloseTaskView, GateEvidence } from "#shared/contract/close/close.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { isCheckedAutomatically } from "#shared/model/close/checked-tasks.ts";
import type { CloseGate, CloseRole } from "#shared/model/close/close.ts";
import { type CountedAs, countedAs } from "#shared/model/close/task-counts.ts";
import { differingParts, fieldWords, valueWords } from "#shared/model/labels/change-words.ts";
import { withAmounts } from "../../format/amounts/amounts-in-text.ts";
import { formatMinute, withDays } from "../../format/dates/date.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { clientAddress, documentAddress, recordAddress } from "../../state/window/screen-address.ts";
import { leftOf } from "./gates/gate-labels.ts";

export const CLOSE_SECTIONS = ["checklist", "reconciliations", "adjusting", "changes", "packs"] as const;
export type CloseSection = (typeof CLOSE_SECTIONS)[number];

export const SECTION_WORDS: Readonly<Record<CloseSection, string>> = {
  checklist: t("Checklist"),
  reconciliations: t("Reconciliations"),
  adjusting: t("Adjusting entries"),
  changes: t("Post-close changes"),
  packs: t("Packs"),
};

/** What will be in a section, while nothing is synced yet. */
export const COMING_WORDS: Readonly<Record<CloseSection, string>> = {
  checklist: t("The checklist appears here during the first sync."),
  reconciliations: t("Accounts to reconcile appear here during the first sync."),
  adjusting: t("Adjusting entries can be added here during the first sync."),
  changes: t("Changes in closed and locked periods appear here after the first sync."),
  packs: t("Packs can be created here during the first sync."),
};

/** What every section is given; `item`: what is open in it. */
export interface SectionProps {
  readonly clientId: string;
  readonly period: string;
  readonly item: string | null;
}

/** The section that an address names, the checklist for anything else, and what is open in it. */
export function placeOf(part: string | null): { readonly section: CloseSection; readonly item: string | null } {
  const [name, item] = (part ?? "").split(/:(.*)/s);
  return {
    section: CLOSE_SECTIONS.find((section) => section === name) ?? "checklist",
    item: item === undefined || item === "" ? null : item,
  };
}

/** The task, gate or sign-off that the checklist's part of an address names, as in `month:2026-10|bank-feeds`. */
export function namedTask(item: string | null): { readonly periodId: string; readonly taskId: string } | null {
  const at = item?.lastIndexOf("|") ?? -1;
  return item === null || at < 1 ? null : { periodId: item.slice(0, at), taskId: item.slice(at + 1) };
}

/** The month with which the bar shows a period: its middle is in the period, which may begin or end within a month. */
export function barMonthOf({ start, end }: { readonly start: string; readonly end: string }): string {
  return (end.slice(8) < "15" ? start : end).slice(0, 7);
}

/** The part of an address that opens something in a section. */
export function partOf(section: CloseSection, item: string): string {
  return `${section}:${item}`;
}

interface StateWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

const TASK_WORDS: Readonly<Record<CloseTaskView["state"], StateWords>> = {
  done: { word: t("Done"), tone: "ok", means: t("The evidence is complete. If that changes, this status changes, too.") },
  by_hand: {
    word: t("Marked complete"),
    tone: "warning",
    means: t("Someone marked this task complete. Tieout hasn't confirmed it with evidence."),
  },
  open: {
    word: t("Open"),
    tone: "open",
    means: t("Not done yet. A task is done once its evidence is complete or someone marks it complete."),
  },
  waiting: { word: t("Waiting"), tone: "neutral", means: t("Other tasks should be done first.") },
};

/** The state of a task. Beside the name of a person, what only Tieout checked would read as that person's sign-off. */
export function taskWords(
  { state, evidence, byHand = null }: Pick<CloseTaskView, "state" | "evidence"> & Partial<Pick<CloseTaskView, "byHand">>,
  asOf: string | null,
): StateWords {
  const isAutomatic = isCheckedAutomatically({ state, evidence });
  if (state === "done" && evidence?.rechecking === true) {
    const means =
      byHand === null
        ? t("This sync will check this task again. Until then, it counts as open for sign-off.")
        : t("This sync will check this task again. Until then, it counts as done for sign-off because someone marked it complete.");
    const word = isAutomatic ? t("Checked, rechecking") : t("Done, rechecking");
    return { word, tone: evidence.totalOnly === true ? "partly" : "ok", means };
  }
  if (!isAutomatic) return TASK_WORDS[state];
  const means =
    asOf === null
      ? t("Checked by Tieout, not by a person. If the evidence changes, this status changes, too.")
      : t("Checked by Tieout, not by a person, as of {asOf}. If the evidence changes, this status changes, too.", {
          asOf: formatMinute(asOf),
        });
  const inPart = (word: string, why: string): StateWords => ({ word, tone: "partly", means: `${means} ${why}` });
  // An aging can tie in total and be wrong by contact.
  if (evidence?.totalOnly === true) return inPart(t("Checked, total only"), t("Contact balances weren't compared, only their total."));
  if (evidence?.partly === true) return inPart(t("Partly checked"), t("The text beside this task says what wasn't checked."));
  return { word: t("Checked automatically"), tone: "ok", means };
}

interface CountedWords {
  readonly word: string;
  readonly means: string;
}

/** Reconciliations and material changes are counted one by one: a tick of their task settles none of them. */
const COUNTED_WORDS: Readonly<Partial<Record<CountedAs, CountedWords>>> = {
  task: {
    word: t("Required"),
    means: t("The reviewer can't sign off on the period until this task is complete or overridden."),
  },
  reconciliations: {
    word: t("Required"),
    means: t(
      "The reviewer can't sign off on the period until every required reconciliation is reviewed or overridden. Marking this task complete isn't enough.",
    ),
  },
  flux: {
    word: t("Required"),
    means: t(
      "The reviewer can't sign off on the period until the work on every material change is finished or overridden. Marking this task complete isn't enough.",
    ),
  },
  after: { word: t("After sign-off"), means: t("The sign-off doesn't require this task.") },
};

/** Of each open task that the sign-off waits for, that it's required, until the period is closed; of what comes after it, that it isn't. */
export function countedWords(
  tasks: readonly Pick<CloseTaskView, "id" | "dependsOn" | "evidence" | "state">[],
  isClosed: boolean,
): ReadonlyMap<string, CountedWords> {
  const counted = countedAs(
    tasks.map(({ id, dependsOn, evidence }) => ({ id, dependsOn, kind: evidence?.kind })),
    "sign",
  );
  return new Map(
    tasks.flatMap(({ id, state }): [string, CountedWords][] => {
      const as = counted.get(id) ?? "task";
      const words = as !== "after" && (isClosed || !["open", "waiting"].includes(state)) ? undefined : COUNTED_WORDS[as];
      return words === undefined ? [] : [[id, words]];
    }),
  );
}

/** All that the sign-off waits for, as a draft pack counts it. A closed period's waits for nothing. */
export function requiredLeft({ status, gates }: Pick<CloseStatus, "status" | "gates">): ReturnType<typeof leftOf> {
  return status === "closed" ? [] : leftOf(gates.sign);
}

const EMPTY_HINTS: Readonly<Record<string, string>> = {
  questions_sent: t("Mark this task complete if there's nothing to ask."),
  entries_confirmed: t("Mark this task complete if no entries are needed."),
} satisfies Partial<Record<CloseGate["kind"], string>>;

/** What to do with a task whose evidence can't come, since nothing was asked or set up; null before its row can be marked complete. */
export function emptyHint({ state, evidence }: Pick<CloseTaskView, "state" | "evidence">, started: boolean): string | null {
  if (!started || evidence === null || evidence.count > 0 || (state !== "open" && state !== "waiting")) return null;
  return EMPTY_HINTS[evidence.kind] ?? null;
}

export const ROLE_WORDS: Readonly<Record<CloseRole, string>> = { preparer: t("Preparer"), reviewer: t("Reviewer"), manager: t("Manager") };

/** Who does a task that nobody in particular is assigned to: a role isn't someone's name. */
export const ANYONE_WORDS: Readonly<Record<CloseRole, string>> = {
  preparer: t("Any preparer"),
  reviewer: t("Any reviewer"),
  manager: t("Any manager"),
};

type Item = GateEvidence["items"][number];

/** Where a piece of evidence can be looked at; null for what has no place of its own. */
export function evidenceAddress(clientId: string, { subject, id }: Item): string | null {
  if (subject === "document" && id !== null) return documentAddress(clientId, id);
  if (subject === "account" && id !== null) return recordAddress(clientId, "statements", id);
  if (subject === "job" && id !== null) return recordAddress(clientId, "writes", id);
  if (subject === "stream") return clientAddress(clientId, "sync");
  if (subject === "check") return clientAddress(clientId, "tie-outs");
  if (subject === "finding") return clientAddress(clientId, "findings");
  if (subject === "lock") return recordAddress(clientId, "checks", "periods");
  if (subject === "party") return recordAddress(clientId, "checks", "parties");
  if (subject === "pack") return recordAddress(clientId, "close", "packs");
  return null;
}

/** Whether the due date is past. A closed period keeps nobody waiting, and how late one is says that its day has passed. */
export function closeDueLabel({ due, status, daysLate }: Pick<CloseStatus, "due" | "status" | "daysLate">, today: string): string {
  const isPast = status === "closed" || due < today;
  return isPast && daysLate === 0 ? t("Was due") : t("Due");
}

/** That a period was closed over open work; a script may close it without a reason. */
export function closedOverWords(count: number, reason: string): string {
  return reason === ""
    ? t("Closing overrode {count, plural, one {1 open required item} other {# open required items}}. No reason was given.", { count })
    : t("Closing overrode {count, plural, one {1 open required item} other {# open required items}}. Reason: “{reason}”", {
        count,
        reason,
      });
}

/** What changed in a transaction's fields, each in words. That it was added needs no field of its own, nor does the same total twice. */
export function fieldChanges(fields: ClosedChange["fields"]): string[] {
  const total = fields.find(({ field }) => field === "total");
  const isRepeated = ({ field, before, after }: ClosedChange["fields"][number]) =>
    (field === "record" && after === "created") || (field === "totalBase" && before === total?.before && after === total?.after);
  return fields.filter((change) => !isRepeated(change)).map(fieldChange);
}

function fieldChange({ field, before, after }: ClosedChange["fields"][number]): string {
  if (field === "record") return after === "removed" ? t("Deleted in ledger") : t("Restored in ledger");
  const said = (value: string | null) => (value === null ? t("empty") : withDays(withAmounts(value)));
  const [from, to] = differingParts(valueWords(field, before), valueWords(field, after));
  return t("{field}: {before} → {after}", { field: capitalized(fieldWords(field)), before: said(from), after: said(to) });
}

/** Whether a change can be answered by reopening: a period that only the ledger locked isn't closed in Tieout. */
export function mayReopen({ source }: Pick<ClosedChange, "source">): boolean {
  return source === "closed_here";
}

/** What a post-close change did to the profit, a loss negative; null where what it posted before isn't known. */
export function profitEffect({ valued, result }: Pick<ClosedChange, "valued" | "result">): ClosedChange["result"] | null {
  return valued ? negateDecimal(result) : null;
}

/** Why it isn't known: only closing a period in Tieout keeps what its transactions posted. */
export function unknownEffectWords({ source, currency }: Pick<ClosedChange, "source" | "currency">): string {
  return source === "ledger_lock"
    ? t("The period wasn't closed in Tieout, so Tieout doesn't know what this transaction posted before the change.")
    : t("Tieout can't tell what this transaction posts in {currency}.", { currency });
}
