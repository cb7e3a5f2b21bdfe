import type { Sqlite } from "#main/store/database/open.ts";
import { applyClientFacts, applyFirmFacts } from "#main/store/facts/apply-facts.ts";
import { clientsToPut, takeClients } from "#main/store/facts/client-row.ts";
import { beginLog, endLog, listRefused, markSent, noteRefused, readLog } from "#main/store/facts/fact-log.ts";
import { clientOutbox, firmOutbox } from "#main/store/facts/outbox.ts";
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
    "facts.end": ({ clientId }) => on(clientId, (db) => done(endLog(db))),
    "facts.refused": ({ clientId }) => on(clientId, listRefused),
    "firm.facts.begin": ({ movesIn }) => begin(firm(), movesIn),
    "firm.facts.outbox": () => firmOutbox(firm()),
    "firm.facts.sent": (took) => sent(firm(), took),
    "firm.facts.apply": ({ facts }) => applyFirmFacts(firm(), facts),
    "firm.facts.end": () => done(endLog(firm())),
    "firm.clientsToPut": () => clientsToPut(firm()),
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
