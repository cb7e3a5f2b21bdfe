import { call } from "../../api/client.ts";
import { followFirm } from "../../language/languages.ts";
import { queryClient } from "./query-client.ts";
import { offerUndo, useActs, useLastAct } from "./undo.ts";

/** Under this name acts on the firm's settings are kept for Undo. */
export const SETTING_ACTS = "firm settings";

const QUESTIONS = ["firm.activity", "firm.profile", "firm.english", "flux.templates"];
const ACROSS_RELOAD = "tieout.setting-changed";

interface Changed {
  readonly changeIds: readonly string[];
}

/** Acts on the firm's settings, each with its undo; everything shown of them is asked for again. */
export function useSettingActs() {
  const { perform, pending } = useActs(SETTING_ACTS);
  return {
    pending: pending !== null,
    /** @returns whether it was done */
    act: async (words: string, run: () => Promise<Changed>): Promise<boolean> => {
      await perform({ key: words, words, run: () => run().finally(askAgain), undo: ({ changeIds }) => undoSettings(changeIds) });
      return useLastAct.getState().failure === null;
    },
    /** Undoes an earlier change. */
    undo: (words: string, changeId: string): void => void perform({ key: words, words, run: () => undoSettings([changeId]) }),
  };
}

/** Undoes changes of settings, the last one first. */
export async function undoSettings(changeIds: readonly string[]): Promise<void> {
  for (const changeId of changeIds.toReversed()) await call("firm.undo", { changeId });
  askAgain();
  followFirm(await call("firm.english", {}));
}

/** Keeps an act for the page that is shown after a reload, which a choice of language needs. */
export function keepForReload(words: string, { changeIds }: Changed): void {
  window.sessionStorage.setItem(ACROSS_RELOAD, JSON.stringify({ words, changeIds }));
}

/** Offers to undo what was chosen before the reload. */
export function offerKeptUndo(): void {
  const kept = window.sessionStorage.getItem(ACROSS_RELOAD);
  window.sessionStorage.removeItem(ACROSS_RELOAD);
  if (kept === null) return;
  const { words, changeIds } = JSON.parse(kept) as Changed & { readonly words: string };
  offerUndo(SETTING_ACTS, words, () => undoSettings(changeIds));
}

function askAgain(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [question] }) => QUESTIONS.includes(String(question)) });
}
