import type { FirmSession } from "#main/firm/firm-port.ts";
import type { ClientOnServer } from "#main/store/facts/client-row.ts";
import type { Server } from "#main/store/server/connect.ts";
import { appendFacts, lastFacts, listClients, readFacts, tellOfClients } from "#main/store/server/fact-log.ts";
import { endMoveIn, movesIn } from "#main/store/server/members.ts";
import { whoWorks, workOn } from "#main/store/server/presence.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Fact, LoggedFact } from "#shared/model/firm/fact.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What the exchange of facts asks of the firm's server. */
export interface FactServer {
  /** Adds all of them, or none. Adding one again changes nothing. */
  append(clientId: string, facts: readonly Fact[]): Promise<Result<null, Failure>>;
  read(clientId: string, after: number): Promise<Result<readonly LoggedFact[], Failure>>;
  /** The number of each log's last fact. */
  last(): Promise<Result<ReadonlyMap<string, number>, Failure>>;
  clients(): Promise<Result<readonly ClientOnServer[], Failure>>;
  /** @returns those that the server has now: not those whose books it has under another id */
  putClients(clients: readonly ClientOnServer[]): Promise<Result<readonly ClientOnServer[], Failure>>;
  /** This machine may still bring along what was recorded before it joined. */
  movesIn(): Promise<Result<boolean, Failure>>;
  endMoveIn(): Promise<Result<null, Failure>>;
  workOn(clientId: string, seconds: number): Promise<Result<null, Failure>>;
  whoWorks(): Promise<Result<readonly { readonly clientId: string; readonly person: string }[], Failure>>;
  /** Hears what is new until the returned function is called; `onEnd` when the connection is lost. */
  listen(onNews: (news: string) => void, onEnd: () => void): Promise<Result<() => Promise<void>, Failure>>;
}

const FACTS_AT_ONCE = 500;
const CHANNEL = "tieout";

/** @param put adds clients in a transaction (see `FirmSession.putClients`) */
export function factServer(server: Server, put: FirmSession["putClients"]): FactServer {
  return {
    append: (clientId, facts) =>
      server.transaction(async (tx) => {
        await appendFacts(tx, clientId, facts);
        return ok(null);
      }),
    read: (clientId, after) => server.read((db) => readFacts(db, clientId, after, FACTS_AT_ONCE)),
    last: () => server.read(lastFacts),
    clients: () => server.read((db) => listClients(db) as Promise<ClientOnServer[]>),
    putClients: (clients) =>
      server.transaction(async (tx) => {
        const done = await put(tx, clients);
        await tellOfClients(tx);
        return ok(done);
      }),
    movesIn: () => server.read(movesIn),
    endMoveIn: () => server.read((db) => endMoveIn(db).then(nothing)),
    workOn: (clientId, seconds) => server.read((db) => workOn(db, clientId, seconds).then(nothing)),
    whoWorks: () => server.read(whoWorks),
    listen: (onNews, onEnd) => server.listen(CHANNEL, onNews, onEnd),
  };
}

function nothing(): null {
  return null;
}
