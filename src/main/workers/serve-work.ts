import type { Sqlite } from "#main/store/database/open.ts";
import { openWork, saveWork } from "#main/store/inbox/work-items.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource } from "./protocol.ts";
import type { WorkOps } from "./work-ops.ts";

type Ops = WorkOps<ClientSource>;
type Handlers = { readonly [O in keyof Ops]: (input: Ops[O][0]) => Ops[O][1] };

/** Copies what waits for people into the firm's file, which the inbox reads. */
export function workHandlers(files: ClientFiles, firm: () => Sqlite): Handlers {
  return {
    "work.open": (source) => openWork(files.readable(source).db),
    "firm.saveWork": ({ clientId, items }) => ({ changed: saveWork(firm(), clientId, items) }),
  };
}
