import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { type Random, randomInt } from "#shared/kernel/random.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { moveLock } from "#simulator/books/list-events.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import type { World } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";
import type { WritePlan } from "./write-plan.ts";

/** A client, its ledger, and the records for intents. */
export interface Scene {
  readonly world: World;
  readonly tenant: Tenant;
  readonly plan: WritePlan;
  readonly vendor: string;
  readonly expense: Account;
  readonly bank: Account;
  readonly entityId: string | undefined;
}

/** One intent and how to see in the books whether it was carried out. */
export interface Intent {
  readonly operations: readonly WriteOperation[];
  /** How often the ledger has the effect. */
  readonly effects: () => number;
  /** Someone else's action between the draft and the sending. */
  readonly stranger?: () => void;
}

export const INTENT_KINDS = ["bill", "bill", "payment", "journal", "change", "delete"] as const;

const DATE = calendarDate("2026-11-19");

/** The mirrored records that intents use. */
export async function sceneOf(world: World, tenant: Tenant, plan: WritePlan): Promise<Scene> {
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const base = tenant.books.baseCurrency;
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? base) === base);
  const expense = accounts.find((account) => account.class === "expense" && account.active && account.role === undefined);
  const bank = accounts.find((account) => account.role === "bank" && account.active && (account.currency ?? base) === base);
  if (vendor === undefined || expense === undefined || bank === undefined)
    throw new Error("the books lack a vendor, an expense account or a bank");
  const entity = tenant.style === "c" ? tenant.books.entities[0]?.id : undefined;
  return { world, tenant, plan, vendor: vendor.id, expense, bank, entityId: entity === undefined ? undefined : `subsidiary:${entity}` };
}

/** What a person wants, and how to see whether it is done; null when the books have nothing to do it with. */
export async function intentOf(scene: Scene, seed: number, kind: (typeof INTENT_KINDS)[number], random: Random): Promise<Intent | null> {
  switch (kind) {
    case "bill":
      return billIntent(scene, seed, addDays(DATE, -randomInt(random, 0, 9)));
    case "journal":
      return journalIntent(scene, seed);
    case "payment":
      return paymentIntent(scene, seed);
    case "change":
      return changeIntent(scene, seed);
    default:
      return deleteIntent(scene);
  }
}

/** Active transactions of the books. */
function live({ tenant }: Scene): SimTransaction[] {
  return tenant.books.transactions.filter(({ state }) => state !== "deleted" && state !== "voided");
}

const money = (scene: Scene, amount: string) => ({ amount: decimal(amount), currency: scene.tenant.books.baseCurrency });

function lineOf(scene: Scene, amount: string, account: Account): LineDraft {
  return { kind: "account", accountId: account.id, description: "Written under faults", net: money(scene, amount), dimensions: [] };
}

const ofEntity = ({ entityId }: Scene) => (entityId === undefined ? {} : { entityId });

function billIntent(scene: Scene, seed: number, issueDate: CalendarDate): Intent {
  const number = `WB-${seed}`;
  return {
    operations: [
      {
        kind: "create_document",
        document: {
          type: "purchase_bill",
          party: { id: scene.vendor },
          number,
          issueDate,
          dueDate: addDays(issueDate, 30),
          currency: scene.tenant.books.baseCurrency,
          status: "open",
          ...ofEntity(scene),
          lines: [lineOf(scene, `${10 + (seed % 900)}.25`, scene.expense)],
        },
      },
    ],
    effects: () => live(scene).filter((transaction) => transaction.number === number).length,
    stranger: () => lockAll(scene),
  };
}

/** A lock that moves between the draft and the sending: the ledger may refuse, and the service may know or not. */
function lockAll({ tenant, world }: Scene): void {
  moveLock(tenant.books, tenant.style === "a" ? "periodLock" : "bookClose", calendarDate("2026-09-30"), world.clock.nowMs());
}

function journalIntent(scene: Scene, seed: number): Intent {
  const amount = `${7 + (seed % 500)}.13`;
  const memo = `Accrual of seed ${seed}`;
  const other = scene.bank;
  return {
    operations: [
      {
        kind: "create_document",
        document: {
          type: "journal",
          issueDate: DATE,
          currency: scene.tenant.books.baseCurrency,
          status: "open",
          memo,
          ...ofEntity(scene),
          lines: [lineOf(scene, amount, scene.expense), lineOf(scene, `-${amount}`, journalCounter(scene, other))],
        },
      },
    ],
    effects: () => live(scene).filter((transaction) => transaction.kind === "journal" && (transaction.memo ?? "").includes(memo)).length,
  };
}

/** Ledger A accepts no bank account in a journal. */
function journalCounter(scene: Scene, bank: Account): Account {
  return scene.tenant.style === "a" ? scene.expense : bank;
}

async function paymentIntent(scene: Scene, seed: number): Promise<Intent | null> {
  const { tenant } = scene;
  const amount = decimal(`0.${String(11 + (seed % 80)).padStart(2, "0")}`);
  const open = ((await tenant.readAll("documents")) as unknown as (LedgerDocument & { removedDetectedAt: string | null })[]).find(
    (document) =>
      document.type === "purchase_bill" &&
      (document.status === "open" || document.status === "part_paid") &&
      document.removedDetectedAt === null &&
      document.currency === tenant.books.baseCurrency &&
      document.issueDate <= DATE &&
      Number(document.outstanding.amount) > 2,
  );
  if (open === undefined || open.party === undefined) return null;
  const before = paymentsOf(scene, amount);
  return {
    operations: [
      {
        kind: "create_payment",
        payment: {
          direction: "made",
          party: { id: open.party.id },
          date: DATE,
          currency: open.currency,
          accountId: scene.bank.id,
          reference: `Run ${seed}`,
          // A payment belongs to the entity of the bill it pays.
          ...(open.entityId === undefined ? {} : { entityId: open.entityId }),
          allocations: [{ toId: open.id, amount: { amount, currency: open.currency } }],
        },
      },
    ],
    effects: () => paymentsOf(scene, amount) - before,
  };
}

function paymentsOf(scene: Scene, amount: string): number {
  return live(scene).filter(({ kind, total }) => kind === "vendor_payment" && Number(total) === Number(amount)).length;
}

/** A bill created earlier by this suite, which nothing depends on. */
async function ownBill(scene: Scene): Promise<LedgerDocument | undefined> {
  const documents = (await scene.tenant.readAll("documents")) as unknown as (LedgerDocument & { removedDetectedAt: string | null })[];
  return documents.find(
    (document) =>
      document.number?.startsWith("WB-") === true &&
      document.removedDetectedAt === null &&
      document.allocations.length === 0 &&
      (document.status === "open" || document.status === "awaiting_approval"),
  );
}

function bookOf({ tenant }: Scene, document: LedgerDocument): SimTransaction | undefined {
  return tenant.books.transactions.find(({ id }) => id === document.source.id);
}

async function changeIntent(scene: Scene, seed: number): Promise<Intent | null> {
  const bill = await ownBill(scene);
  if (bill === undefined) return null;
  const dueDate = addDays(DATE, 40 + (seed % 20));
  return {
    operations: [{ kind: "update_document", id: bill.id, changes: { dueDate } }],
    effects: () => (bookOf(scene, bill)?.dueDate === dueDate ? 1 : 0),
    stranger: () => {
      editTransaction(scene.tenant.books, bill.source.id, { dueDate: addDays(DATE, 3) }, scene.world.clock.nowMs());
    },
  };
}

async function deleteIntent(scene: Scene): Promise<Intent | null> {
  const bill = await ownBill(scene);
  if (bill === undefined) return null;
  // Ledger A voids authorized bills; the others delete.
  const kind = scene.tenant.style === "a" ? "void" : "delete";
  return {
    operations: [{ kind, id: bill.id }],
    effects: () => (live(scene).some(({ id }) => id === bill.source.id) ? 0 : 1),
  };
}
