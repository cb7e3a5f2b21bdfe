import { CLASS_WORDS } from "#main/domain/documents/account-words.ts";
import { sectionsOf, standardGroup, standardItems } from "#main/domain/statements/account-groups.ts";
import { addDecimals, type DecimalString, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { ConsolidatedPart } from "#shared/model/consolidation/consolidation.ts";
import type { AccountMapping, EntityTree, GroupAccount } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";
import type { EliminationEntry } from "./group-elimination.ts";
import type { GroupSection, TranslatedRow } from "./group-translation.ts";

/** A line of the group's books, debits positive: one amount for each entity, what is eliminated, and the sum. */
export interface GroupRow {
  readonly section: GroupSection;
  readonly key: string;
  readonly label: string;
  readonly code: string;
  readonly isAccount: boolean;
  readonly groupAccount: GroupAccount | null;
  /** The group of the standard profit and loss or balance sheet that its accounts are in; null where they have none in common. */
  readonly layoutGroup: string | null;
  readonly byNode: ReadonlyMap<string, DecimalString>;
  readonly eliminated: DecimalString;
  readonly consolidated: DecimalString;
  readonly parts: readonly ConsolidatedPart[];
}

const ZERO = decimal("0");
const SECTIONS: readonly GroupSection[] = ["asset", "liability", "equity", "revenue", "expense", "unknown"];

/**
 * The rows of all entities combined by group account. An unmapped account keeps a separate row, because equal codes in
 * two ledgers don't mean equal accounts. Sorted by section, code and label.
 * @returns a failure when a mapping would move a result account onto the balance sheet or back
 */
export function groupRows(
  tree: EntityTree,
  rows: readonly TranslatedRow[],
  entries: readonly EliminationEntry[],
): Result<readonly GroupRow[], Failure> {
  const found = new Map<string, { readonly head: Head; readonly parts: TranslatedRow[]; eliminated: DecimalString }>();
  const keyOfAccount = new Map<string, string>();
  for (const row of rows) {
    const head = headOf(tree, row);
    if (!head.ok) return head;
    const { key } = head.value;
    const group = found.get(key) ?? { head: head.value, parts: [], eliminated: ZERO };
    group.parts.push(row);
    found.set(key, group);
    if (row.account !== null) keyOfAccount.set(`${row.nodeId}/${row.account.id}`, key);
  }
  for (const { nodeId, accountId, amount } of entries) {
    const group = found.get(keyOfAccount.get(`${nodeId}/${accountId}`) ?? "");
    if (group !== undefined) group.eliminated = addDecimals(group.eliminated, amount);
  }
  const grouped = [...found.values()].map(({ head, parts, eliminated }) => toRow(head, parts, eliminated));
  return ok(grouped.filter((row) => !isEmpty(row)).sort(inOrder));
}

type Head = Pick<GroupRow, "section" | "key" | "label" | "code" | "isAccount" | "groupAccount">;

function headOf(tree: EntityTree, row: TranslatedRow): Result<Head, Failure> {
  const { account, nodeId, what, section } = row;
  const plain = (key: string, label: string, isAccount: boolean): Result<Head, Failure> =>
    ok({ section, key, label, code: "", isAccount, groupAccount: null });
  const entity = tree.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
  if (what === "translation_difference") return plain("translation_difference", "Translation adjustment", false);
  if (what === "earlier_results") return plain("earlier_results", "Retained earnings, prior years", false);
  if (what === "own_difference") return plain(`own_difference/${nodeId}`, `Trial balance out of balance: ${entity}`, false);
  if (account === null) return plain(`unknown/${nodeId}`, `Unknown account, ${entity}`, false);
  const mapping = tree.mappings.find((candidate) => fits(candidate, nodeId, account));
  const groupAccount = tree.groupAccounts.find(({ code }) => code === mapping?.groupAccount);
  if (groupAccount === undefined) {
    const own = ownersOfChart(tree, nodeId);
    const key = `${own.chart}/${account.id}`;
    return ok({
      section,
      key,
      label: own.names === null ? account.name : `${account.name} (${own.names})`,
      code: account.code ?? "",
      isAccount: true,
      groupAccount: null,
    });
  }
  if (isResult(groupAccount.class) !== isResult(section)) return fail(wrongSide(account, entity, groupAccount));
  const { code, name } = groupAccount;
  return ok({ section: groupAccount.class, key: `group/${code}`, label: name, code, isAccount: true, groupAccount });
}

/** Subsidiaries of one client share its ledger's chart: there the same account is the same account. `names` is null where all share one. */
function ownersOfChart({ nodes }: EntityTree, nodeId: string): { readonly chart: string; readonly names: string | null } {
  const clientId = nodes.find(({ id }) => id === nodeId)?.clientId;
  const names = nodes
    .filter((node) => node.id === nodeId || (clientId !== undefined && node.clientId === clientId))
    .map(({ name }) => name);
  // With one chart in the whole group there is nothing to tell apart.
  const isOnly = clientId !== undefined && nodes.every((node) => node.clientId === undefined || node.clientId === clientId);
  if (isOnly) return { chart: clientId, names: null };
  return { chart: clientId ?? nodeId, names: names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(", ") };
}

/** True when the account has all that the mapping says. */
function fits(mapping: AccountMapping, nodeId: string, account: NonNullable<StatementAccount>): boolean {
  return (
    (mapping.nodeId === undefined || mapping.nodeId === nodeId) &&
    (mapping.accountId === undefined || mapping.accountId === account.id) &&
    (mapping.code === undefined || mapping.code === account.code) &&
    (mapping.role === undefined || mapping.role === account.role) &&
    (mapping.class === undefined || mapping.class === account.class)
  );
}

function isResult(section: GroupSection): boolean {
  return section === "revenue" || section === "expense";
}

function wrongSide(account: NonNullable<StatementAccount>, entity: string, to: GroupAccount): Failure {
  const is = `${account.name} in ${entity} is ${CLASS_WORDS[account.class]}`;
  return {
    code: "conflict",
    message: `${is}, but it's mapped to ${to.code} ${to.name}, which is ${CLASS_WORDS[to.class]}.`,
    field: "mappings",
    next: "Map the account to a group account of the same type.",
  };
}

function toRow(head: Head, rows: readonly TranslatedRow[], eliminated: DecimalString): GroupRow {
  const byNode = new Map<string, DecimalString>();
  for (const { nodeId, translated } of rows) byNode.set(nodeId, addDecimals(byNode.get(nodeId) ?? ZERO, translated));
  const parts = rows
    .filter(({ amount, translated }) => !isZero(amount) || !isZero(translated))
    .map(({ nodeId, account, amount, currency, rate, translated }) => ({ nodeId, account, amount, currency, rate, translated }));
  const consolidated = sumDecimals([...byNode.values(), eliminated]);
  return { ...head, layoutGroup: layoutGroupOf(head, rows), byNode, eliminated, consolidated, parts };
}

/**
 * Where the entities' own statements have the accounts, as far as a group account's class allows it. A group that only a
 * client's layout has counts as the account's standard one. Several groups of one balance-sheet section count as its last one.
 */
function layoutGroupOf({ section, groupAccount }: Head, rows: readonly TranslatedRow[]): string | null {
  if (section === "unknown") return null;
  const standard = standardItems(isResult(section) ? "profit_and_loss" : "balance_sheet").filter(({ kind }) => kind === "group");
  const found = new Set(
    rows.flatMap(({ account, group, translated }) => {
      if (account === null || isZero(translated)) return [];
      const own = standard.find(({ id }) => id === group);
      return [own !== undefined && sectionsOf(account.class).includes(own.section) ? own.id : standardGroup(account)];
    }),
  );
  const groups = standard.filter(({ id }) => found.has(id));
  const last = groups.at(-1);
  if (last === undefined || groups.length < found.size) return null;
  if (!isResult(section)) {
    const isShared = groups.every((one) => one.section === last.section);
    return isShared && sectionsOf(section).includes(last.section) ? last.id : null;
  }
  if (groups.length > 1) return null;
  return groupAccount === null || (last.side === "income") === (section === "revenue") ? last.id : null;
}

function isEmpty({ byNode, eliminated }: GroupRow): boolean {
  return isZero(eliminated) && [...byNode.values()].every(isZero);
}

// By code units: the order must not depend on the computer's locale.
function inOrder(a: GroupRow, b: GroupRow): number {
  const rank = (row: GroupRow) => [String(SECTIONS.indexOf(row.section)), row.isAccount ? "0" : "1", row.code, row.label, row.key];
  const [left, right] = [rank(a), rank(b)];
  for (const [at, part] of left.entries()) {
    const other = right[at] as string;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
