import type {
  AppliedPolicy,
  ChangedInput,
  ReconciliationPolicy,
  ReconciliationRow,
  ReconciliationType,
  SignOffBlock,
} from "#shared/contract/close/reconciliations.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDayOf } from "../../../format/dates/date.ts";
import type { Tone } from "../../../format/labels/sync-labels.ts";
import { t } from "../../../language/t.ts";

export const TYPE_WORDS: Readonly<Record<ReconciliationType, string>> = {
  bank: t("Bank statement"),
  subledger: t("Subledger"),
  zero_balance: t("Zero balance"),
  schedule: t("Schedule"),
  support: t("Other support"),
};

/** The name of the balance that the books are compared with. */
export const SUPPORT_WORDS: Readonly<Record<ReconciliationType, string>> = {
  bank: t("Balance per statement"),
  subledger: t("Balance per aging"),
  zero_balance: t("Expected balance"),
  schedule: t("Balance per schedule"),
  support: t("Balance per support"),
};

export const RISK_WORDS: Readonly<Record<ReconciliationPolicy["risk"], string>> = { low: t("Low"), medium: t("Medium"), high: t("High") };

export const FREQUENCY_WORDS: Readonly<Record<ReconciliationPolicy["frequency"], string>> = {
  monthly: t("Monthly"),
  quarterly: t("Quarterly"),
  yearly: t("Yearly"),
};

interface SignedWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

const SIGNED_WORDS: Readonly<Record<ReconciliationRow["signed"], SignedWords>> = {
  open: { word: t("Not signed off"), tone: "neutral", means: t("The preparer hasn't signed off yet.") },
  prepared: { word: t("Prepared"), tone: "current", means: t("Signed off by the preparer. A reviewer must sign off next.") },
  reviewed: { word: t("Reviewed"), tone: "ok", means: t("Signed off by preparer and reviewer.") },
  stale: {
    word: t("Sign off again"),
    tone: "failed",
    means: t("The balance, support, reconciling items, files or reconciliation type changed after sign-off."),
  },
  returned: { word: t("Returned"), tone: "warning", means: t("The reviewer returned this account to the preparer.") },
};
export const AUTOMATIC = t("Automatic");

const WAITING: SignedWords = {
  word: t("Waiting for server"),
  tone: "warning",
  means: t("The firm's server hasn't accepted the sign-off yet, so it doesn't count."),
};

/** The preparer's sign-off counts, and the reviewer's still waits for the firm's server. */
const REVIEW_WAITING: SignedWords = {
  ...SIGNED_WORDS.prepared,
  means: t("Signed off by the preparer. The firm's server hasn't accepted the reviewer's sign-off yet, so it doesn't count."),
};

/** How far the sign-offs are; the only one, or the reviewer's, may still wait for the firm's server. */
export function signedWords({ signed, signOffs }: Pick<ReconciliationRow, "signed" | "signOffs">): SignedWords {
  if (signed === "prepared" && reviewWaits(signOffs)) return REVIEW_WAITING;
  return signed === "open" && signOffs.some(({ waiting }) => waiting) ? WAITING : SIGNED_WORDS[signed];
}

/** One that was given on other inputs doesn't count, even once the server has it. */
function reviewWaits(signOffs: ReconciliationRow["signOffs"]): boolean {
  return signOffs.some(({ role, stale, waiting }) => role === "reviewer" && !stale && waiting);
}

/** Why a sign-off button is disabled. */
export const BLOCK_WORDS: Readonly<Record<SignOffBlock, string>> = {
  no_support: t("Enter the balance per support first."),
  difference: t("There's an unreconciled difference. Add reconciling items, or correct the support or the books."),
  needs_file: t("You can't sign off without a file. Attach the statement or schedule, or change the policy."),
  moved: t("The balance changed after support was entered. Check the support and save it again."),
  to_match: t("Some bank statement lines aren't matched yet. Match them first."),
  needs_preparer: t("The preparer must sign off first."),
  same_person: t("You prepared this account, so someone else must review it."),
  named_person: t("The account's policy names someone else to sign off."),
  already: t("Already signed off, and nothing has changed since."),
  waiting: t("The firm's server hasn't accepted the preparer's sign-off yet. A reviewer can sign off once it has."),
};

/** Where bank statements are the support, nothing is entered beside them. */
const BANK_BLOCK_WORDS: Partial<Readonly<Record<SignOffBlock, string>>> = {
  no_support: t(
    "No imported bank statement covers the end of this period. Import the missing statement or enter its closing balance first.",
  ),
  difference: t("The bank reconciliation has an unreconciled difference. Open the bank reconciliation to find the cause."),
};

/** Why an account can't be signed off in a role; empty where it can. */
export function blockReason(
  {
    blocked,
    policy,
    bank,
    toMatch,
    signed,
    signOffs,
    difference,
  }: Pick<ReconciliationRow, "blocked" | "policy" | "bank" | "toMatch" | "signed" | "signOffs" | "difference">,
  role: SigningRole,
): string {
  const block = blocked[role];
  if (block === null) return "";
  // Their own sign-off waits; a reviewer may wait for the preparer's, too.
  if (block === "waiting" && (role === "preparer" || signed === "prepared"))
    return t("Signed off. The sign-off counts once the firm's server has accepted it.");
  if (block === "to_match" && toMatch === 0) return t("Some fees aren't in the books yet. Enter them first.");
  if (block === "difference" && bank !== null && difference === null)
    return t("The bank statement has no closing balance. Enter the closing balance first.");
  if (block === "already" && signed === "prepared")
    return reviewWaits(signOffs)
      ? t("The preparer already signed off, and nothing has changed since. The firm's server hasn't accepted the reviewer's sign-off yet.")
      : t("The preparer already signed off, and nothing has changed since. A reviewer must sign off next.");
  if (block === "named_person") return t("Under the account's policy, {name} signs off as {role}.", { name: policy[role] ?? "", role });
  return (bank === null ? undefined : BANK_BLOCK_WORDS[block]) ?? BLOCK_WORDS[block];
}

type SigningRole = keyof ReconciliationRow["blocked"];

const INPUT_WORDS: Readonly<Record<ChangedInput["what"], string>> = {
  books: t("Balance per books"),
  support: t("Balance per support"),
  items: t("Reconciling items"),
  files: t("Files"),
  type: t("Reconciliation type"),
};

/** What changed after a sign-off, such as "Balance per books: 400.00, now 512.50". */
export function changedWords({ what, before, after }: ChangedInput): string {
  // Another file or item with the same count or total.
  if (before === after) return t("{what}: changed", { what: INPUT_WORDS[what] });
  const said = (value: string | null) => (value === null ? t("none") : what === "type" ? typeWord(value) : formatNumeral(value));
  return t("{what}: {before}, now {after}", { what: INPUT_WORDS[what], before: said(before), after: said(after) });
}

function typeWord(type: string): string {
  return TYPE_WORDS[type as ReconciliationType] ?? type;
}

/** Why Tieout signed an account off, and under which policy. It is worked out again from the books of every sync. */
export function automaticWords({ set }: Pick<AppliedPolicy, "set">): string {
  return set === null
    ? t(
        "Tieout signed off on this account because the balance agrees exactly with the aging's total. This follows the default policy. If the balance no longer agrees after a sync, the sign-off is withdrawn.",
      )
    : t(
        "Tieout signed off on this account because the balance agrees exactly with the aging's total. This follows the policy that {person} set on {day}. If the balance no longer agrees after a sync, the sign-off is withdrawn.",
        { person: nameOfNoted(set.person), day: formatDayOf(set.at) },
      );
}

/** A policy in one line. */
export function policyWords({ required, type, risk, frequency, evidence }: AppliedPolicy): string {
  return [
    required ? FREQUENCY_WORDS[frequency] : t("Not required"),
    TYPE_WORDS[type],
    t("{risk} risk", { risk: RISK_WORDS[risk] }),
    ...(evidence ? [t("File required")] : []),
  ].join(" · ");
}
