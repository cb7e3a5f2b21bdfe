import { writesA } from "#main/ledgers/a/writes.ts";
import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import type { ItemResult, Look, PreparedCall, WrittenRecord } from "#main/ledgers/writing.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type WriteOperation, writeOperation } from "#shared/model/ledger/write.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { Books } from "#simulator/books/types.ts";
import { createLedgerA, type LedgerA, type LedgerAOptions } from "#simulator/ledger-a/create-ledger-a.ts";
import { oracleA } from "#simulator/ledger-a/oracle/oracle.ts";
import { createMemoryMirror, drive } from "./memory-mirror-a.ts";
import { bare, type Comparable, differences, readable } from "./mirror-compare.ts";

/**
 * A simulated ledger, a mirror in memory, and the writing generators between them; nothing else of the
 * product. Operations are given as a file holds them.
 */
export interface WriteLabA {
  readonly books: Books;
  readonly ledger: LedgerA;
  nowMs: number;
  send(request: LedgerRequest): LedgerResponse;
  /** Prepares the operations as the job `mark`. */
  prepare(operations: readonly unknown[], mark?: string): Result<readonly PreparedCall[], Failure>;
  /** Prepares, sends, reads back and mirrors. @throws when the preparation is refused */
  write(operations: readonly unknown[], mark?: string): readonly ItemResult[];
  look(call: PreparedCall): readonly Look[];
  mirrorBack(written: readonly WrittenRecord[]): void;
  /** What the mirror holds otherwise than the books, by the simulator's own oracle; empty when nothing. */
  unlikeBooks(): string[];
  mirrored(id: string): Comparable;
  /** Reads everything again. */
  sync(): void;
}

export interface WriteLabOptions {
  readonly seed?: number;
  readonly a?: LedgerAOptions;
  readonly wrapCollections?: boolean;
}

export function createWriteLabA({ seed = 21, a = {}, wrapCollections = true }: WriteLabOptions = {}): WriteLabA {
  const books = someBooks(seed);
  const ledger = createLedgerA(books, a);
  const profile = profileSchema.parse({ name: "neutral", a: { wrapCollections } });
  const send = (request: LedgerRequest) => answerOf(ledger, request, lab.nowMs);
  let jobs = 0;
  const lab: WriteLabA = {
    books,
    ledger,
    nowMs: Date.UTC(2026, 10, 21, 9),
    send,
    prepare: (operations, mark = `job${++jobs}`) => drive(writesA.prepare(mirror.context(mark), parsed(operations)), send),
    write: (operations, mark) => {
      const prepared = lab.prepare(operations, mark);
      if (!prepared.ok) throw new Error(`${prepared.failure.code} ${prepared.failure.field ?? ""}: ${prepared.failure.message}`);
      const results = prepared.value.flatMap((call) => writesA.outcomes(mirror.context("read"), stored(call), send(stored(call).request)));
      lab.mirrorBack(writtenBy(results, parsed(operations)));
      return results;
    },
    look: (call) => drive(writesA.look(mirror.context("look"), stored(call)), send),
    mirrorBack: (written) => {
      for (const record of drive(writesA.readBack(mirror.context("back"), written), send)) mirror.keep(record);
    },
    unlikeBooks: () => {
      const oracle = oracleA(books, { journals: false, journalLog: ledger.journalLog });
      const ours = [...mirror.all("document"), ...mirror.all("payment")].map(ownOf);
      return readable(differences(ours, [...oracle.documents, ...oracle.payments].map(ownOf)));
    },
    mirrored: (id) => {
      const found = mirror.find(id);
      if (found === undefined) throw new Error(`${id} is not mirrored`);
      return bare(found);
    },
    sync: () => mirror.sync(),
  };
  const facts = { tenantId: books.tenantId, profile, wantsJournals: false, pageSize: 1000 };
  const mirror = createMemoryMirror(facts, send, () => instantFromMs(lab.nowMs));
  mirror.sync();
  return lab;
}

function someBooks(seed: number): Books {
  return generateBooks({
    seed,
    style: "a",
    tenantId: "tenant-a",
    name: "Birch & Co",
    baseCurrency: "NZD",
    country: "NZ",
    today: calendarDate("2026-11-21"),
    months: 3,
    invoicesPerMonth: 8,
    foreignCurrencies: ["USD"],
  });
}

function parsed(operations: readonly unknown[]): WriteOperation[] {
  return operations.map((operation) => writeOperation.parse(operation));
}

/** A stored call comes back from a file as plain JSON. */
function stored(call: PreparedCall): PreparedCall {
  return JSON.parse(JSON.stringify(call)) as PreparedCall;
}

function answerOf(ledger: LedgerA, request: LedgerRequest, nowMs: number): LedgerResponse {
  const answer = ledger.handle(
    {
      method: request.method,
      path: `/api/2.0${request.path}`,
      query: new URLSearchParams(request.query ?? {}),
      headers: Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text])),
      body: request.body ?? "",
    },
    nowMs,
  );
  const { status, headers = {} } = answer;
  return { status, headers, body: new TextEncoder().encode(answer.body), receivedAt: instantFromMs(nowMs) };
}

/** What the queue would ask to be read back. */
function writtenBy(results: readonly ItemResult[], operations: readonly WriteOperation[]): WrittenRecord[] {
  return results.flatMap((result) => {
    if (result.outcome !== "accepted") return [];
    const operation = operations[result.operation];
    const allocations =
      operation?.kind === "create_payment"
        ? operation.payment.allocations
        : operation?.kind === "apply_credit"
          ? operation.allocations
          : [];
    return [{ entityType: result.entityType, ledgerId: result.ledgerId, alsoMoved: allocations.map(({ toId }) => toId) }];
  });
}

/** The record's own content: its party by id, and the allocations that it holds itself. */
function ownOf(record: unknown): Comparable {
  const { party, partyId, partyName: _name, allocations, ...own } = bare(record) as Record<string, unknown>;
  const id = (party as { id?: string } | undefined)?.id ?? partyId;
  const held = ((allocations ?? []) as { fromId: string }[]).filter(({ fromId }) => fromId === own.id);
  return { ...own, ...(id === undefined ? {} : { partyId: id }), allocations: held };
}
