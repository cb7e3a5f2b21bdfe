import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import type { Runtime } from "#main/runtime/create-runtime.ts";
import type { DocumentListRow } from "#shared/contract/books/documents.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, decimal, divideDecimal } from "#shared/kernel/decimal.ts";
import type { EntityNode, IntercompanyPair } from "#shared/model/consolidation/entity-tree.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { as } from "./demo-people.ts";

interface DemoClient {
  readonly clientId: string;
  readonly name: string;
}

type GroupNode = Pick<EntityNode, "id" | "name" | "clientId">;

const GROUP = {
  name: "Juniper Ridge Group",
  parent: "Juniper Ridge Outfitters",
  subsidiaries: [
    { name: "Copper Kettle Coffee Roasters", ownership: "100" },
    { name: "Lantern Books & Paper", ownership: "80" },
  ],
} as const;

/**
 * What else happened in the demo firm before anybody opens it, so that a newcomer can look at each: a group with two
 * subsidiaries, a bill that is partly paid, a write that the ledger rejected, and two colleagues who edited one bill.
 * All of it goes through the router, as a person's acts do.
 * @param today the last day of the demo ledgers' books
 */
export async function tellStories(runtime: Runtime, clients: readonly DemoClient[], today: CalendarDate): Promise<void> {
  const named = (name: string) => clients.find((client) => client.name === name)?.clientId;
  await makeGroup(runtime, named);
  const [joinery, engineering, cycles] = ["Penrose & Daughters Joinery", "Granite Peak Engineering", "Wren Cycle Works"].map(named);
  if (joinery !== undefined) await as("Ana Walker", () => payHalf(runtime, joinery, today));
  if (engineering !== undefined) await as("Ana Walker", () => beRejected(runtime, engineering));
  if (cycles !== undefined) await editTwice(runtime, cycles);
}

async function makeGroup(runtime: Runtime, named: (name: string) => string | undefined): Promise<void> {
  const suggested = await answer(runtime, "groups.suggest", {});
  const nodeOf = (name: string) => suggested?.tree.nodes.find(({ clientId }) => clientId !== undefined && clientId === named(name));
  const parent = nodeOf(GROUP.parent);
  const children = GROUP.subsidiaries.map(({ name, ownership }) => ({ node: nodeOf(name), ownership: decimal(ownership) }));
  if (parent === undefined) return;
  const nodes = [parent, ...children.flatMap(({ node }) => node ?? [])];
  await answer(runtime, "groups.save", {
    tree: {
      name: GROUP.name,
      presentation: { currency: parent.functionalCurrency },
      nodes,
      ...(await commonAccounts(runtime, nodes)),
      pairs: await groupPairs(runtime, parent, nodes.slice(1)),
      memberships: children.flatMap(({ node, ownership }) =>
        node === undefined ? [] : [{ parentId: parent.id, childId: node.id, ownership }],
      ),
    },
  });
}

/** One group account for the accounts of the same name and class in each company. */
async function commonAccounts(runtime: Runtime, nodes: readonly GroupNode[]) {
  const groupAccounts = new Map<string, { code: string; name: string; class: "asset" | "liability" | "equity" | "revenue" | "expense" }>();
  const mappings: { groupAccount: string; nodeId: string; accountId: string }[] = [];
  for (const { id: nodeId, clientId } of nodes) {
    const accounts = clientId === undefined ? null : await answer(runtime, "accounts.list", { clientId });
    for (const { id: accountId, code, name, class: kind } of accounts?.rows ?? []) {
      if (kind === "non_posting") continue;
      const known = groupAccounts.get(`${kind} ${name}`) ?? { code: code ?? name, name, class: kind };
      groupAccounts.set(`${kind} ${name}`, known);
      mappings.push({ groupAccount: known.code, nodeId, accountId });
    }
  }
  return { groupAccounts: [...groupAccounts.values()], mappings };
}

/** What the parent charges each subsidiary: the balance between them, and the fees of the year. */
async function groupPairs(runtime: Runtime, parent: GroupNode, subsidiaries: readonly GroupNode[]) {
  const pairs: IntercompanyPair[] = [];
  for (const node of subsidiaries) {
    const short = node.name.split(" ").slice(0, 2).join(" ");
    const [due, fees] = await accountsNamed(runtime, parent, [`Due from ${short}`, `Service fees, ${short}`]);
    const [owed, services] = await accountsNamed(runtime, node, ["Due to group companies", "Group services"]);
    const pair = (what: string, a: string | undefined, b: string | undefined) => {
      if (a === undefined || b === undefined) return;
      const name = `${what}, ${node.name}`;
      pairs.push({ id: name, name, kind: "balance", a: { nodeId: parent.id, accountId: a }, b: { nodeId: node.id, accountId: b } });
    };
    pair("Balance", due, owed);
    pair("Services", fees, services);
  }
  return pairs;
}

async function accountsNamed(runtime: Runtime, { clientId }: GroupNode, names: readonly string[]): Promise<(string | undefined)[]> {
  const accounts = clientId === undefined ? null : await answer(runtime, "accounts.list", { clientId });
  return names.map((name) => accounts?.rows.find((account) => account.name === name)?.id);
}

async function payHalf(runtime: Runtime, clientId: string, today: CalendarDate): Promise<void> {
  const accounts = await answer(runtime, "accounts.list", { clientId });
  const bank = accounts?.rows.find(({ role, active, class: kind }) => role === "bank" && active && kind === "asset");
  const bill = (await unpaidBills(runtime, clientId)).find(({ currency }) => (bank?.currency ?? currency) === currency);
  const party = bill === undefined ? undefined : await partyOf(runtime, clientId, bill.id);
  if (bill === undefined || bank === undefined || party === undefined) return;
  const amount = divideDecimal(bill.outstanding, decimal("2"), 2);
  const { currency } = bill;
  const allocations = [{ toId: bill.id, amount: { amount, currency } }];
  await submit(runtime, clientId, {
    kind: "create_payment",
    payment: { direction: "made", party: { id: party }, date: today, currency, accountId: bank.id, reference: "First half", allocations },
  });
}

/** A script of this client's ledger wants a field that nobody filled in, on one of the newest bills. */
async function beRejected(runtime: Runtime, clientId: string): Promise<void> {
  const newest = (await unpaidBills(runtime, clientId)).toSorted((a, b) => b.recNo - a.recNo).slice(0, 6);
  for (const { id } of newest) {
    const job = await submit(runtime, clientId, { kind: "update_document", id, changes: { memo: "Delivery checked" } });
    if (job?.state === "rejected") return;
  }
}

/** Both begin from the same version of a bill: the second one's change meets the first one's. */
async function editTwice(runtime: Runtime, clientId: string): Promise<void> {
  const [bill] = await unpaidBills(runtime, clientId);
  const seen = bill === undefined ? null : await answer(runtime, "documents.show", { clientId, id: bill.id });
  if (seen === null) return;
  const { id, changeHash: seenHash } = seen.document;
  const change = (memo: string) => () =>
    answer(runtime, "writes.submit", { clientId, draft: true, operations: [{ kind: "update_document", id, seenHash, changes: { memo } }] });
  const drafts = await Promise.all([
    as("Ana Walker", change("Approved by the owner by phone")),
    as("Ben Singh", change("Waiting for a credit note")),
  ]);
  for (const draft of drafts) if (draft !== null) await answer(runtime, "writes.send", { clientId, jobId: draft.jobId });
}

/** Bills of which nothing is paid, the latest first. */
async function unpaidBills(runtime: Runtime, clientId: string): Promise<readonly DocumentListRow[]> {
  const filter = { types: ["purchase_bill" as const], statuses: ["open" as const], onlyOpen: true };
  const page = await answer(runtime, "documents.list", { clientId, filter, limit: 100 });
  return page?.rows.filter(({ total, outstanding }) => compareDecimals(total, outstanding) === 0) ?? [];
}

async function partyOf(runtime: Runtime, clientId: string, id: string): Promise<string | undefined> {
  return (await answer(runtime, "documents.show", { clientId, id }))?.document.party?.id;
}

const submit = (runtime: Runtime, clientId: string, operation: WriteOperation) =>
  answer(runtime, "writes.submit", { clientId, operations: [operation] });

/** The answer to a question, null where it was refused: a story that can't be told is left out. */
async function answer<N extends OperationName>(runtime: Runtime, name: N, input: OperationInput<N>): Promise<OperationOutput<N> | null> {
  const reply = await runtime.route(name, input);
  return reply.ok ? (reply.value as OperationOutput<N>) : null;
}
