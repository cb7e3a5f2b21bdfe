import { readCapabilityReport, saveNotedDiscovery } from "#main/store/clients/capability-record.ts";
import { clientInsight } from "#main/store/clients/client-insight.ts";
import { listSettings, readSetting, replaceSetting, saveSetting } from "#main/store/clients/firm-settings.ts";
import { addReads, assignedPeople, listInsights, saveInsight } from "#main/store/clients/insight-book.ts";
import { isInClose } from "#main/store/close/in-close.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { openExceptions } from "#main/store/exceptions/open-exceptions.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource } from "./protocol.ts";
import type { WatchOps } from "./watch-ops.ts";

type Ops = WatchOps<ClientSource>;
type Handlers = { readonly [O in keyof Ops]: (input: Ops[O][0]) => Ops[O][1] };

/** Answers what the schedule and the notices ask of the files. */
export function watchHandlers(files: ClientFiles, db: () => Sqlite): Handlers {
  return {
    "firm.saveDiscovery": ({ connectionId, discovery, nowMs }) => saveNotedDiscovery(db(), connectionId, discovery, nowMs),
    "firm.capabilityReport": ({ connectionId }) => readCapabilityReport(db(), connectionId),
    "firm.setting": ({ key }) => readSetting(db(), key),
    "firm.settings": ({ prefix }) => listSettings(db(), prefix),
    "firm.saveSetting": ({ key, value }) => {
      saveSetting(db(), key, value);
      return null;
    },
    "firm.replaceSetting": ({ key, was, value }) => ({ replaced: replaceSetting(db(), key, was, value) }),
    "client.openExceptions": (source) => openExceptions(files.readable(source).reader),
    // The file is closed again at once: nothing of this thread may hold a mirror that is to be removed.
    "client.insight": ({ books, today, ...source }) => {
      try {
        return clientInsight(files.readable(source).reader, { books, today });
      } finally {
        files.close(source.clientId);
      }
    },
    "firm.insights": () => listInsights(db()),
    "firm.saveInsight": ({ insight }) => done(saveInsight(db(), insight)),
    "firm.addReads": (input) => done(addReads(db(), input)),
    "firm.assigned": () => assignedPeople(db()),
    "client.inClose": (source) => isInClose(files.readable(source).reader),
  };
}

function done(_nothing: unknown): null {
  return null;
}
