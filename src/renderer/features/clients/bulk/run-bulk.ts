import { CallFailure } from "../../../api/call-failure.ts";
import type { DashboardRow } from "../dashboard-rows.ts";

/** An act on one client of several: what came of it, and how to take it back where that can be done. */
export interface BulkAct {
  /** What is being done, while it is. */
  readonly doing: string;
  /** What was done, after it was. */
  readonly done: (count: number) => string;
  readonly act: (row: DashboardRow) => Promise<{ readonly words: string; readonly undo: (() => Promise<unknown>) | null }>;
}

/** What came of an act for one client. */
export interface BulkResult {
  readonly name: string;
  readonly ok: boolean;
  readonly words: string;
}

/** How to undo what was done for one client. */
export interface BulkUndo {
  readonly name: string;
  readonly undo: () => Promise<unknown>;
}

interface BulkRun {
  readonly results: readonly BulkResult[];
  /** Last first. */
  readonly undos: readonly BulkUndo[];
}

/** Does something with each row in turn until it is called off; what fails for one does not stop the others. */
export async function runBulk(
  rows: readonly DashboardRow[],
  act: BulkAct["act"],
  { isCancelled, onProgress }: { readonly isCancelled: () => boolean; readonly onProgress: (at: number, name: string) => void },
): Promise<BulkRun> {
  const results: BulkResult[] = [];
  const undos: BulkUndo[] = [];
  for (const [index, row] of rows.entries()) {
    if (isCancelled()) break;
    onProgress(index, row.name);
    try {
      const { words, undo } = await act(row);
      results.push({ name: row.name, ok: true, words });
      if (undo !== null) undos.unshift({ name: row.name, undo });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      results.push({ name: row.name, ok: false, words: error.failure.message });
    }
  }
  return { results, undos };
}
