import { mayOverride } from "#main/domain/close/gate-verdicts.ts";
import { reviewWaits } from "#main/domain/flux/flux-status.ts";
import { type Role, storeReturn, storeSignOff } from "#main/store/reconciliations/sign-offs.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { ReconciliationRow, ReconciliationSignOff, SignOffBlock } from "#shared/contract/close/reconciliations.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { ClosePolicy } from "#shared/model/close/close-gates.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type ReconciliationSetting, reconciliations, rowNamed, workedReconciliations } from "./reconciliations.ts";

/** A person's sign-off in a role; `withPin` where they had entered their PIN. */
type Signing = Act & { readonly role: Role; readonly withPin: boolean };
type Done<T = object> = Result<{ readonly decisionNo: number } & T, Failure>;

/** What lets somebody sign off in place of the person whom the account's policy names. */
export interface InPlace {
  /** Null: they don't ask for it. */
  readonly why: string | null;
  readonly policy: ClosePolicy;
  readonly personRole: PersonRole;
}

/**
 * Signs off one account on its reconciliation as it is now. The reviewer is never the preparer, and whom the account's policy
 * names signs off alone, unless the firm's policy lets this person do it with a reason.
 */
export function signReconciliation(
  setting: ReconciliationSetting,
  { accountId, inPlace, ...signing }: Signing & { readonly accountId: string; readonly inPlace: InPlace },
): Done<{ readonly hash: string }> {
  const { role } = signing;
  const worked = workedReconciliations(setting, signing.person);
  const row = rowNamed(
    worked.map((one) => one.row),
    setting,
    accountId,
  );
  if (!row.ok) return row;
  const block = row.value.blocked[role];
  const stands = block === "named_person" && inPlace.why !== null;
  if (block !== null && !stands) return fail(refusalOf(block, row.value, role));
  const refused = stands ? standInRefusal(row.value, role, inPlace) : null;
  if (refused !== null) return fail(refused);
  const instead = stands ? { named: row.value.policy[role] ?? "", why: inPlace.why ?? "" } : null;
  return ok(signOne(setting, worked, row.value, { ...signing, bulk: false, instead }));
}

function standInRefusal({ label, policy }: ReconciliationRow, role: Role, { policy: firm, personRole }: InPlace): Failure | null {
  if (mayOverride(firm, "named_person", personRole)) return null;
  const rule = firm.named_person;
  const who = rule === "never" ? "no one" : rule === "admin" ? "only an administrator" : "only a reviewer or an administrator";
  return {
    code: "not_allowed",
    message: `The reconciliation policy for ${label} names ${policy[role]} as ${role}. Under the firm's policy, ${who} may sign off in their place.`,
    next: `Ask ${policy[role]} to sign off, or change the account's policy.`,
  };
}

/** What bulk sign-off did with each account that was named. */
export interface BulkSigned {
  readonly signed: readonly { readonly accountId: string; readonly decisionNo: number }[];
  readonly left: readonly { readonly accountId: string; readonly label: string; readonly why: SignOffBlock }[];
}

/**
 * Signs off every named account that agrees with its support and that this person may sign; the others are named with the reason.
 * A name that no account has is refused before anything is signed.
 */
export function signReconciliations(
  setting: ReconciliationSetting,
  { accountIds, ...signing }: Signing & { readonly accountIds: readonly string[] },
): Result<BulkSigned, Failure> {
  const { role } = signing;
  const worked = workedReconciliations(setting, signing.person);
  const all = worked.map(({ row }) => row);
  for (const named of accountIds) {
    const known = rowNamed(all, setting, named);
    if (!known.ok) return fail({ ...known.failure, field: "accountIds" });
  }
  const wanted = new Set(accountIds);
  const rows = all.filter(({ accountId, account }) => wanted.has(accountId) || wanted.has(account?.code ?? ""));
  return ok({
    signed: rows
      .filter(({ blocked }) => blocked[role] === null)
      .map((row) => ({
        accountId: row.accountId,
        decisionNo: signOne(setting, worked, row, { ...signing, bulk: true, instead: null }).decisionNo,
      })),
    left: rows.flatMap(({ accountId, label, blocked }) => {
      const why = blocked[role];
      return why === null ? [] : [{ accountId, label, why }];
    }),
  });
}

function signOne(
  { reader, period }: ReconciliationSetting,
  worked: ReturnType<typeof workedReconciliations>,
  { accountId }: ReconciliationRow,
  act: Signing & { readonly bulk: boolean; readonly instead: ReconciliationSignOff["instead"] },
): { readonly decisionNo: number; readonly hash: string } {
  const input = worked.find(({ row }) => row.accountId === accountId)?.input;
  if (input === undefined) throw new Error("every row has inputs");
  return storeSignOff(reader, { ...act, accountId, periodId: period.id, input });
}

const NOTHING_TO_RETURN: Readonly<Record<ReconciliationRow["signed"], (label: string) => string>> = {
  ...{ open: unprepared, prepared: unprepared, reviewed: unprepared },
  stale: (label) => `${label} changed after it was signed off. It needs a new sign-off, so there is nothing to return.`,
  returned: (label) => `${label} has already been returned to the preparer.`,
};

function unprepared(label: string): string {
  return `${label} hasn't been prepared, so there is nothing to return.`;
}

/** The reviewer returns an account that was prepared or signed off. */
export function returnReconciliation(
  setting: ReconciliationSetting,
  { accountId, why, person, nowMs }: Act & { readonly accountId: string; readonly why: string },
): Done {
  const row = rowNamed(reconciliations(setting, person), setting, accountId);
  if (!row.ok) return row;
  const { signed, label, signOffs } = row.value;
  const isAutomatic = signOffs.some((one) => one.decisionNo === null);
  if ((signed !== "prepared" && signed !== "reviewed") || isAutomatic)
    return fail({
      code: "conflict",
      message: isAutomatic
        ? t("{account} agrees with the aging and was signed off automatically, so there is no preparer to return it to.", {
            account: label,
          })
        : NOTHING_TO_RETURN[signed](label),
      field: "accountId",
      ...(isAutomatic ? { next: "To have someone prepare the account, turn off automatic sign-off in its policy." } : {}),
    });
  return ok({
    decisionNo: storeReturn(setting.reader, { accountId: row.value.accountId, periodId: setting.period.id, why, person, nowMs }),
  });
}

function refusalOf(block: SignOffBlock, row: ReconciliationRow, role: Role): Failure {
  const { label, difference, currency, policy, signed, signOffs } = row;
  const left = moneyName({ amount: difference ?? "0", currency });
  const said: Readonly<Record<SignOffBlock, readonly [message: string, next: string]>> = {
    no_support: [`${label} has no balance per support yet.`, "Enter the balance per support first."],
    difference: [`${label} has an unreconciled difference of ${left}.`, "Add reconciling items, or correct the support or the books."],
    needs_file: [`${label} can't be signed off without a file.`, "Attach the statement or schedule, or change the account's policy."],
    moved: [`The balance of ${label} changed after its support was entered.`, "Check the support and save it again."],
    to_match:
      row.toMatch === 0
        ? [`${label} has fees that aren't in the books.`, "Enter the fees first."]
        : [`${label} has unmatched bank statement lines.`, "Match the lines first."],
    needs_preparer: [`The preparer hasn't signed off on the current figures for ${label}.`, "The preparer must sign off first."],
    same_person: [`You prepared ${label}, so someone else must review it.`, "Ask another reviewer to sign off."],
    named_person: [
      `${policy[role]} is named as the ${role} in the reconciliation policy for ${label}.`,
      `Ask ${policy[role]} to sign off. If the firm's policy lets you, you can also sign off in their place and give a reason.`,
    ],
    already:
      signed === "prepared"
        ? [
            `The preparer already signed off on ${label}, and nothing has changed since.`,
            reviewWaits(signOffs)
              ? "The firm's server hasn't accepted the reviewer's sign-off yet. Tieout sends it once the firm's server can be reached."
              : "A reviewer must sign off next.",
          ]
        : [`${label} is already signed off, and nothing has changed since.`, "No action is needed."],
    waiting: [
      `The firm's server hasn't accepted a sign-off of ${label} yet.`,
      role === "preparer" || signed === "prepared"
        ? "Tieout sends it once the firm's server can be reached."
        : "Tieout sends it once the firm's server can be reached. A reviewer can sign off after that.",
    ],
  };
  const [message, next] = bankRefusal(block, row) ?? said[block];
  return { code: "conflict", message, field: "accountId", next };
}

/** Where bank statements are the support, nothing is entered beside them. */
function bankRefusal(block: SignOffBlock, { bank, label, difference, currency }: ReconciliationRow): readonly [string, string] | null {
  if (bank === null) return null;
  if (block === "no_support")
    return [
      `No imported bank statement for ${label} covers the end of this period.`,
      "Import the missing statement or enter its closing balance first.",
    ];
  if (block === "difference" && difference === null)
    return [`The bank statement for ${label} has no closing balance.`, "Enter the closing balance first."];
  if (block === "difference")
    return [
      `The bank reconciliation of ${label} has an unreconciled difference of ${moneyName({ amount: difference ?? "0", currency })}.`,
      "Open the bank reconciliation to find the cause.",
    ];
  return null;
}
