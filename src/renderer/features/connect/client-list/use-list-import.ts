import { useState } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { announce } from "../../../state/window/announcements.ts";
import type { ListRow, OpenedFiles } from "./list-rows.ts";

export interface RowProgress {
  readonly state: "waiting" | "adding" | "connecting" | "added" | "connected" | "failed";
  readonly clientId: string | null;
  readonly failure: Failure | null;
}
type Progress = Readonly<Record<string, RowProgress>>;

const AT_ONCE = 3;
const WAITING: RowProgress = { state: "waiting", clientId: null, failure: null };

/** Adds the clients of a list, a few at a time. What was added once is not added again when the failed ones are tried again. */
export function useListRun(files: OpenedFiles) {
  const [progress, setProgress] = useState<Progress>({});
  const [running, setRunning] = useState(false);
  const note = (name: string, next: RowProgress) => setProgress((before) => ({ ...before, [name]: next }));
  const addOne = async (row: ListRow): Promise<boolean> => {
    let clientId = progress[row.name]?.clientId ?? row.clientId;
    try {
      note(row.name, { state: clientId === null ? "adding" : "connecting", clientId, failure: null });
      clientId ??= (await call("clients.add", { name: row.name })).clientId;
      if (row.file === "") {
        note(row.name, { state: "added", clientId, failure: null });
        return true;
      }
      note(row.name, { state: "connecting", clientId, failure: null });
      await call("connections.add", { clientId, file: files[row.file] ?? "" });
      note(row.name, { state: "connected", clientId, failure: null });
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      note(row.name, { state: "failed", clientId, failure: error.failure });
      return false;
    }
  };
  const run = async (rows: readonly ListRow[]): Promise<void> => {
    setRunning(true);
    for (const row of rows) note(row.name, { ...WAITING, clientId: progress[row.name]?.clientId ?? null });
    const queue = [...rows];
    let failed = 0;
    const work = async () => {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) if (!(await addOne(row))) failed++;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setRunning(false);
    announce(
      failed === 0
        ? t("{rows, plural, one {1 client} other {# clients}} done.", { rows: rows.length })
        : t("{rows, plural, one {1 client} other {# clients}} done, {failed} failed.", { rows: rows.length - failed, failed }),
    );
  };
  return { progress, running, run };
}
