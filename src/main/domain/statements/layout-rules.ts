import type { Chart } from "#main/domain/postings/account-sum.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { LaidOutKind, LayoutItem, StatementLayout } from "#shared/model/reports/statement-layout.ts";
import { sectionsOf, standardItems } from "./account-groups.ts";

/** Why a layout can't be kept: an account would lose its place, or move to a part of the statement that isn't its own. Null where it can. */
export function layoutProblem({ statement, items, accounts }: StatementLayout, chart: Chart): Failure | null {
  const ids = items.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return wrong(`Group or subtotal ${twice} appears twice in the layout.`, "items");
  const strange = items.find((item) => !isInPlace(statement, item));
  if (strange !== undefined) return wrong(`${strange.title} can't be in the part of the statement where you put it.`, "items");
  for (const [accountId, group] of Object.entries(accounts)) {
    const account = chart.get(accountId);
    if (account === undefined) return wrong(notInBooks("account", accountId), "accounts");
    const item = items.find(({ id, kind }) => id === group && kind === "group");
    if (item === undefined) return wrong(`${account.name} is in a group that the layout doesn't have.`, "accounts");
    if (!sectionsOf(account.class).includes(item.section))
      return wrong(`${account.name} can't be in ${item.title}, because totals would no longer tie out.`, "accounts");
  }
  return null;
}

function wrong(message: string, field: string): Failure {
  return { code: "invalid_input", message, field };
}

/** A standard group stays what it is, whatever it is called; one of the firm's own is in a section of the statement. */
function isInPlace(statement: LaidOutKind, item: LayoutItem): boolean {
  const standard = standardItems(statement).find(({ id }) => id === item.id);
  if (standard !== undefined) return standard.kind === item.kind && standard.section === item.section && standard.side === item.side;
  const isProfit = statement === "profit_and_loss";
  if ((item.section === "profit") !== isProfit) return false;
  return (item.side !== undefined) === (isProfit && item.kind === "group");
}
