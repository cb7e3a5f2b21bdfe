import { accountList } from "#main/services/account-list.ts";
import { activityPage } from "#main/services/activity.ts";
import { mirrorAsOf } from "#main/services/aging.ts";
import { partyDetail, partyList } from "#main/services/party-list.ts";
import { StreamStore } from "#main/store/stream-store.ts";
import type { ClientFiles } from "./client-files.ts";
import { figureStreams } from "./figure-streams.ts";
import type { ClientSource } from "./protocol.ts";
import type { RecordOps } from "./record-ops.ts";

type Ops = RecordOps<ClientSource>;
type Handlers = { readonly [O in keyof Ops]: (input: Ops[O][0]) => Ops[O][1] };

/** Answers with lists of a client's parties and accounts, and with the record of what happened. */
export function recordHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  return {
    "records.parties": (source) => partyList(reader(source)),
    "records.party": ({ id, ...source }) => partyDetail(reader(source), id),
    "records.accounts": (source) => ({ asOf: mirrorAsOf(reader(source)), rows: accountList(reader(source)) }),
    "records.activity": (input) => activityPage(reader(input), input),
    "figures.sources": ({ of, source, ...client }) =>
      figureStreams(client.system, new StreamStore(files.readable(client).db).all(), { of, source }),
  };
}
