import { reviewWaits, stampRefusal } from "#main/domain/flux/flux-status.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { saveSignedInput } from "#main/store/records/signed-input-store.ts";
import { type Act, notFound } from "#main/store/work/own-decisions.ts";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { FLUX_STATUS_LABELS } from "#shared/model/labels/status-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FluxQuestion } from "./flux-figures.ts";
import { fluxInputs, reviewKey } from "./flux-inputs.ts";
import { fluxReview, type Sha256, type WorkedReview } from "./flux-review.ts";

export interface FluxAct extends Act {
  readonly question: FluxQuestion;
  /** Of a sign-off: its signer had entered their PIN. */
  readonly withPin?: boolean;
}
type OnRow = FluxAct & { readonly accountId: string };
export type Role = "preparer" | "reviewer";
type Acted<T = object> = Result<{ readonly decisionNo: number } & T, Failure>;

/** Explains a row, with documents pinned as evidence. What it explained is kept with it. */
export function explainRow(
  reader: MirrorReader,
  { question, accountId, text, documentIds, person, nowMs }: OnRow & { readonly text: string; readonly documentIds: readonly string[] },
  sha256: Sha256,
): Acted {
  const row = rowOf(fluxReview(reader, question, sha256), accountId);
  if (!row.ok) return row;
  const unknown = documentIds.find((id) => documentNameOf(reader, id) === null);
  if (unknown !== undefined) return fail(notFound(`Transaction ${unknown} isn't in this client's books.`, "documentIds"));
  const { current, comparative } = row.value;
  const body = { text, documentIds, current, comparative };
  return ok({
    decisionNo: makeDecision(reader.db, {
      kind: "flux_explanation",
      subject: reviewKey(question) + row.value.accountId,
      body,
      person,
      nowMs,
    }),
  });
}

/** Explains a row and signs it off as preparer; when the signature is refused the whole act is, and nothing is kept. */
export function explainAndSign(
  reader: MirrorReader,
  input: Parameters<typeof explainRow>[1],
  sha256: Sha256,
): Acted<{ readonly signedNo: number | null }> {
  const explained = explainRow(reader, input, sha256);
  if (!explained.ok) return explained;
  const signed = signRow(reader, { ...input, role: "preparer" }, sha256);
  return signed.ok ? ok({ decisionNo: explained.value.decisionNo, signedNo: signed.value.decisionNo }) : signed;
}

/** Signs a row off on its figures, explanation and evidence as they are now. Preparer, then reviewer, never one person. */
export function signRow(reader: MirrorReader, input: OnRow & { readonly role: Role }, sha256: Sha256): Acted<{ readonly hash: string }> {
  const { question, accountId, role, person } = input;
  const worked = fluxReview(reader, question, sha256);
  const row = rowOf(worked, accountId);
  if (!row.ok) return row;
  const unready = unreadyBooks(worked);
  if (unready !== null) return fail(unready);
  const refusal = stampRefusal(role, person, row.value.material, actsOf(row.value));
  if (refusal !== null) return fail(refusalOf(refusal, row.value, role));
  const [stamped] = stampRows(reader, input, worked, [row.value], false, sha256);
  assert(stamped !== undefined, "one row gives one stamp");
  return ok(stamped);
}

/** Stamps every row below its threshold that this person may stamp; the material ones are left to be read one by one. */
export function signBelow(
  reader: MirrorReader,
  input: FluxAct & { readonly role: Role },
  sha256: Sha256,
): Result<{ readonly signed: number; readonly left: number }, Failure> {
  const worked = fluxReview(reader, input.question, sha256);
  const unready = unreadyBooks(worked);
  if (unready !== null) return fail(unready);
  const below = worked.review.rows.filter(({ material }) => !material);
  const open = below.filter(({ status }) => status !== "signed");
  const may = open.filter((row) => stampRefusal(input.role, input.person, false, actsOf(row)) === null);
  const signed = stampRows(reader, input, worked, may, true, sha256);
  return ok({ signed: signed.length, left: open.length - signed.length });
}

/** The reviewer returns a row to its preparer for another explanation. */
export function returnRow(
  reader: MirrorReader,
  { question, accountId, why, person, nowMs }: OnRow & { readonly why: string },
  sha256: Sha256,
): Acted {
  const row = rowOf(fluxReview(reader, question, sha256), accountId);
  if (!row.ok) return row;
  if (row.value.status !== "ready_for_review" && row.value.status !== "signed")
    return fail({
      code: "conflict",
      message: `${row.value.label} isn't ready for review: ${FLUX_STATUS_LABELS[row.value.status]}.`,
      field: "accountId",
    });
  const subject = reviewKey(question) + row.value.accountId;
  return ok({ decisionNo: makeDecision(reader.db, { kind: "flux_return", subject, body: { why }, person, nowMs }) });
}

/** Stamps rows on what they are made of now. */
export function stampRows(
  reader: MirrorReader,
  { question, role, withPin = false, person, nowMs }: FluxAct & { readonly role: Role },
  worked: WorkedReview,
  rows: readonly FluxRow[],
  bulk: boolean,
  sha256: Sha256,
): { readonly decisionNo: number; readonly hash: string }[] {
  const wanted = new Set(rows.map(({ accountId }) => accountId));
  const figures = worked.figures.rows.filter(({ accountId }) => wanted.has(accountId));
  const inputs = fluxInputs(reader, question, worked.figures, figures);
  return figures.map(({ accountId, current, comparative }) => {
    const text = inputs.get(accountId);
    assert(text !== undefined, "every row has inputs");
    const hash = sha256(text);
    saveSignedInput(reader.db, hash, text, nowMs);
    const subject = `${reviewKey(question)}${accountId}|${role}`;
    const body = { role, hash, bulk, current, comparative, ...(withPin ? { withPin } : {}) };
    return { decisionNo: makeDecision(reader.db, { kind: "flux_sign", subject, body, person, nowMs }), hash };
  });
}

/** Partial totals are never signed. */
export function unreadyBooks({ review, figures }: WorkedReview): Failure | null {
  if (figures.unavailable !== null) return { code: "conflict", message: figures.unavailable, field: "comparison" };
  const unread = review.gaps.find(({ code }) => code === "not_read");
  if (unread === undefined) return null;
  return { code: "conflict", message: unread.message, next: "Sync the client, then sign off." };
}

/** The row of an account, by its id or code. */
export function rowOf({ review }: WorkedReview, accountId: string): Result<FluxRow, Failure> {
  const row = review.rows.find((one) => one.accountId === accountId || one.account?.code === accountId);
  return row === undefined ? fail(notFound(`Account ${accountId} isn't in this flux analysis.`, "accountId")) : ok(row);
}

/** What was done to a row so far. */
export function actsOf({ explanation, stamps, returned }: FluxRow) {
  const of = (role: Role) => stamps.find((stamp) => stamp.role === role) ?? null;
  return { explanation, preparer: of("preparer"), reviewer: of("reviewer"), returned };
}

/** Why a row was not signed, as a person is told. */
export function refusalOf(
  refusal: NonNullable<ReturnType<typeof stampRefusal>>,
  { label, status, stamps }: Pick<FluxRow, "label" | "status" | "stamps">,
  role: Role,
): Failure {
  const isOwn = stamps.some((stamp) => stamp.role === role && stamp.waiting && !stamp.stale);
  const said = {
    needs_explanation:
      status === "returned"
        ? [`${label} was returned to the preparer.`, "Explain it again, then sign off."]
        : [`The change in ${label} reaches its threshold and has no explanation yet.`, "Explain it, then sign off."],
    needs_preparer: [`The preparer hasn't signed off on the current figures for ${label}.`, "The preparer must sign off first."],
    same_person: [`You explained or prepared ${label}, so someone else must review it.`, "Ask another reviewer to sign off."],
    already:
      status === "signed"
        ? [`${label} is already signed off, and nothing has changed since.`, "No action is needed."]
        : [
            `The preparer already signed off on ${label}, and nothing has changed since.`,
            reviewWaits(stamps)
              ? "The firm's server hasn't accepted the reviewer's sign-off yet. Tieout sends it once the firm's server can be reached."
              : "A reviewer must sign off next.",
          ],
    waiting: [
      `The firm's server hasn't accepted a sign-off of ${label} yet.`,
      `Tieout sends it once the firm's server can be reached.${isOwn ? "" : " You can sign off after that."}`,
    ],
  }[refusal];
  return { code: "conflict", message: said[0] ?? "", field: "accountId", next: said[1] ?? "" };
}
