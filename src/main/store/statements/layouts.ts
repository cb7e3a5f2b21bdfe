import { isEarned } from "#main/domain/postings/account-sum.ts";
import { sectionsOf } from "#main/domain/statements/account-groups.ts";
import { completeItems, groupOfAccount } from "#main/domain/statements/layout.ts";
import { layoutProblem } from "#main/domain/statements/layout-rules.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type LaidOutKind, type LayoutView, type StatementLayout, statementLayout } from "#shared/model/reports/statement-layout.ts";

function layoutDecision(reader: MirrorReader, kind: LaidOutKind): OwnDecision<StatementLayout> | null {
  return ownDecisions(reader.db, "statement_layout", statementLayout, { subject: kind }).at(-1) ?? null;
}

/** The layout that the firm made for a statement of this client; null where the standard one applies. */
export function layoutOf(reader: MirrorReader, kind: LaidOutKind): StatementLayout | null {
  return layoutDecision(reader, kind)?.body ?? null;
}

/** A statement's groups and subtotals in order, and the group of every account that could be on it. */
export function layoutView(reader: MirrorReader, kind: LaidOutKind): LayoutView {
  const decision = layoutDecision(reader, kind);
  const items = [...completeItems(kind, decision?.body ?? null)];
  const accounts = [...chartOf(reader).values()]
    .filter((account) => isEarned(account) === (kind === "profit_and_loss"))
    .sort((a, b) => compareText(a.code ?? "", b.code ?? "") || compareText(a.name, b.name));
  return {
    statement: kind,
    items,
    accounts: accounts.flatMap((account) => {
      const group = groupOfAccount(account, { items, accounts: decision?.body.accounts ?? {} });
      if (group === null) return [];
      const { id, code = null, name } = account;
      return [{ id, code, name, group: group.id, sections: [...sectionsOf(account.class)] }];
    }),
    moved: decision?.body.accounts ?? {},
    decision: decision === null ? null : { decisionNo: decision.decisionNo, person: decision.person, at: decision.at },
  };
}

/** Keeps a layout in place of the one before. */
export function saveLayout(
  reader: MirrorReader,
  { person, nowMs, layout }: Act & { readonly layout: StatementLayout },
): Result<{ readonly decisionNo: number }, Failure> {
  const problem = layoutProblem(layout, chartOf(reader));
  if (problem !== null) return fail(problem);
  return ok({ decisionNo: makeDecision(reader.db, { kind: "statement_layout", subject: layout.statement, body: layout, person, nowMs }) });
}

/** Goes back to the standard layout. The firm's own stays on record. */
export function resetLayout(reader: MirrorReader, { kind, ...act }: Act & { readonly kind: LaidOutKind }): { readonly reset: boolean } {
  const decision = layoutDecision(reader, kind);
  if (decision === null) return { reset: false };
  revertDecision(reader.db, { ...act, decisionNo: decision.decisionNo, outright: true });
  return { reset: true };
}
