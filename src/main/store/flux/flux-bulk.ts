import { stampRefusal } from "#main/domain/flux/flux-status.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { notFound } from "#main/store/work/own-decisions.ts";
import type { FluxBulkResult, FluxRow } from "#shared/contract/reports/flux.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { fillTemplate } from "#shared/model/reports/flux-template.ts";
import { actsOf, type FluxAct, type Role, refusalOf, rowOf, stampRows, unreadyBooks } from "./flux-acts.ts";
import { reviewKey } from "./flux-inputs.ts";
import { fluxReview, type Sha256, type WorkedReview } from "./flux-review.ts";

type OnRows = FluxAct & { readonly accountIds: readonly string[] };

/**
 * Explains several rows with one text, whose placeholders are filled in for each. A row that has an explanation is refused unless it was
 * returned: one text for many must not replace what someone wrote about one. What was refused is listed, the rest is done.
 */
export function explainMany(
  reader: MirrorReader,
  { question, accountIds, text, person, nowMs }: OnRows & { readonly text: string },
  sha256: Sha256,
): Result<FluxBulkResult, Failure> {
  const { rows, refused } = rowsOf(fluxReview(reader, question, sha256), accountIds, explained);
  const decisionNos = rows.map((row) => {
    const { accountId, current, comparative } = row;
    const body = { text: fillTemplate(text, row, question.comparison), documentIds: [], current, comparative };
    return makeDecision(reader.db, { kind: "flux_explanation", subject: reviewKey(question) + accountId, body, person, nowMs });
  });
  return ok({ done: rows.length, decisionNos, refused });
}

function explained({ explanation, status, label }: FluxRow): Failure | null {
  if (explanation === null || status === "returned") return null;
  return { code: "conflict", message: `${label} already has an explanation.`, field: "accountIds", next: "Open the account to change it." };
}

/** Signs off several rows in a role. The rules are those of a single row; what they refuse is listed, the rest is signed. */
export function signMany(reader: MirrorReader, input: OnRows & { readonly role: Role }, sha256: Sha256): Result<FluxBulkResult, Failure> {
  const { question, accountIds, role, person } = input;
  const worked = fluxReview(reader, question, sha256);
  const unready = unreadyBooks(worked);
  if (unready !== null) return fail(unready);
  const { rows, refused } = rowsOf(worked, accountIds, (row) => {
    const refusal = stampRefusal(role, person, row.material, actsOf(row));
    return refusal === null ? null : refusalOf(refusal, row, role);
  });
  const stamped = stampRows(reader, input, worked, rows, true, sha256);
  return ok({ done: rows.length, decisionNos: stamped.map(({ decisionNo }) => decisionNo), refused });
}

function rowsOf(
  worked: WorkedReview,
  accountIds: readonly string[],
  refuse: (row: FluxRow) => Failure | null,
): { readonly rows: FluxRow[]; readonly refused: FluxBulkResult["refused"] } {
  const rows = new Map<string, FluxRow>();
  const refused: FluxBulkResult["refused"] = [];
  for (const named of new Set(accountIds)) {
    const found = rowOf(worked, named);
    const failure = found.ok ? refuse(found.value) : notFound(`Account ${named} isn't in this flux analysis.`, "accountIds");
    if (found.ok && failure === null) rows.set(found.value.accountId, found.value);
    else if (failure !== null)
      refused.push({
        accountId: found.ok ? found.value.accountId : named,
        label: found.ok ? found.value.label : named,
        message: failure.message,
        next: failure.next ?? null,
      });
  }
  return { rows: [...rows.values()], refused };
}
