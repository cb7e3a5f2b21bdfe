import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { create } from "zustand";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { t } from "../../language/t.ts";

/** The last thing that a person decided here, and how to take it back; and why it, or the rest of it, was refused. */
interface LastAct {
  readonly clientId: string | null;
  readonly words: string;
  readonly undo: (() => Promise<void>) | null;
  readonly failure: Failure | null;
  /** The line of the dialog that it was done in; null on the screen. */
  readonly dialog: HTMLElement | null;
}

const NOTHING: LastAct = { clientId: null, words: "", undo: null, failure: null, dialog: null };

export const useLastAct = create<LastAct>(() => NOTHING);

export function forgetLastAct(): void {
  useLastAct.setState(NOTHING);
}

interface UndoPlaces {
  readonly screen: HTMLElement | null;
  /** Of open dialogs, the one on top last. Behind it, nothing can be reached. */
  readonly dialogs: readonly HTMLElement[];
}

/** The lines that can say what was just done: one below the screen, and one in each open dialog. */
export const useUndoPlaces = create<UndoPlaces>(() => ({ screen: null, dialogs: [] }));

/** @returns what ends the place's use */
export function openUndoPlace(kind: "screen" | "dialog", place: HTMLElement): () => void {
  useUndoPlaces.setState(({ dialogs }) => (kind === "screen" ? { screen: place } : { dialogs: [...dialogs, place] }));
  return () =>
    useUndoPlaces.setState(({ screen, dialogs }) => ({
      screen: screen === place ? null : screen,
      dialogs: dialogs.filter((other) => other !== place),
    }));
}

/** An act of a dialog is told there as long as the dialog is open, and below the screen after that. */
export function undoPlaceOf({ dialog }: Pick<LastAct, "dialog">, { screen, dialogs }: UndoPlaces): HTMLElement | null {
  return dialog !== null && dialogs.includes(dialog) ? dialog : screen;
}

export interface ActToDo<T> {
  /** Names the button that is waiting. */
  readonly key: string;
  /** What was done, for the note that offers to undo it; told what came of it. */
  readonly words: string | ((done: T) => string);
  readonly run: () => Promise<T>;
  /** Left out where nothing here can take it back. */
  readonly undo?: (done: T) => Promise<unknown>;
  /** What ended it before all was done, shown with the words for what was. */
  readonly stopped?: (done: T) => Failure | null;
  /** Whether what came of it leaves anything to take back. Default: it does. */
  readonly canUndo?: (done: T) => boolean;
  /** Told as soon as it's done: a dialog closes only then. */
  readonly onDone?: () => void;
  /** Told of a refusal first. @returns true when it is shown, so that the note needn't say it */
  readonly onRefused?: (failure: Failure) => boolean;
}

/** Shows what was done, with Undo. `refresh` asks again for what is shown; `failure` ended it before all was done. */
export function offerUndo(
  clientId: string,
  words: string,
  undo: () => Promise<unknown>,
  refresh?: () => Promise<unknown>,
  failure: Failure | null = null,
): void {
  const undoNow = async (): Promise<void> => {
    await undo();
    tell({ clientId, words: t("Undone: “{action}”", { action: words }) });
    await refresh?.();
  };
  tell({ clientId, words, failure, undo: () => orFailure(clientId, undoNow) });
}

function tell(act: Partial<LastAct>): void {
  useLastAct.setState({ ...NOTHING, dialog: useUndoPlaces.getState().dialogs.at(-1) ?? null, ...act });
}

async function orFailure(clientId: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    tell({ clientId, failure: error.failure });
  }
}

/**
 * Carries out local acts on a client: everything shown of it is asked for again, and the act can be undone.
 * `perform` answers with why it was refused, or null.
 */
export function useActs(clientId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState<string | null>(null);
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [, input] }) => (input as { readonly clientId?: string } | undefined)?.clientId === clientId,
    });
  const perform = async <T>({ key, words, run, undo, stopped, canUndo, onDone, onRefused }: ActToDo<T>): Promise<Failure | null> => {
    setPending(key);
    try {
      const done = await run();
      onDone?.();
      const said = typeof words === "string" ? words : words(done);
      const failure = stopped?.(done) ?? null;
      if (undo === undefined || canUndo?.(done) === false) tell({ clientId, words: said, failure });
      else offerUndo(clientId, said, () => undo(done), refresh, failure);
      await refresh();
      return null;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (onRefused?.(error.failure) !== true) tell({ clientId, failure: error.failure });
      // A refusal says that what is shown is out of date, or comes after a part that was done.
      if (!["ledger_unreachable", "core_unreachable"].includes(error.failure.code)) await refresh();
      return error.failure;
    } finally {
      // A defect doesn't leave every button of the screen disabled.
      setPending(null);
    }
  };
  return { perform, pending };
}
