import { writesA } from "#main/ledgers/a/writes.ts";
import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { MirroredRecord, PreparedCall, WriteContext } from "#main/ledgers/writing.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { writeOperation } from "#shared/model/ledger/write.ts";
import { answerA, contextA, mapA, valueA } from "./support.ts";

const source = { system: "ledger_a" as const, tenantId: "tenant-1", entityType: "Account", id: "x", fetchedAt: contextA().fetchedAt };

const accounts: Record<string, Partial<Account>> = {
  "Account:sales": { code: "200", name: "Sales" },
  "Account:costs": { code: "400", name: "Costs" },
  "Account:bank": { code: "090", name: "Operating" },
  "Account:nocode": { name: "Card" },
};

/** A client whose mirror holds four accounts, an item with a code and one without, and two parties. */
export function writeContextA(records: Record<string, MirroredRecord> = {}, changes: Partial<WriteContext> = {}): WriteContext {
  const { tenantId, profile, wantsJournals, pageSize, discovery } = contextA();
  const items: Record<string, Partial<Item>> = { "Item:ret": { code: "RET", name: "Retainer" }, "Item:nocode": { name: "Nameless" } };
  const parties: Record<string, string> = { "Contact:oak": "Oak Paper", "Contact:elm": "Elm & Co" };
  return {
    tenantId,
    profile,
    wantsJournals,
    pageSize,
    discovery,
    account: (id) => (accounts[id] === undefined ? undefined : ({ id, source, ...accounts[id] } as Account)),
    item: (id) => (items[id] === undefined ? undefined : ({ id, source, ...items[id] } as Item)),
    integrationItems: () => [],
    party: (id) => (parties[id] === undefined ? undefined : ({ id, name: parties[id] } as Party)),
    record: (id) => records[id],
    reference: (operation, part) => `tieout-mark-${operation}-${part}`,
    key: (call) => `key-${call}`,
    ...changes,
  };
}

/** A payload as the mirror keeps it, mapped by its stream. */
export function mirroredA(stream: string, payload: string): Record<string, MirroredRecord> {
  const document = valueA(mapA(stream, payload), "document");
  return { [document.id]: { document, raw: payload, changeHash: "seen" } };
}

/** An answer whose list holds these payloads. */
export function listA(collection: string, ...payloads: readonly string[]): LedgerResponse {
  return answerA(`{"Status":"OK","${collection}":[${payloads.join(",")}]}`);
}

export interface Preparation {
  readonly result: Result<readonly PreparedCall[], Failure>;
  readonly asked: readonly LedgerRequest[];
}

/** Prepares operations as a file holds them; `answers` are given to the reads in turn. */
export function prepareA(context: WriteContext, operations: readonly unknown[], answers: readonly LedgerResponse[] = []): Preparation {
  const asked: LedgerRequest[] = [];
  const steps = writesA.prepare(
    context,
    operations.map((operation) => writeOperation.parse(operation)),
  );
  let step = steps.next();
  while (!step.done) {
    const answer = answers[asked.length];
    asked.push(step.value);
    if (answer === undefined) throw new Error(`nothing answers ${step.value.path}`);
    step = steps.next(answer);
  }
  return { result: step.value, asked };
}

/** The only call of a preparation that must succeed. */
export function onlyCall({ result }: Preparation): PreparedCall {
  if (!result.ok) throw new Error(`${result.failure.field ?? ""} ${result.failure.message}`);
  const [call] = result.value;
  if (call === undefined || result.value.length > 1) throw new Error(`${result.value.length} calls`);
  return call;
}
