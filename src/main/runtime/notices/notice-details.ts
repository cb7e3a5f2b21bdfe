import type { OpenExceptions } from "#main/store/exceptions/open-exceptions.ts";
import type { JobBody } from "#main/writeback/job.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import { absoluteDecimal, isZero } from "#shared/kernel/decimal.ts";
import { counted } from "#shared/kernel/readable.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { differenceWords } from "#shared/model/labels/difference-words.ts";
import { requiredFields } from "#shared/model/labels/rejection.ts";
import type { JobState } from "#shared/model/ledger/write.ts";

type Varying = OpenExceptions["closedVariances"][number];

const SAID = 3;

/** What is out of balance: one check by its name, several by their number. */
export function varianceTitle([first, ...others]: readonly Varying[]): string {
  return `${first !== undefined && others.length === 0 ? codeLabel(first.check) : counted(others.length + 1, "tie-out")} out of balance`;
}

/** By how much the first checks are out of balance; the title names a single one. */
export function varianceDetail(varying: readonly Varying[]): string {
  const said = varying.slice(0, SAID).map((one) => {
    const isAlone = varying.length === 1;
    const name = codeLabel(one.check);
    if (one.difference !== null && !isZero(one.difference)) {
      const difference = `${absoluteDecimal(one.difference)}${one.currency === null ? "" : ` ${one.currency}`}`;
      return isAlone ? `Difference: ${difference}` : `${name} by ${difference}`;
    }
    return isAlone ? `Differs in ${counted(one.lines, "line")}` : `${name} in ${counted(one.lines, "line")}`;
  });
  const left = varying.length - said.length;
  return `${said.join("; ")}${left === 0 ? "" : `; and ${left} more`}.`;
}

/** One exception by its message, several of a kind by their count. */
export function findingTitle({ code, count, message }: OpenExceptions["findings"][number]): string {
  return count === 1 ? message : `${codeLabel(code)}: ${counted(count, "exception")}`;
}

/** What happened to an update that needs a person; its name follows in quotation marks, since it reads as an order otherwise: “Edit bill INV-2204”. */
const WRITE_TITLES: Partial<Readonly<Record<JobState, string>>> = {
  rejected: "Ledger update rejected",
  conflict: "Ledger update not posted because of a conflict",
  partial: "Ledger update only partly posted",
  unknown: "Ledger update with unknown outcome",
};

export function needsPerson(state: JobState): boolean {
  return WRITE_TITLES[state] !== undefined;
}

type JobNotice = Pick<Notice, "title" | "about" | "detail">;

/** The notice of an update, with the reason as its detail; without a name where its file can't be asked. */
export function jobNotice(state: JobState, job: { readonly body: string } | null): JobNotice {
  const happened = WRITE_TITLES[state] ?? "";
  if (job === null) return { title: happened };
  const { title, failure, items, checks = [] } = JSON.parse(job.body) as JobBody;
  const moved = checks.find(({ name, outcome }) => state === "conflict" && name === "version" && outcome === "blocked");
  const refused = items.find(({ outcome, message }) => (outcome === "rejected" || outcome === "conflict") && message !== undefined);
  const said = refused?.ledgerError?.said;
  const fact = refused === undefined ? null : requiredFields(refused);
  // The ledger's own words are told as such, unless all they ask for is fields: the update has them whole.
  const told = said === undefined ? undefined : (fact ?? `Ledger's answer: “${said}”`);
  // What someone else changed is enough here in a few words: the update has all values.
  const known = moved ?? failure;
  const detail = known?.brief ?? known?.message ?? told ?? refused?.message;
  return { title: `${happened}: “${title}”`, about: title, ...(detail === undefined ? {} : { detail }) };
}

/** What the ledger posted with other values than intended; null when there is nothing. */
export function differenceDetail({ body }: { readonly body: string }): string | null {
  const job = JSON.parse(body) as JobBody;
  const words = differenceWords(job);
  return words === null ? null : `“${job.title}”: ${words}.`;
}
