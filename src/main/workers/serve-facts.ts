import { freeName, moveClient } from "#main/store/clients/move-client.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { applyClientFacts, applyFirmFacts } from "#main/store/facts/apply-facts.ts";
import { itemOfRow } from "#main/store/facts/client-items.ts";
import { clientsToPut, takeClients } from "#main/store/facts/client-row.ts";
import { beginLog, endLog, markSent, noteRefused, readLog, rewindLog } from "#main/store/facts/fact-log.ts";
import { itemOfFirmRow } from "#main/store/facts/firm-rows.ts";
import { clientOutbox, firmOutbox } from "#main/store/facts/outbox.ts";
import { discardRefused, refusedRecords, retryRefused } from "#main/store/facts/refused.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { LogPosition } from "#shared/model/firm/fact.ts";
import type { ClientFiles } from "./client-files.ts";
import type { FactOps } from "./fact-ops.ts";

type Handlers = { readonly [O in keyof FactOps]: (input: FactOps[O][0]) => FactOps[O][1] };

/** Exchanges facts with the files. All of it on the writers, since even asking for the outbox seals the chain first. */
export function factHandlers(files: ClientFiles, firm: () => Sqlite, home: string): Handlers {
  const on = <T>(clientId: string, act: (db: Sqlite) => T) => files.withWritable(clientId, act);
  return {
    "facts.begin": ({ clientId, movesIn }) => on(clientId, (db) => begin(db, movesIn)),
    "facts.outbox": ({ clientId }) => on(clientId, (db) => clientOutbox(db, { home, clientId })),
    "facts.sent": ({ clientId, ...took }) => on(clientId, (db) => sent(db, took)),
    "facts.apply": ({ clientId, facts }) => on(clientId, (db) => applyClientFacts(db, facts, { home, clientId })),
    "facts.rewind": ({ clientId }) => on(clientId, (db) => done(rewindLog(db))),
    "facts.end": ({ clientId }) => on(clientId, (db) => done(endLog(db))),
    "facts.refused": ({ clientId }) => on(clientId, refusedRecords),
    "facts.retry": ({ clientId }) => on(clientId, (db) => done(retryRefused(db))),
    "facts.discard": ({ clientId, itemKey, ...act }) =>
      on(clientId, (db) => done(discardRefused(db, itemKey, (table, rowKey) => itemOfRow(db, table, rowKey, { home, clientId }), act))),
    "firm.facts.refused": () => refusedRecords(firm()),
    "firm.facts.retry": () => done(retryRefused(firm())),
    "firm.facts.discard": ({ itemKey, ...act }) =>
      done(discardRefused(firm(), itemKey, (table, rowKey) => itemOfFirmRow(firm(), table, rowKey), act)),
    "firm.facts.begin": ({ movesIn }) => begin(firm(), movesIn),
    "firm.facts.outbox": () => firmOutbox(firm()),
    "firm.facts.sent": (took) => sent(firm(), took),
    "firm.facts.apply": ({ facts }) => applyFirmFacts(firm(), facts),
    "firm.facts.rewind": () => done(rewindLog(firm())),
    "firm.facts.end": () => done(endLog(firm())),
    "firm.clientsToPut": () => clientsToPut(firm()),
    "firm.moveClient": (change) => moveClient(firm(), change),
    "firm.freeName": (client) => done(freeName(firm(), client)),
    "firm.takeClients": ({ clients, nowMs }) => takeClients(firm(), clients, nowMs),
  };
}

function begin(db: Sqlite, movesIn: boolean): LogPosition {
  beginLog(db, movesIn);
  const log = readLog(db);
  assert(log !== null, "the log was just begun");
  return { applied: log.applied, head: log.head };
}

function sent(db: Sqlite, { throughEntry, refused }: Omit<FactOps["facts.sent"][0], "clientId">): null {
  return db
    .transaction(() => {
      for (const one of refused) noteRefused(db, one);
      markSent(db, throughEntry);
      return null;
    })
    .immediate();
}

function done(_nothing: unknown): null {
  return null;
}
