import { useState } from "react";
import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";

interface Steps {
  readonly draft: EntityTreeDraft;
  readonly before: readonly EntityTreeDraft[];
}

/** A tree that is being changed, with the way back through its changes. */
export function useDraft(start: EntityTreeDraft) {
  const [{ draft, before }, setSteps] = useState<Steps>({ draft: start, before: [] });
  return {
    draft,
    canUndo: before.length > 0,
    change: (next: EntityTreeDraft | null): void => {
      if (next !== null) setSteps({ draft: next, before: [...before, draft] });
    },
    undo: (): void => {
      const last = before.at(-1);
      if (last !== undefined) setSteps({ draft: last, before: before.slice(0, -1) });
    },
    reset: (): void => setSteps({ draft: start, before: [] }),
  };
}
