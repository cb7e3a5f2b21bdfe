import type { ClientIdChange } from "#main/store/clients/move-client.ts";
import type { Applied } from "#main/store/facts/apply-facts.ts";
import type { ClientOnServer } from "#main/store/facts/client-row.ts";
import type { RefusedFact } from "#main/store/facts/fact-log.ts";
import type { Outbox } from "#main/store/facts/outbox.ts";
import type { RefusedRecord } from "#main/store/facts/refused.ts";
import type { LoggedFact, LogPosition } from "#shared/model/firm/fact.ts";

interface OfClient {
  readonly clientId: string;
}
interface Discard {
  readonly itemKey: string;
  readonly person: string;
  readonly nowMs: number;
}
interface Took {
  readonly throughEntry: number;
  readonly refused: readonly RefusedFact[];
}

/** What people recorded, on its way to and from the firm's server: of a client's file, and of the firm's own. */
export interface FactOps {
  /** Keeps a log in the file from now on. @returns how far it was applied */
  "facts.begin": [OfClient & { readonly movesIn: boolean }, LogPosition];
  "facts.outbox": [OfClient, Outbox | null];
  /** The server has, or refused, everything of the outbox through an entry. */
  "facts.sent": [OfClient & Took, null];
  "facts.apply": [OfClient & { readonly facts: readonly LoggedFact[] }, Applied];
  /** Reads the log again from its beginning, and sends what it no longer has. */
  "facts.rewind": [OfClient, null];
  "facts.end": [OfClient, null];
  "facts.refused": [OfClient, RefusedRecord[]];
  /** Sends again what the server refused. */
  "facts.retry": [OfClient, null];
  /** Gives up one record that the server refused. */
  "facts.discard": [OfClient & Discard, null];
  "firm.facts.begin": [{ readonly movesIn: boolean }, LogPosition];
  "firm.facts.outbox": [Record<never, never>, Outbox | null];
  "firm.facts.sent": [Took, null];
  "firm.facts.apply": [{ readonly facts: readonly LoggedFact[] }, Applied];
  "firm.facts.rewind": [Record<never, never>, null];
  "firm.facts.end": [Record<never, never>, null];
  "firm.facts.refused": [Record<never, never>, RefusedRecord[]];
  "firm.facts.retry": [Record<never, never>, null];
  "firm.facts.discard": [Discard, null];
  /** The clients that the server doesn't have as they are here. */
  "firm.clientsToPut": [Record<never, never>, ClientOnServer[]];
  /** Gives a client another id in the firm's file. @returns false where another client has it, or there is no such client */
  "firm.moveClient": [ClientIdChange, boolean];
  /** Another client here that is called like a client of the firm gets another name. */
  "firm.freeName": [{ readonly clientId: string; readonly name: string }, null];
  /** Takes over clients as the server has them. @returns the ids of those that changed here */
  "firm.takeClients": [{ readonly clients: readonly ClientOnServer[]; readonly nowMs: number }, string[]];
}
