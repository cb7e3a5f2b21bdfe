import { standardGroup, standardItems } from "#main/domain/statements/account-groups.ts";
import type { FluxSection } from "#shared/model/reports/flux.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";

const SECTION_OF_GROUP = new Map(
  [...standardItems("profit_and_loss"), ...standardItems("balance_sheet")].map(({ id, section }): [string, FluxSection] => [
    id,
    section === "profit" ? (id as FluxSection) : section,
  ]),
);

/** The part of its statement that an account is in: a group of the profit and loss, a section of the balance sheet. */
export function fluxSectionOf(account: NonNullable<StatementAccount>): FluxSection {
  return SECTION_OF_GROUP.get(standardGroup(account) ?? "") ?? "equity";
}
