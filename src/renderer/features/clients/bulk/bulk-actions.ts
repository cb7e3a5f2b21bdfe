import type { AssignedRole } from "#shared/contract/clients/client-insights.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { formatLongPeriod } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import type { BulkAct } from "./run-bulk.ts";

/** Starts a sync. Requests that were sent can't be undone, but pausing stops it. */
export const READ: BulkAct = {
  doing: t("Starting sync"),
  done: (count) => t("{count, plural, one {Sync started for 1 client.} other {Sync started for # clients.}}", { count }),
  act: async ({ clientId, ledger }) => {
    // The core passes over a client that has nothing to sync.
    if (ledger === null)
      throw new CallFailure({ code: "not_found", message: t("No ledger is connected. Connect one to sync this client."), field: "client" });
    await call("sync.start", { clientIds: [clientId] });
    return { words: t("sync started"), undo: null };
  },
};

/** Takes each client's period that holds the middle of the month into close; one that is there already stays. */
export function takeIntoClose(month: string): BulkAct {
  return {
    doing: t("Starting close"),
    done: (count) =>
      t("{month}: {count, plural, one {1 selected client is in close.} other {# selected clients are in close.}}", {
        month: formatLongPeriod(month),
        count,
      }),
    act: async ({ clientId }) => {
      const periods = await call("periods.list", { clientId });
      const middle = `${month}-15`;
      const period = periods.find(({ start, end, isAdjustment }) => !isAdjustment && start <= middle && middle <= end);
      if (period === undefined)
        throw new CallFailure({
          code: "not_found",
          message: t("This client has no period for {month}. Choose another month, or sync the client if it isn't up to date.", {
            month: formatLongPeriod(month),
          }),
          field: "period",
        });
      const { status } = await call("close.status", { clientId, period: period.id });
      if (status === "in_close") return { words: t("was already in close"), undo: null };
      if (status === "closed")
        throw new CallFailure({
          code: "conflict",
          message: t("The period is already closed. Reopen it to start its close again."),
          field: "period",
        });
      await call("close.move", { clientId, period: period.id, status: "in_close" });
      return { words: t("in close"), undo: () => call("close.move", { clientId, period: period.id, status }) };
    },
  };
}

/** Gives each client to a person, as preparer or reviewer; null: to nobody. */
export function assignTo(role: AssignedRole, person: string | null): BulkAct {
  return {
    doing: person === null ? t("Unassigning") : t("Assigning"),
    done: (count) =>
      person !== null
        ? t("{count, plural, one {1 client assigned.} other {# clients assigned.}}", { count })
        : role === "preparer"
          ? t("{count, plural, one {1 client now has no assigned preparer.} other {# clients now have no assigned preparer.}}", { count })
          : t("{count, plural, one {1 client now has no assigned reviewer.} other {# clients now have no assigned reviewer.}}", { count }),
    act: async ({ clientId }) => {
      const { before } = await call("clients.assign", { clientIds: [clientId], role, person });
      const former = before[0]?.person ?? null;
      return {
        words: person ?? unassignedWords(role, former),
        undo: () => call("clients.assign", { clientIds: [clientId], role, person: former }),
      };
    },
  };
}

function unassignedWords(role: AssignedRole, former: string | null): string {
  if (former === null) return role === "preparer" ? t("already had no assigned preparer") : t("already had no assigned reviewer");
  return role === "preparer" ? t("no assigned preparer now") : t("no assigned reviewer now");
}
