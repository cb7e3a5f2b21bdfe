import type { MadeJobs } from "#shared/contract/fields.ts";
import { ownSentence } from "#shared/kernel/readable.ts";
import { differenceWords } from "#shared/model/labels/difference-words.ts";
import { requiredFields } from "#shared/model/labels/rejection.ts";
import { writeFieldLabel } from "#shared/model/labels/write-fields.ts";
import type { JobItem, JobState, RejectedField, Withdrawal, WriteCheck, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { t } from "../../language/t.ts";
import { withAmounts } from "../amounts/amounts-in-text.ts";
import type { Tone } from "./sync-labels.ts";
import { DOCUMENT_TYPE_WORDS } from "./transaction-labels.ts";

interface Words {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** The write states for every screen. Waiting for a limit is always "Queued". */
export const WRITE_WORDS: Readonly<Record<JobState, Words>> = {
  draft: { word: t("Draft"), tone: "neutral", means: t("Saved but not sent. Review the update, then send it.") },
  ready: { word: t("Ready"), tone: "syncing", means: t("Waiting to be checked and sent.") },
  queued: {
    word: t("Queued"),
    tone: "queued",
    means: t(
      "Waiting for something, such as the ledger, the network or a sign-in. Before sending the update, Tieout makes sure that its dates aren't locked.",
    ),
  },
  sent: { word: t("Sent"), tone: "syncing", means: t("Sent. Waiting for the ledger's answer.") },
  accepted: { word: t("Posted"), tone: "ok", means: t("Posted to the ledger.") },
  partial: {
    word: t("Partly posted"),
    tone: "warning",
    means: t("Some parts were posted and some weren't. The update shows the result of each part."),
  },
  rejected: { word: t("Rejected"), tone: "failed", means: t("Nothing was posted. Tieout doesn't retry this update automatically.") },
  conflict: {
    word: t("Conflict"),
    tone: "conflict",
    means: t(
      "A transaction in this update was changed or deleted in the ledger, or its number is already used there. Review what the ledger has, then decide whether your update still applies.",
    ),
  },
  unknown: {
    word: t("Outcome unknown"),
    tone: "warning",
    means: t(
      "The update was sent, but Tieout doesn't know whether the ledger posted it. Open the ledger update and choose “Check again” to look for it in the ledger. Tieout never posts it twice.",
    ),
  },
  blocked: {
    word: t("Blocked"),
    tone: "locked",
    means: t("At least one of Tieout's checks failed, or the update couldn't be prepared. Nothing was sent."),
  },
  cancelled: { word: t("Canceled"), tone: "offline", means: t("Canceled before it was sent.") },
};

const POSTED_DIFFERENTLY: Words = {
  word: t("Posted with differences"),
  tone: "warning",
  means: t("The ledger accepted the update, but recorded different values."),
};

/** The state of a job; accepted jobs that the ledger recorded differently have their own. */
export function stateWords({ state, items }: Pick<WriteJob, "state" | "items">): Words {
  const isDifferent = state === "accepted" && items.some(({ postedDifferently }) => postedDifferently !== undefined);
  return isDifferent ? POSTED_DIFFERENTLY : WRITE_WORDS[state];
}

/** In the order of a job's life, which is the order of the filter. */
export const WRITE_STATES = Object.keys(WRITE_WORDS) as readonly JobState[];

/** The outcomes of one part of a job. */
export const OUTCOME_WORDS: Readonly<Record<JobItem["outcome"], { readonly word: string; readonly tone: Tone }>> = {
  pending: { word: t("No result yet"), tone: "neutral" },
  accepted: { word: t("Posted"), tone: "ok" },
  rejected: { word: t("Rejected"), tone: "failed" },
  conflict: { word: t("Conflict"), tone: "conflict" },
  unknown: { word: t("Outcome unknown"), tone: "warning" },
};

export const CHECK_WORDS: Readonly<Record<WriteCheck["name"], string>> = {
  input: t("Entry details"),
  cut_off: t("Lock dates"),
  capability: t("Ledger features"),
  currency: t("Currency"),
  balance: t("Totals"),
  allocation: t("Outstanding amounts"),
  duplicate: t("Duplicates"),
  tax: t("Tax"),
  item: t("Items"),
  version: t("Changes in ledger"),
  identical_action: t("Duplicate update"),
};

export const PURPOSE_LABELS = {
  write: t("Attempt to send"),
  repeat: t("Attempt to resend the same content"),
  look: t("Lookup in the ledger"),
  read_back: t("Read back from the ledger"),
} as const;

/** Operations as the ledger carries them out: some ledgers let a record's status decide whether it is voided or deleted. */
export function carriedOut(operations: readonly WriteOperation[], items: readonly JobItem[]): WriteOperation[] {
  return operations.map((operation, index) => {
    const act = items.find((item) => item.operation === index)?.act;
    return act === undefined || (operation.kind !== "void" && operation.kind !== "delete") ? operation : { ...operation, kind: act };
  });
}

/** The two ways to take a record back. */
export const REMOVAL_WORDS = { void: t("Void"), delete: t("Delete") } as const;

/** What taking a record back comes to: what was asked for, unless its ledger does only the other. */
export function actOf(asked: Withdrawal, possible: readonly Withdrawal[] | undefined): Withdrawal {
  return possible === undefined || possible.includes(asked) ? asked : (possible[0] ?? asked);
}

/** What a job does; includes the names of its records once the requests are prepared. */
export function jobTitle({ operations, items, title, seen }: Pick<WriteJob, "operations" | "items" | "title" | "seen">): string {
  const [first] = carriedOut(operations, items);
  const [item] = items;
  const document = seen?.find(({ id }) => first !== undefined && "id" in first && first.id === id);
  if (first !== undefined && document !== undefined && operations.length === 1 && (item?.title.includes(document.id) ?? true))
    return act(
      first,
      [DOCUMENT_TYPE_WORDS[document.type], document.number ?? document.reference].filter((part) => part !== undefined).join(" "),
    );
  if (first === undefined || item === undefined) return title.replace(/^./, (letter) => letter.toUpperCase());
  const parts = new Set(items.map(({ operation }) => operation)).size;
  const more = parts > 1 ? t(" and {parts} more", { parts: parts - 1 }) : "";
  if (first.kind === "create_payment" && items.length > 1)
    return t("{direction} {allocations, plural, one {for 1 transaction} other {across # transactions}}{more}", {
      direction: first.payment.direction === "made" ? t("Payment") : t("Receipt"),
      allocations: first.payment.allocations.length,
      more: parts > 1 ? t(", plus {parts, plural, one {1 other change} other {# other changes}}", { parts: parts - 1 }) : "",
    });
  // Some ledgers include the action in the part's name.
  const said = act(first, "").trim();
  return withAmounts(`${item.title.startsWith(`${said} `) ? item.title : act(first, item.title)}${more}`);
}

/** What is done, with the name of the record: its type is a plain word after a verb, while an ID stays as it is. */
function act(operation: WriteOperation, record: string): string {
  const name = record.replace(/^\p{Lu}\p{Ll}+(?= |$)/u, (word) => word.toLowerCase());
  switch (operation.kind) {
    case "update_document":
      return t("Edit {name}", { name });
    case "void":
      return t("Void {name}", { name });
    case "delete":
      return t("Delete {name}", { name });
    case "approve":
      return operation.approved ? t("Approve {name}", { name }) : t("Return {name} for correction", { name });
    default:
      return record;
  }
}

/** With its operations and what was seen, amounts that were posted differently have their currency. */
type ReasonedJob = Pick<WriteJob, "state" | "checks" | "items" | "failure"> & Partial<Pick<WriteJob, "operations" | "seen">>;

/**
 * The reason for a job's state, in one line: empty where the state says it all. In safe mode nothing resumes automatically, so nothing
 * says that it does.
 */
export function jobReason(job: ReasonedJob, isSafeMode = false): string {
  if (job.state === "accepted") return differentText(job) ?? replacedText(job.items) ?? "";
  if (job.state === "cancelled" || job.state === "draft") return WRITE_WORDS[job.state].means;
  const blocked = job.checks.find((check) => check.outcome === "blocked");
  if (blocked !== undefined && (job.state === "blocked" || job.state === "conflict")) return withAmounts(blocked.message);
  const told = job.items.find((item) => item.outcome !== "accepted" && item.message !== undefined)?.message;
  if (job.state === "partial") return [postedText(job), told].filter((part) => part !== undefined).join(" ");
  if (job.state === "queued") {
    const message = ownSentence(job.failure?.message ?? t("Waiting in the queue."));
    return isSafeMode ? message : `${message} ${queuedText(job)}`;
  }
  const failed = job.failure?.message;
  // The amounts in a conflict are as the core writes them.
  return told ?? (failed !== undefined && job.state === "conflict" ? withAmounts(failed) : failed) ?? WRITE_WORDS[job.state].means;
}

/** What happens to a queued update. One of which nothing was sent has yet to begin, so it doesn't resume. */
function queuedText({ items, failure }: Pick<ReasonedJob, "items" | "failure">): string {
  const isBegun = items.some(({ outcome }) => outcome !== "pending");
  if (waitsForSignIn(failure))
    return isBegun ? t("The update resumes once the client is reconnected.") : t("Tieout sends the update once the client is reconnected.");
  if (waitsForComputer(failure))
    return isBegun
      ? t("Once the problem is fixed, the update resumes automatically.")
      : t("Once the problem is fixed, Tieout sends the update automatically.");
  return isBegun ? t("The update resumes automatically.") : t("Tieout sends the update automatically.");
}

/** A job as it is known here: while no ledger can be reached, that is why it waits, unless its own ledger answered that it's down. */
export function knownJob<J extends Pick<WriteJob, "state" | "failure">>(job: J, offline: boolean): J {
  if (!offline || job.state !== "queued" || job.failure?.code !== "ledger_unreachable" || job.failure.ledgerError !== undefined) return job;
  return { ...job, failure: { ...job.failure, message: t("Offline.") } };
}

function postedText({ items }: Pick<WriteJob, "items">): string {
  const done = items.filter((item) => item.outcome === "accepted").length;
  return t("{done} of {items} parts posted.", { done, items: items.length });
}

/**
 * What the panel of an update says beside its state, and the failure that a note below tells besides: never the same twice. A
 * conflict is told and resolved above, what waits says so itself, and each part of several says below why it wasn't posted.
 */
export function jobTold(
  job: Parameters<typeof jobReason>[0],
  isSafeMode = false,
): { readonly beside: string; readonly below: WriteJob["failure"] } {
  const { state, failure, items } = job;
  const reason = state === "partial" ? postedText(job) : jobReason(job, isSafeMode);
  if (failure === null || state === "queued" || state === "conflict" || items.some(({ message }) => message === failure.message))
    return { beside: reason, below: null };
  if (failure.message !== reason) return { beside: reason, below: failure };
  return { beside: [reason, failure.next].filter((part) => part !== undefined).join(" "), below: null };
}

/**
 * The reason beside the state, where room is short: the plain fact where the ledger only asks for fields; otherwise its own words
 * without what the state says already, after the fields that they are about; of a conflict what changed most.
 */
export function shortReason(job: Parameters<typeof jobReason>[0], isSafeMode = false): string {
  const reason = jobReason(job, isSafeMode);
  const told = [job.failure, ...job.checks].find((one) => one?.brief !== undefined && reason === withAmounts(one.message));
  if (job.state === "conflict" && told?.brief !== undefined) return withAmounts(told.brief);
  const refused = job.items.find((item) => item.outcome !== "accepted" && item.message !== undefined);
  const said = job.state === "partial" || job.state === "rejected" ? refused?.ledgerError?.said : undefined;
  if (said === undefined) return (job.state === "partial" ? refused?.message : undefined) ?? reason;
  const plain = refused === undefined ? null : plainRejection(refused);
  if (plain !== null) return plain.fact;
  const fields = (refused?.fieldLabels ?? []).map(({ label }) => label).join(", ");
  return fields === "" ? t("Ledger's answer: “{said}”", { said }) : t("{fields}: “{said}”", { fields, said });
}

/** A rejection that only asks for fields: the plain fact, and the ledger's own words, which are shown whole below it. */
export function plainRejection(item: JobItem): { readonly fact: string; readonly said: string } | null {
  const fact = item.outcome === "rejected" ? requiredFields(item) : null;
  const said = item.ledgerError?.said;
  return fact === null || said === undefined ? null : { fact, said };
}

/**
 * What the ledger, or Tieout's form, calls the fields that the ledger's answers name by ID. The answers themselves are shown word for
 * word, so the ID of a single field isn't repeated.
 */
export function fieldLabelTexts(items: readonly JobItem[]): readonly string[] {
  const fields = rejectedFields(items);
  const [only, ...others] = fields;
  if (only === undefined || others.length > 0) return fields.map(({ id, label }) => t("{id} is the field “{label}.”", { id, label }));
  const { label, field, required } = only;
  // The plain fact names it.
  if (field == null && required === true) return [];
  if (field == null) return [t("The ledger calls this field “{label}.”", { label })];
  if (field === "lines") return [t("This field is “{label}” on the lines of Tieout's form.", { label })];
  return [t("This field is “{label}” in Tieout's form.", { label })];
}

/** The fields that the ledger's answers name by ID, each once. */
export function rejectedFields(items: readonly JobItem[]): readonly RejectedField[] {
  return [...new Map(items.flatMap(({ fieldLabels }) => fieldLabels ?? []).map((field) => [field.id, field])).values()];
}

/** How many fields a rejection names that Tieout can't fill in; null where it names another, too, or that isn't known. */
export function fieldsOutsideForm(items: readonly JobItem[]): number | null {
  const fields = rejectedFields(items);
  return fields.length > 0 && fields.every(({ field }) => field === null) ? fields.length : null;
}

/** The fields of the form that a rejection names, marked. */
export function markedFields(items: readonly JobItem[]): Readonly<Record<string, string>> {
  const marked = rejectedFields(items).flatMap(({ label, field }) => (field == null ? [] : [[field, label] as const]));
  return Object.fromEntries(marked.map(([field, label]) => [field, t("The ledger rejected “{label}.”", { label })]));
}

/** What is different, since the state says already that something is. */
function differentText(job: Parameters<typeof differenceWords>[0]): string | null {
  const words = differenceWords(job);
  return words === null ? null : ownSentence(withAmounts(words));
}

/** Whose values they are, since the state says already that it was posted. */
function replacedText(items: readonly JobItem[]): string | null {
  const fields = [...new Set(items.flatMap(({ replaced = [] }) => replaced.map(({ field }) => writeFieldLabel(field))))];
  if (fields.length === 0) return null;
  return t("The ledger used its own {count, plural, one {value} other {values}} for {fields}.", {
    count: fields.length,
    fields: fields.join("; "),
  });
}

/** A queued job goes on only with a sign-in: a person's, a certificate's or a variable's. */
export function waitsForSignIn(failure: WriteJob["failure"]): boolean {
  return failure !== null && (failure.code === "needs_sign_in" || failure.code === "secret_missing");
}

/** A queued job that isn't sent until somebody signs in or puts this computer right. */
export function isHeld({ state, failure }: Pick<WriteJob, "state" | "failure">): boolean {
  return state === "queued" && (waitsForSignIn(failure) || waitsForComputer(failure));
}

/** A queued job goes on only when something on this computer is put right: its keychain or its disk. */
export function waitsForComputer(failure: WriteJob["failure"]): boolean {
  return failure !== null && ["keychain_unavailable", "storage", "disk_full"].includes(failure.code);
}

/** What the ledger refused can be reviewed again as it is; an edit, void or deletion of what has changed since has pages of its own. */
export function mayRepeat({ state, operations: [operation] }: Pick<WriteJob, "state" | "operations">): boolean {
  if (state === "rejected") return true;
  return state === "conflict" && operation !== undefined && !["update_document", "void", "delete"].includes(operation.kind);
}

/** True when the job can be cancelled: nothing of it has been sent. */
export function canCancel({ state, items }: Pick<WriteJob, "state" | "items">): boolean {
  return ["draft", "ready", "queued", "blocked"].includes(state) && items.every((item) => item.outcome === "pending");
}

/** What came of drafting what is due. A colleague may have drafted or skipped some of it meanwhile. */
export function draftedWords({ jobIds, left }: Pick<MadeJobs, "jobIds" | "left">): string {
  const drafted = t("{count, plural, =0 {No drafts created.} one {1 draft created.} other {# drafts created.}} Nothing has been sent.", {
    count: jobIds.length,
  });
  if (left === 0) return drafted;
  return `${drafted} ${t("Stopped with {left, plural, one {1 draft} other {# drafts}} left to create.", { left })}`;
}

/** What is said of those that were sent, and how many a failure left. */
export function sentSoFar(words: string, left: number): string {
  if (left === 0) return words;
  return `${words} ${t("Stopped with {left, plural, one {1 ledger update} other {# ledger updates}} left to send.", { left })}`;
}
