import { mentionsIn } from "#main/domain/contacts/mentions.ts";
import { samePerson } from "#main/domain/contacts/same-person.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { signedDecisions } from "#main/store/facts/sync-state.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { saveSignedInput } from "#main/store/records/signed-input-store.ts";
import { type Act, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { CloseSignature } from "#shared/contract/close/close.ts";
import type { CloseGates, SignedSummary } from "#shared/contract/close/close-gates.ts";
import { canonicalDecimal, isZero } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { SignOffProof } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { CloseMention } from "./close-mention.ts";
import type { GateSetting } from "./gates/gate.ts";
import { signingRefusal } from "./gates/gate-overrides.ts";
import { closeSignBody } from "./signed-figures.ts";

/** The sign-offs of a period, each with whether the figures have changed since. */
export function periodSignatures(setting: GateSetting): CloseSignature[] {
  const { reader, period, sha256 } = setting;
  const signed = signedDecisions(reader.db, "close_sign", closeSignBody, { prefix: `${period.id}|` });
  if (signed.length === 0) return [];
  const hash = sha256(inputOf(setting));
  return signed.map(({ decisionNo, person, at, waiting, body }) => ({
    ...{
      decisionNo,
      person,
      at,
      waiting,
      role: body.role,
      note: body.note,
      hash: body.hash,
      shown: body.shown,
      proof: body.proof,
      withPin: body.withPin,
    },
    stale: body.hash !== hash,
  }));
}

/** The hash of every figure of a period's statements: what a sign-off is bound to. */
export function periodHash(setting: GateSetting): string {
  return setting.sha256(inputOf(setting));
}

type Role = CloseSignature["role"];

interface Signing extends Act {
  readonly role: Role;
  readonly note: string | null;
  /** The names that the note can mention. */
  readonly people: readonly string[];
  /** What holds up the reviewer's sign-off, and the overrides of it. */
  readonly gates: Pick<CloseGates, "sign" | "overrides">;
  readonly shown: SignedSummary;
  /** The signature on the figures as they were a moment ago; null where no key could be used. */
  readonly signed: { readonly hash: string; readonly proof: SignOffProof } | null;
  /** The signer had entered their PIN. */
  readonly withPin: boolean;
}

/**
 * Signs off every figure of a period's statements, with the summary that was shown. The reviewer is never the preparer,
 * signs the same figures, and waits for the gates.
 */
export function signPeriod(
  setting: GateSetting,
  { role, note, people, gates, shown, person, nowMs, signed, withPin }: Signing,
): Result<{ readonly decisionNo: number; readonly hash: string }, Failure> {
  const { reader, period, sha256 } = setting;
  const unread = setting.review("prior_month").review.gaps.find(({ code }) => code === "not_read");
  if (unread !== undefined)
    return fail({
      code: "conflict",
      message: unread.message,
      next: "Sync the client, then sign off.",
    });
  const refused =
    roleRefusal(periodSignatures(setting), role, person, period.label) ??
    (role === "reviewer" ? signingRefusal(gates, period.label) : null);
  if (refused !== null) return fail(refused);
  const text = inputOf(setting);
  const hash = sha256(text);
  if (signed !== null && signed.hash !== hash)
    return fail({
      code: "conflict",
      message: `The books for ${periodName(period.label)} changed while you were signing off.`,
      next: "Review the new figures, then sign off.",
    });
  saveSignedInput(reader.db, hash, text, nowMs);
  const given = { periodId: period.id, role, hash, note, mentions: mentionsIn(note ?? "", people), shown, proof: signed?.proof ?? null };
  const body = { ...given, ...(withPin ? { withPin } : {}) };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "close_sign", subject: `${period.id}|${role}`, body, person, nowMs }), hash });
}

/** Sign-offs whose note asks people to look, of any period. */
export function signOffMentions(db: Sqlite): CloseMention[] {
  const asking = ownDecisions(db, "close_sign", closeSignBody, {}).filter(({ body }) => body.mentions.length > 0);
  return asking.map(({ person, at, body: { periodId, role, note, mentions } }) => {
    return { row: `${periodId}|sign-off:${role}`, names: mentions, text: note ?? "", person, at };
  });
}

/** The second signer is compared with the first, whichever role signed first. */
function roleRefusal(signatures: readonly CloseSignature[], role: Role, person: string, label: string): Failure | null {
  const current = (wanted: Role) => signatures.find((one) => one.role === wanted && !one.stale);
  const refuse = (message: string): Failure => ({ code: "conflict", message, field: "role" });
  if (role === "reviewer" && current("preparer") === undefined)
    return refuse(`The preparer hasn't signed off on the current figures for ${periodName(label)}.`);
  if (role === "reviewer" && current("preparer")?.waiting === true)
    return {
      ...refuse(`The firm's server hasn't accepted the preparer's sign-off of ${periodName(label)} yet.`),
      next: "Tieout sends it once the firm's server can be reached. A reviewer can sign off after that.",
    };
  const other = current(role === "reviewer" ? "preparer" : "reviewer");
  if (other === undefined || !samePerson(other.person, person)) return null;
  return refuse(
    role === "reviewer"
      ? `You prepared ${periodName(label)}, so someone else must review it.`
      : `You reviewed ${periodName(label)}, so someone else must prepare it.`,
  );
}

function inputOf({ period, books, review }: GateSetting): string {
  const figures = review("prior_month")
    .figures.rows.filter(({ current }) => !isZero(current))
    .map(({ statement, accountId, current }) => [statement, accountId, canonicalDecimal(current)] as const)
    .sort(([a, x], [b, y]) => compareText(a, b) || compareText(x, y));
  const { id, start, end } = period;
  return JSON.stringify({ v: 1, period: { id, start, end }, currency: books.baseCurrency, figures });
}
